// The embedded models take seconds to convert: the first test of a run that needs them does it for all. Not in the
// process that is kept for commands, which runs without V8's optimizer and takes three times as long.
import { existsSync, linkSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attempt } from '../src/base/values/attempt.ts'
import { convertGlossary } from '../src/search/embed/convert-glossary.ts'
import { convertModel } from '../src/search/embed/convert-model.ts'
import { glossaryPath } from '../src/search/embed/glossary-format.ts'
import { BGE_ZH, MINILM } from '../src/search/embed/model-spec.ts'

const shared = () => join(tmpdir(), 'converted-models')

/** Never change these in place: they are those of others too. */
export function takeModels(modelsDirectory: string): void {
  convertOnce(shared())
  linkMissing(shared(), modelsDirectory)
}

export function keepModels(modelsDirectory: string): void {
  linkMissing(modelsDirectory, shared())
}

/** Two workers that begin at once do not both do it: one waits. What cannot be made here is made, or missed, by the test. */
function convertOnce(directory: string): void {
  const made = `${directory}-made`
  if (existsSync(made)) return
  if (isFirst(`${directory}-begun`)) {
    for (const spec of [MINILM, BGE_ZH]) attempt(() => convertModel(spec, { modelsDirectory: directory }))
    attempt(() => convertGlossary(glossaryPath(directory)))
  } else waitFor(made)
  writeFileSync(made, '')
}

const isFirst = (path: string) => attempt(() => mkdirSync(path) ?? true) === true

const MOST_MS = 60_000
const LOOK_MS = 50

function waitFor(path: string): void {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let passed = 0; passed < MOST_MS && !existsSync(path); passed += LOOK_MS)
    Atomics.wait(pause, 0, 0, LOOK_MS)
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
