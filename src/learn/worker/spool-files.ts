// Where turns wait for the worker: the files below state/spool/.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../../base/values/attempt.ts'

export interface SpooledTurn {
  agent: string
  event: string
  conversation: string | undefined
  /** The client runs without a person at it. */
  unattended?: true
  /** What the client sent, without secrets: JSON where it was JSON, its long texts cut. */
  raw: string
}

/** A worker that never runs must not fill the disk. */
export const SPOOL_TURNS = 500

const TURN_FILE = /^[0-9a-z]{9}-[0-9a-z]+\.json$/

export function spoolDirectory(state: string): string {
  return join(state, 'spool')
}

/** Oldest first. */
export function spooledFiles(state: string): string[] {
  const names = attempt(() => readdirSync(spoolDirectory(state))) ?? []
  return names.filter((name) => TURN_FILE.test(name)).sort()
}

/** A byte for each turn that had to go: several processes can add to it. */
export function droppedFile(state: string): string {
  return join(spoolDirectory(state), 'dropped')
}
