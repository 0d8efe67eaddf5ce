// What memdir changed in other programs' files, so that undo gives back what was there: the steps by which a text was
// changed, as long as nobody else has changed it, and the values that ours took the place of. Only what was replaced is
// kept here, never the rest of a file.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readState, readStates, type StateKind, writeState } from '../../base/files/state-file.ts'
import { contentHash } from '../../base/values/hash.ts'
import { isObject } from '../../base/values/is-object.ts'
import { type TextDraft, type TextStep, takeBack } from './text-draft.ts'

export interface FileRecord {
  /** There was no file. */
  created?: true
  /** Nor were these, above it. */
  directories?: string[]
  /** The hash of the text as we left it; not there where somebody else wrote between two of our changes. */
  hash?: string
  steps: TextStep[]
  /** As it was written, by place in the file. */
  previous: Record<string, string>
  /** Groups that were not there. */
  made: string[]
}

const RECORD: StateKind<{ path: string; record: FileRecord }> = {
  read: ({ path, record }) =>
    typeof path === 'string' &&
    isObject(record) &&
    [record.steps, record.made].every(Array.isArray) &&
    isObject(record.previous)
      ? { path, record: record as unknown as FileRecord }
      : undefined,
  // With the settings files of agents as they were.
  most: 64_000_000,
}

/** A file for each, so that two setups at the same time do not lose each other's. */
const recordFile = (home: string, path: string) =>
  join(home, 'setup', `${contentHash(path).slice(0, 24)}.json`)

export function readRecord(home: string, path: string): FileRecord | undefined {
  const read = readState(recordFile(home, path), RECORD)
  return read?.path === path ? read.record : undefined
}

/** The files in which something of ours is, in whatever checkout. */
export function recordedPaths(home: string): string[] {
  return readStates(join(home, 'setup'), RECORD).map(({ path }) => path)
}

/** undefined: nothing of ours is in the file any more. */
export function writeRecord(home: string, path: string, record: FileRecord | undefined): void {
  const file = recordFile(home, path)
  if (record === undefined) rmSync(file, { force: true })
  else writeState(file, RECORD, { path, record })
}

export function emptyRecord(): FileRecord {
  return { steps: [], previous: {}, made: [] }
}

/** The record with these steps added; they can be taken back only where they follow those before. */
export function addSteps(record: FileRecord, before: string | undefined, draft: TextDraft): FileRecord {
  const isFirst = record.steps.length === 0 && record.hash === undefined
  const follows = before !== undefined && record.hash === contentHash(before)
  const { hash: _, ...rest } = record
  if (!isFirst && !follows) return { ...rest, steps: [] }
  return { ...rest, steps: [...record.steps, ...draft.steps], hash: contentHash(draft.text) }
}

/** The text before our changes, if nobody else has changed it since. */
export function exactlyBefore(
  record: FileRecord | undefined,
  text: string,
): { text: string | undefined } | undefined {
  if (record?.hash === undefined || record.hash !== contentHash(text)) return undefined
  return { text: record.created ? undefined : takeBack(text, record.steps) }
}
