// What is known of former dreams: when the last one succeeded, what the memories said then, what waits for a person.
import { join } from 'node:path'
import { writeFileAtomic } from '../../base/files/atomic-write.ts'
import { readRegularText } from '../../base/files/read-regular.ts'
import { attempt } from '../../base/values/attempt.ts'
import type { HeldOperation } from './dream-plan.ts'

export interface DreamState {
  /** ISO time of the last that succeeded. */
  last?: string
  /** ISO time at which conversations were last counted and were too few. */
  scanned?: string
  /** Hashes of what the model has seen, by file: what differs is new to it. */
  files: Record<string, string>
  held: HeldOperation[]
  /** Entries of each daily log that were distilled, by file. */
  logs: Record<string, number>
  /** The day whose first turn asked for the logs of the days before. */
  logsDay?: string
}

/** A hundred bytes for each memory: far more than there are. */
const MOST_BYTES = 64_000_000

const EMPTY: DreamState = { files: {}, held: [], logs: {} }

/** A damaged or unknown file is none: then everything is new, and nothing is lost but time. */
export function readDreamState(state: string): DreamState {
  const text = readRegularText(pathOf(state), MOST_BYTES)
  const data =
    text === undefined
      ? undefined
      : attempt(() => JSON.parse(text) as (Partial<DreamState> & { v?: number }) | null)
  if (data?.v !== 1) return { ...EMPTY }
  const { last, scanned, logsDay } = data
  return {
    ...(typeof last === 'string' && { last }),
    ...(typeof scanned === 'string' && { scanned }),
    ...(typeof logsDay === 'string' && { logsDay }),
    files: isTable(data.files) ? data.files : {},
    logs: isTable(data.logs) ? data.logs : {},
    held: Array.isArray(data.held) ? data.held.filter(isHeld) : [],
  }
}

export function writeDreamState(state: string, known: DreamState): void {
  writeFileAtomic(pathOf(state), JSON.stringify({ v: 1, ...known }))
}

function pathOf(state: string): string {
  return join(state, 'dream.json')
}

function isTable<T>(value: Record<string, T> | undefined): value is Record<string, T> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isHeld(value: Partial<HeldOperation> | null): value is HeldOperation {
  return (
    typeof value?.id === 'string' &&
    typeof value.subject?.statement === 'string' &&
    typeof value.op === 'string'
  )
}
