// What was answered in the inbox, or corrected, and what each answer changed in the state: kept so that undo can take it
// back. One file for each command; a change of the history names the answer that it carries out.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readStates, type StateKind, stateText } from '../../base/files/state-file.ts'
import { ambiguousChange } from '../history.ts'
import { isStateChange, type StateChange } from '../state-change.ts'
import type { StagedFile } from '../writer.ts'

export interface AnsweredEntry {
  /** The entry of the inbox, or the memory that was corrected. */
  readonly entry: string
  readonly changes: readonly StateChange[]
  /** It was taken back. */
  readonly undone?: boolean
}

/** All that one command answered. */
export interface Answered {
  readonly id: string
  /** ISO. */
  readonly time: string
  readonly action: 'accept' | 'edit' | 'refuse' | 'correct'
  readonly entries: readonly AnsweredEntry[]
}

export interface Answers {
  /** For the write that carries it out. */
  stage(answered: Answered): StagedFile
  /** So many are kept. */
  sweep(): void
  /** Newest first; what is damaged is none. */
  list(): Answered[]
  /** By id or a unique beginning of it; undefined: there is none. */
  find(reference: string): Answered | undefined
}

const DIRECTORY = 'answers'
const MOST_KEPT = 200
const ANSWERED: StateKind<Answered> = { read: readAnswered, most: 4_000_000 }

/** `state`: of the memory directory. */
export function openAnswers(state: string): Answers {
  const directory = join(state, DIRECTORY)
  const list = (): Answered[] => readStates(directory, ANSWERED).sort((a, b) => (a.time < b.time ? 1 : -1))
  return {
    list,
    stage: (answered) => ({
      directory: DIRECTORY,
      name: `${answered.id}.json`,
      content: stateText(answered),
    }),
    sweep() {
      for (const { id } of list().slice(MOST_KEPT)) rmSync(join(directory, `${id}.json`), { force: true })
    },
    find(reference) {
      const found = list().filter(({ id }) => reference !== '' && id.startsWith(reference))
      const exact = found.find(({ id }) => id === reference) ?? (found.length === 1 ? found[0] : undefined)
      if (exact || found.length === 0) return exact
      throw ambiguousChange(reference, found.length)
    },
  }
}

/** What the history calls the answer to one entry. */
export function answerName(answered: string, entry: string): string {
  return `${answered}/${entry}`
}

function readAnswered(data: Record<string, unknown>): Answered | undefined {
  const { id, time, entries } = data as Partial<Answered>
  const isWhole =
    typeof id === 'string' &&
    typeof time === 'string' &&
    Array.isArray(entries) &&
    entries.every(
      (one) =>
        typeof one?.entry === 'string' && Array.isArray(one.changes) && one.changes.every(isStateChange),
    )
  return isWhole ? (data as unknown as Answered) : undefined
}
