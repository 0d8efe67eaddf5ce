// Imports that wait for the person: `state/imports/BATCH.json`, a file for each import, and beside it a mark
// `BATCH-HASH.json` for each answer, with the numbers of the entries that it was for. Nothing in here is ever found or
// recalled. A mark that goes lets its entries wait again, so an answer can be taken back in any order.
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readState, readStates, type StateKind, stateText, writeState } from '../../base/files/state-file.ts'
import { inboxTexts } from '../../base/messages/inbox.ts'
import { message } from '../../base/messages/message.ts'
import { transferTexts } from '../../base/messages/transfer.ts'
import { redactValues } from '../../base/secrets/redact-for.ts'
import { attempt } from '../../base/values/attempt.ts'
import { type Clock, DAY_MS, isoSeconds } from '../../base/values/clock.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { shortHash } from '../../base/values/hash.ts'
import { randomId } from '../../base/values/ids.ts'
import { isObject } from '../../base/values/is-object.ts'
import type { ImportFormat } from '../import-format.ts'
import type { StateChange } from '../state-change.ts'
import type { StagedFile } from '../writer.ts'
import type { ImportedMemory } from './formats/imported.ts'

interface WaitingEntry {
  /** From 1; it keeps it when others are answered. */
  readonly number: number
  /** It reads like an instruction. */
  readonly doubtful?: boolean
  readonly memory: ImportedMemory
}

export interface WaitingBatch {
  readonly id: string
  /** ISO. */
  readonly time: string
  /** Who imported it. */
  readonly by: string
  readonly format: ImportFormat
  /** The name of the file or directory. */
  readonly from?: string | undefined
  /** Those that still wait. */
  readonly entries: readonly WaitingEntry[]
}

export interface WaitingImports {
  /** Oldest first; those with nothing left are none. */
  list(): WaitingBatch[]
  /** By its whole id. */
  find(id: string): WaitingBatch
  /** For the write that it comes with. Secrets are cut out of all that is kept; the doubtful come first. */
  stage(
    batch: Pick<WaitingBatch, 'by' | 'format' | 'from'>,
    memories: readonly Pick<WaitingEntry, 'doubtful' | 'memory'>[],
  ): Promise<{ id: string; staged: StagedFile }>
  /** That these were answered, for the write that carries it out. */
  stageAnswer(id: string, numbers: readonly number[]): StagedFile
  /** The same, as undo has to know it. */
  answering(id: string, numbers: readonly number[]): StateChange
  /** For good, answered or not. */
  erase(isMeant: (text: string) => boolean): void
}

const DIRECTORY = 'imports'
const MOST_BYTES = 1_000_000_000
const BATCH: StateKind<WaitingBatch> = { read: batchIn, most: MOST_BYTES }
const NUMBERS: StateKind<number[]> = {
  read: ({ numbers }) =>
    Array.isArray(numbers) ? numbers.filter((one): one is number => typeof one === 'number') : undefined,
}
const MARK = /^([0-9a-z]+)-[0-9a-z]+\.json$/
/** How long what was answered is kept, for undo. */
const ANSWERED_DAYS = 90

/** `state`: of the memory directory. */
export function openWaitingImports(state: string, clock: Clock): WaitingImports {
  const directory = join(state, DIRECTORY)
  const names = () => attempt(() => readdirSync(directory)) ?? []
  const marksOf = (id: string) => names().filter((name) => MARK.exec(name)?.[1] === id)
  const left = (batch: WaitingBatch): WaitingBatch => {
    const answered = new Set(
      marksOf(batch.id).flatMap((name) => readState(join(directory, name), NUMBERS) ?? []),
    )
    return { ...batch, entries: batch.entries.filter(({ number }) => !answered.has(number)) }
  }
  const all = () => readStates(directory, BATCH)
  const list = () =>
    all()
      .map(left)
      .filter(({ entries }) => entries.length > 0)
      .sort((a, b) => (a.time < b.time ? -1 : 1))
  const stageAnswer = (id: string, numbers: readonly number[]): StagedFile => ({
    directory: DIRECTORY,
    name: markName(id, numbers),
    content: stateText({ numbers }),
  })
  const sweep = () => {
    const since = clock.now().getTime() - ANSWERED_DAYS * DAY_MS
    for (const batch of all()) {
      const marks = marksOf(batch.id)
      const isRecent = (name: string) => (attempt(() => statSync(join(directory, name)).mtimeMs) ?? 0) > since
      if (left(batch).entries.length > 0 || marks.some(isRecent)) continue
      for (const name of [`${batch.id}.json`, ...marks]) rmSync(join(directory, name), { force: true })
    }
  }
  return {
    list,
    find(id) {
      const batch = list().find((one) => one.id === id)
      if (batch) return batch
      throw importAnswered(id)
    },
    async stage(batch, memories) {
      attempt(sweep)
      const entries = await Promise.all(
        memories
          .toSorted((a, b) => Number(b.doubtful ?? false) - Number(a.doubtful ?? false))
          .map(async ({ doubtful, memory }, at) => ({
            number: at + 1,
            ...(doubtful && { doubtful }),
            memory: await redactValues(memory, 'person'),
          })),
      )
      const id = randomId()
      const whole: WaitingBatch = { id, time: isoSeconds(clock.now()), ...batch, entries }
      return { id, staged: { directory: DIRECTORY, name: `${id}.json`, content: stateText(whole) } }
    },
    stageAnswer,
    answering(id, numbers) {
      const { name, content } = stageAnswer(id, numbers)
      return { file: `${DIRECTORY}/${name}`, before: null, after: content }
    },
    erase(isMeant) {
      for (const batch of all()) {
        const entries = batch.entries.filter(({ memory }) => !isMeant(memory.content))
        const path = join(directory, `${batch.id}.json`)
        if (entries.length < batch.entries.length) writeState(path, BATCH, { ...batch, entries })
      }
    },
  }
}

export function importAnswered(id: string): MemdirError {
  return new MemdirError('not_found', message(transferTexts.importAnswered, { id }), {
    fix: message(inboxTexts.seeInbox),
  })
}

/** The same entries, the same name: who takes the answer back needs to know no more. */
function markName(id: string, numbers: readonly number[]): string {
  return `${id}-${shortHash(numbers.join(','))}.json`
}

function batchIn(data: Record<string, unknown>): WaitingBatch | undefined {
  const { id, time, entries } = data
  const isWhole =
    typeof id === 'string' && typeof time === 'string' && Array.isArray(entries) && entries.every(isEntry)
  return isWhole ? (data as unknown as WaitingBatch) : undefined
}

function isEntry(value: unknown): boolean {
  return (
    isObject(value) &&
    Number.isSafeInteger(value.number) &&
    isObject(value.memory) &&
    typeof value.memory.content === 'string'
  )
}
