// Turns that ended, waiting for the worker: one small private file each, below state/spool/. A hook writes it and
// returns; the worker takes it when the client has gone on or has exited.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { attempt } from '../lib/attempt.ts'
import { randomId } from '../lib/ids.ts'
import { redactMemory, redactValues } from '../memory/redact-memory.ts'

export interface SpooledTurn {
  agent: string
  event: string
  conversation: string | undefined
  /** What the client sent, without secrets. */
  raw: string
}

/** A worker that never runs must not fill the disk. */
export const SPOOL_FILES = 500
export const TURN_BYTES = 1_000_000

/** Not synced: losing the last turn in a power cut is better than a slow prompt. Throws where the disk is full. */
export async function spoolTurn(state: string, turn: SpooledTurn): Promise<{ drop(): void }> {
  const directory = join(state, 'spool')
  if ((attempt(() => readdirSync(directory)) ?? []).length >= SPOOL_FILES) return { drop: () => {} }
  const name = `${Date.now().toString(36).padStart(9, '0')}-${randomId()}`
  const raw = await withoutSecrets(turn.raw)
  const data = JSON.stringify({ v: 1, ...turn, raw: raw.slice(0, TURN_BYTES) })
  const path = join(directory, `${name}.json`)
  writeFileAtomic(path, data, { durable: false })
  return { drop: () => rmSync(path, { force: true }) }
}

/** Ids and places stay as they are: the worker finds the conversation by them, and they say nothing of it. */
const PLACE = /^cwd$|(?:_id|_path|Id|Path)$/

async function withoutSecrets(raw: string): Promise<string> {
  const event = attempt(() => JSON.parse(raw) as unknown)
  if (typeof event !== 'object' || event === null) return redactMemory(raw, 'agent')
  const entries = Object.entries(event).map(async ([key, value]) => {
    const kept = value === null || typeof value === 'boolean' || typeof value === 'number' || PLACE.test(key)
    return [key, kept ? value : await redactValues(value, 'agent')] as const
  })
  return JSON.stringify(Object.fromEntries(await Promise.all(entries)))
}

export interface Drained {
  turns: number
  failed: number
}

/** Oldest first. A turn is gone once it was handled, also when that failed: it must not be tried for ever. */
export async function drainSpool(
  state: string,
  handle: (turn: SpooledTurn) => Promise<void> | void,
): Promise<Drained> {
  const directory = join(state, 'spool')
  const drained = { turns: 0, failed: 0 }
  for (const name of (attempt(() => readdirSync(directory)) ?? []).sort()) {
    if (!name.endsWith('.json')) continue
    const path = join(directory, name)
    const turn = attempt(() => JSON.parse(readFileSync(path, 'utf8')) as SpooledTurn & { v: number })
    try {
      if (turn?.v === 1) {
        await handle(turn)
        drained.turns++
      }
    } catch {
      drained.failed++
    }
    rmSync(path, { force: true })
  }
  return drained
}
