// What is known of former dreams: when the last one succeeded, what the memories said then, what waits for a person.
import { join } from 'node:path'
import { readState, type StateKind, updateState } from '../../base/files/state-file.ts'
import type { StateChange } from '../../memory/state-change.ts'
import type { HeldOperation } from '../dream-plan.ts'

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
const FILE = 'dream.json'
const DREAM: StateKind<DreamState> = { read: readKnown, most: MOST_BYTES }

/** A damaged or unknown file is none: then everything is new, and nothing is lost but time. */
export function readDreamState(state: string): DreamState {
  return readState(join(state, FILE), DREAM) ?? { ...EMPTY }
}

export async function updateDreamState(
  state: string,
  change: (known: DreamState) => DreamState,
): Promise<void> {
  await updateState(join(state, FILE), DREAM, (known = { ...EMPTY }) => change(known))
}

/** What an answer to it changes: it waits no more. */
export function answeringHeld(held: HeldOperation): StateChange {
  return { file: FILE, entry: { of: 'held', key: held.id }, before: held, after: null }
}

function readKnown(given: Record<string, unknown>): DreamState {
  const data = given as Partial<DreamState>
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
