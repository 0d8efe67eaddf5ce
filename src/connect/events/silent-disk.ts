// The disk with the memories does not answer (a network share that went away): found out when a conversation starts, and
// noted in the system's temporary directory, which is elsewhere, so that the prompts after it do not wait for it again.
import { lstatSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configHome } from '../../base/settings/config-home.ts'
import type { Environment } from '../../base/settings/environment.ts'
import { attempt } from '../../base/values/attempt.ts'
import { contentHash } from '../../base/values/hash.ts'

/** Then a prompt tries again. */
const NOTED_MS = 120_000

export function isNotedSilent(env: Environment): boolean {
  const stat = attempt(() => lstatSync(noteOf(env)))
  if (!stat?.isFile() || Date.now() - stat.mtimeMs >= NOTED_MS) return false
  return process.getuid === undefined || stat.uid === process.getuid()
}

export function noteSilent(env: Environment, silent: boolean): void {
  const note = noteOf(env)
  attempt(() => rmSync(note, { force: true }))
  if (silent) attempt(() => writeFileSync(note, '', { flag: 'wx', mode: 0o600 }))
}

/** Without Node's module for it, which a prompt would have to load. */
function noteOf(env: Environment): string {
  return join(env.TMPDIR?.trim() || '/tmp', `memdir-silent-${contentHash(configHome(env)).slice(0, 24)}`)
}
