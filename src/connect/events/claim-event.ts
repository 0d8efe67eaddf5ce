// An event is answered once, however often memdir is set up in the client: by `memdir init` and by a plugin or an
// extension, each of which starts a hook of its own with the same input. The first to come answers.
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../../base/values/attempt.ts'
import { DAY_MS } from '../../base/values/clock.ts'
import { systemCode } from '../../base/values/errors.ts'
import { contentHash } from '../../base/values/hash.ts'
import { randomId } from '../../base/values/ids.ts'
import type { ClientEvent } from '../client-event.ts'

/** Hooks of one event start together; a machine that is busy may hold one up for so long. */
const TOGETHER_MS = 10_000

/** `owner`: who asks, so that a hook that goes on alone, after a server has not answered it in time, is not refused. */
export function claimEvent(state: string, event: ClientEvent, owner: string): boolean {
  const name = nameOf(event)
  if (name === undefined) return true
  const path = join(claimDirectory(state), name)
  for (let tries = 0; tries < 3; tries++) {
    const outcome = tryCreate(path, owner)
    if (outcome !== 'exists') return true
    if (isFresh(path)) return attempt(() => readFileSync(path, 'utf8')) === owner
    // In one step: of two that find an old claim, one moves it away.
    const away = `${path}.${randomId()}`
    attempt(() => renameSync(path, away))
    attempt(() => rmSync(away))
  }
  return true
}

/** Whether it is the first time: a conversation is told once of what is wrong. False where that cannot be noted. */
export function claimTelling(state: string, conversation: string | undefined): boolean {
  const path = join(state, 'hooks', 'told', contentHash(conversation ?? '').slice(0, 24))
  return tryCreate(path, '') === 'created'
}

/** Nothing reads a claim after the moment that it is for; a conversation may last. */
export function removeOldClaims(state: string): void {
  removeOlder(claimDirectory(state), TOGETHER_MS)
  removeOlder(join(state, 'hooks', 'told'), 30 * DAY_MS)
}

function removeOlder(directory: string, ms: number): void {
  for (const name of attempt(() => readdirSync(directory)) ?? []) {
    const path = join(directory, name)
    if (!isFresh(path, ms)) attempt(() => rmSync(path, { force: true }))
  }
}

/** A conversation has many calls in one moment. */
const CLAIMED: ReadonlySet<ClientEvent['kind']> = new Set([
  'start',
  'prompt',
  'turn-end',
  'before-compact',
  'end',
])

/**
 * Undefined: two of these cannot be told from one that comes twice. A conversation starts, ends or is compacted once in
 * such a short time; prompts and turns carry a mark of the client's, which a prompt typed during a turn shares with it.
 */
function nameOf({ kind, name, conversation, occasion, source, prompt }: ClientEvent): string | undefined {
  if (conversation === undefined || !CLAIMED.has(kind)) return undefined
  if (occasion === undefined && kind !== 'start') return undefined
  return contentHash([name, conversation, occasion, source, prompt].join('\0')).slice(0, 24)
}

/** A place that cannot be written to claims nothing: twice is better than not at all. */
function tryCreate(path: string, owner: string): 'created' | 'exists' | 'impossible' {
  for (let tries = 0; tries < 2; tries++) {
    try {
      const file = openSync(path, 'wx', 0o600)
      try {
        writeSync(file, owner)
      } finally {
        closeSync(file)
      }
      return 'created'
    } catch (error) {
      if (systemCode(error) === 'EEXIST') return 'exists'
      if (systemCode(error) !== 'ENOENT') return 'impossible'
      attempt(() => mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 }))
    }
  }
  return 'impossible'
}

function isFresh(path: string, ms = TOGETHER_MS): boolean {
  const time = attempt(() => statSync(path).mtimeMs)
  return time !== undefined && Math.abs(Date.now() - time) < ms
}

function claimDirectory(state: string): string {
  return join(state, 'hooks', 'claims')
}
