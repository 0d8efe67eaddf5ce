// The disk with the memories does not answer (a network share that went away): found out when a conversation starts, and
// noted in the system's temporary directory, which is elsewhere, so that the prompts after it do not wait for it again.
import { lstatSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attempt } from '../lib/attempt.ts'
import { contentHash } from '../lib/hash.ts'

/** Then a prompt tries again. */
const NOTED_MS = 120_000

/** `home`: the config home. */
export function isNotedSilent(home: string): boolean {
  const stat = attempt(() => lstatSync(noteOf(home)))
  if (!stat?.isFile() || Date.now() - stat.mtimeMs >= NOTED_MS) return false
  return process.getuid === undefined || stat.uid === process.getuid()
}

export function noteSilent(home: string, silent: boolean): void {
  const note = noteOf(home)
  attempt(() => rmSync(note, { force: true }))
  if (silent) attempt(() => writeFileSync(note, '', { flag: 'wx', mode: 0o600 }))
}

function noteOf(home: string): string {
  return join(tmpdir(), `memdir-silent-${contentHash(home).slice(0, 24)}`)
}
