// The embedded models take seconds to convert: a test that did leaves them to the others of the run.
import { existsSync, linkSync, mkdirSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const shared = () => join(tmpdir(), 'converted-models')

/** Never change these in place: they are those of others too. */
export function takeModels(modelsDirectory: string): void {
  linkMissing(shared(), modelsDirectory)
}

export function keepModels(modelsDirectory: string): void {
  linkMissing(modelsDirectory, shared())
}

/** Whole files only: a model is written under another name first. */
function linkMissing(from: string, to: string): void {
  if (!existsSync(from)) return
  mkdirSync(to, { recursive: true, mode: 0o700 })
  const there = readdirSync(to)
  for (const name of readdirSync(from))
    if (/\.(?:bin|json)$/.test(name) && !there.includes(name)) link(join(from, name), join(to, name))
}

function link(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    // Another worker may have been first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
