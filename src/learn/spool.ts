// Turns that ended, waiting for the worker: one small private file each, below state/spool/. A hook writes it and
// returns; the worker takes it when the client has gone on or has exited. At least once: drain-spool.ts.
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeState } from '../base/files/state-file.ts'
import { redactFor, redactValues } from '../base/secrets/redact-for.ts'
import { cutToBytes } from '../base/text/unicode.ts'
import { attempt } from '../base/values/attempt.ts'
import { timedId } from '../base/values/ids.ts'
import {
  droppedFile,
  SPOOL_TURNS,
  type SpooledTurn,
  STORED_TURN,
  spoolDirectory,
  spooledFiles,
} from './worker/spool-files.ts'

export const TURN_BYTES = 1_000_000
const TEXT_BYTES = 200_000

/** Not synced: losing the last turn in a power cut is better than a slow prompt. Throws where the disk is full. */
export async function spoolTurn(state: string, turn: SpooledTurn): Promise<{ drop(): void }> {
  const raw = await prepareRaw(turn.raw)
  const path = join(spoolDirectory(state), `${timedId(Date.now())}.json`)
  writeState(path, STORED_TURN, { ...turn, raw })
  dropOldest(state)
  return { drop: () => rmSync(path, { force: true }) }
}

function dropOldest(state: string): void {
  for (const name of spooledFiles(state).slice(0, -SPOOL_TURNS))
    attempt(() => {
      // Throws where another hook has dropped it by then: that one counts it.
      rmSync(join(spoolDirectory(state), name))
      appendFileSync(droppedFile(state), '.', { mode: 0o600 })
    })
}

/** Ids and places stay as they are: the worker finds the conversation by them, and they say nothing of it. */
const PLACE = /^cwd$|(?:_id|_path|Id|Path)$/

async function prepareRaw(raw: string): Promise<string> {
  const event = attempt(() => JSON.parse(raw) as unknown)
  if (typeof event !== 'object' || event === null || Array.isArray(event))
    return cutToBytes(await redactFor(raw, 'agent'), TURN_BYTES)
  const isPlace = ([key, value]: [string, unknown]) => PLACE.test(key) && typeof value === 'string'
  const places = Object.fromEntries(Object.entries(event).filter(isPlace))
  const rest = Object.fromEntries(Object.entries(event).filter((entry) => !isPlace(entry)))
  const clean = isNestedDeeperThan(MOST_NESTED, rest) ? {} : await redactValues(rest, 'agent')
  return JSON.stringify(fitEvent({ ...clean, ...places }, TURN_BYTES))
}

/** What is nested deeper was made to end a stack: the worker gets the places alone. */
const MOST_NESTED = 200

function isNestedDeeperThan(most: number, value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= most; depth++) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
    if (level.length === 0) return false
  }
  return true
}

/** Texts are cut, shorter and shorter until the whole fits; what is large for another reason keeps its ids and places. */
export function fitEvent(event: Record<string, unknown>, most: number): Record<string, unknown> {
  for (let limit = TEXT_BYTES; limit > 0; limit = Math.floor(limit / 8)) {
    const entries = Object.entries(event).map(([key, value]) => [
      key,
      PLACE.test(key) ? value : cutTexts(value, limit),
    ])
    const cut = Object.fromEntries(entries) as Record<string, unknown>
    if (Buffer.byteLength(JSON.stringify(cut)) <= most) return cut
  }
  return Object.fromEntries(
    Object.entries(event).filter(
      ([key, value]) => PLACE.test(key) && typeof value === 'string' && value.length <= 4_096,
    ),
  )
}

function cutTexts(value: unknown, limit: number): unknown {
  if (typeof value === 'string') return cutToBytes(value, limit)
  if (Array.isArray(value)) return value.map((one) => cutTexts(one, limit))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cutTexts(one, limit)]))
}
