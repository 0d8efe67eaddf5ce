// Where turns wait for the worker: the files below state/spool/.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { StateKind } from '../../base/files/state-file.ts'
import type { Message } from '../../base/messages/message.ts'
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

/** A turn as it waits. */
export interface StoredTurn extends SpooledTurn {
  /** How often it was begun. */
  attempts?: number
  /** What the last attempt ended with. */
  error?: Message
}

export const STORED_TURN: StateKind<StoredTurn> = {
  read: (data) =>
    [data.raw, data.agent, data.event].every((text) => typeof text === 'string')
      ? (data as unknown as StoredTurn)
      : undefined,
  most: 8_000_000,
  durable: false,
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
