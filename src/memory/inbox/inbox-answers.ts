// What was answered in the inbox, and what each answer took out of the state: kept so that undo can bring it back. One
// file for each command; a change of the history names the answer that it carries out.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../../base/files/atomic-write.ts'
import { readRegularText } from '../../base/files/read-regular.ts'
import { attempt } from '../../base/values/attempt.ts'
import { isObject } from '../../base/values/is-object.ts'
import { ambiguousChange } from '../writer/history.ts'
import type { Taken } from './taken-state.ts'

export interface AnsweredEntry {
  /** Of the inbox. */
  readonly entry: string
  readonly taken: readonly Taken[]
  /** It was brought back. */
  readonly undone?: boolean
}

/** All that one command answered. */
export interface Answered {
  readonly v: 1
  readonly id: string
  /** ISO. */
  readonly time: string
  readonly action: 'accept' | 'edit' | 'refuse'
  readonly entries: readonly AnsweredEntry[]
}

export interface Answers {
  /** Before the first of them is carried out. */
  write(answered: Answered): void
  /** Only the first so many were carried out. */
  cut(id: string, count: number): void
  /** Newest first; what is damaged is none. */
  list(): Answered[]
  /** By id or a unique beginning of it; undefined: there is none. */
  find(reference: string): Answered | undefined
}

const MOST_KEPT = 200
const MOST_BYTES = 4_000_000
const FILE = /^[0-9a-z]+\.json$/

/** `directory`: `state/answers`. */
export function openAnswers(directory: string): Answers {
  const list = (): Answered[] =>
    (attempt(() => readdirSync(directory)) ?? [])
      .filter((name) => FILE.test(name))
      .flatMap((name) => readAnswered(join(directory, name)) ?? [])
      .sort((a, b) => (a.time < b.time ? 1 : -1))
  return {
    list,
    write(answered) {
      writeFileAtomic(join(directory, `${answered.id}.json`), JSON.stringify(answered))
      for (const { id } of list().slice(MOST_KEPT)) rmSync(join(directory, `${id}.json`), { force: true })
    },
    cut(id, count) {
      const path = join(directory, `${id}.json`)
      const answered = readAnswered(path)
      if (!answered || count === 0) rmSync(path, { force: true })
      else writeFileAtomic(path, JSON.stringify({ ...answered, entries: answered.entries.slice(0, count) }))
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

function readAnswered(path: string): Answered | undefined {
  const text = readRegularText(path, MOST_BYTES)
  const data = text === undefined ? undefined : attempt(() => JSON.parse(text) as unknown)
  if (!isObject(data) || data.v !== 1 || typeof data.id !== 'string' || typeof data.time !== 'string')
    return undefined
  if (!Array.isArray(data.entries) || !data.entries.every(isEntry)) return undefined
  return data as unknown as Answered
}

function isEntry(value: unknown): boolean {
  return isObject(value) && typeof value.entry === 'string' && Array.isArray(value.taken)
}
