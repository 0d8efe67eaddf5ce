// The embedded models take seconds to convert: the first test that does leaves them to the others of the run.
import { existsSync, linkSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const shared = () => join(tmpdir(), 'converted-models')
const FILES = 3

export function takeModels(home: string): void {
  if (existsSync(shared())) linkAll(shared(), join(home, 'models'))
}

export function keepModels(home: string): void {
  const own = join(home, 'models')
  if (existsSync(shared()) || !existsSync(own) || readdirSync(own).length < FILES) return
  const aside = `${shared()}-${process.pid}`
  linkAll(own, aside)
  // Another worker may have been first.
  if (!existsSync(shared())) renameSync(aside, shared())
}

function linkAll(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(from)) linkSync(join(from, name), join(to, name))
}
