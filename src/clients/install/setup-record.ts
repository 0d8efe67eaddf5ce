// What memdir changed in other programs' files, so that undo gives back what was there: the steps by which a text was
// changed, as long as nobody else has changed it, and the values that ours took the place of. Only what was replaced is
// kept here, never the rest of a file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../../lib/atomic-write.ts'
import { attempt } from '../../lib/attempt.ts'
import { contentHash } from '../../lib/hash.ts'
import { type TextDraft, type TextStep, takeBack } from './text-draft.ts'

export interface FileRecord {
  /** There was no file. */
  created?: true
  /** Of the text as we left it; not there where somebody else wrote between two of our changes. */
  hash?: string
  steps: TextStep[]
  /** As it was written, by place in the file. */
  previous: Record<string, string>
  /** Groups that were not there. */
  made: string[]
}

interface Records {
  v: 1
  files: Record<string, FileRecord>
}

const recordsFile = (home: string) => join(home, 'setup.json')

export function readRecord(home: string, path: string): FileRecord | undefined {
  return readRecords(home).files[path]
}

function readRecords(home: string): Records {
  const read = attempt(() => JSON.parse(readFileSync(recordsFile(home), 'utf8')) as Records)
  return read?.v === 1 && typeof read.files === 'object' ? read : { v: 1, files: {} }
}

/** undefined: nothing of ours is in the file any more. */
export function writeRecord(home: string, path: string, record: FileRecord | undefined): void {
  const records = readRecords(home)
  if (record === undefined && !(path in records.files)) return
  const { [path]: _, ...others } = records.files
  const files = record ? { ...others, [path]: record } : others
  writeFileAtomic(recordsFile(home), `${JSON.stringify({ v: 1, files })}\n`, { mode: 0o600 })
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
