import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeTo } from './streams.ts'

export function isVersionOption(word: string | undefined): boolean {
  return word === '--version' || word === '-v'
}

/** The exit code. */
export function printVersion(): number {
  const manifest = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  writeTo('stdout', `memdir ${version}\n`)
  return 0
}
