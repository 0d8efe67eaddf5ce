// The forms in which memories come from elsewhere, what is read of them, and why something is refused.

import { listOf, message } from '../base/messages/message.ts'
import { IMPORT_REFUSALS, type ImportRefusal } from '../base/messages/transfer.ts'
import { MemdirError } from '../base/values/errors.ts'
import type { ImportedMemory, RefusedEntry } from './transfer/formats/imported.ts'
import type { RestoredFile } from './transfer/formats/memdir-json.ts'

export const IMPORT_FORMATS = [
  'memdir',
  'records',
  'markdown',
  'claude-code',
  'codex',
  'mcp-memory',
  'mem0',
  'openmemory',
  'basic-memory',
  'claude-mem',
  'chatgpt',
  'instructions',
] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

export type ReadImport =
  | { format: 'memdir'; files: RestoredFile[]; refused?: RefusedEntry[]; from?: string }
  | {
      format: Exclude<ImportFormat, 'memdir'>
      memories: ImportedMemory[]
      refused?: RefusedEntry[]
      /** What the person calls it: the name of the file or directory. */
      from?: string
      /** Files that it takes in and that were not read. */
      unread?: string[]
      /** Files of a directory that nothing marks as memories. */
      plain?: string[]
    }

/** What one import may have. */
export const MOST_MEMORIES = 50_000

interface RefusedValues {
  /** What the person said that it is, where it is not. */
  format?: string | undefined
  line?: number
  count?: number
  /** Which entry, from 1, and which of its fields. */
  at?: number
  field?: string
}

export function refuseImport(path: string, code: ImportRefusal, given: RefusedValues = {}): never {
  const { problem, fix } = IMPORT_REFUSALS[code]
  const { format = '', line = 0, count = 0, at = 0, field = '' } = given
  const values = {
    path,
    format,
    line,
    count,
    at,
    field,
    formats: listOf(IMPORT_FORMATS),
    most: MOST_MEMORIES,
  }
  throw new MemdirError(code === 'missing' ? 'not_found' : 'usage', message(problem, values), {
    fix: message(fix, values),
  })
}

export const MOST_PLAIN_FILES = 20

/** Those that have to be meant; none where they are few. */
export function plainFilesOf(read: ReadImport): readonly string[] {
  const plain = read.format === 'memdir' ? [] : (read.plain ?? [])
  return plain.length > MOST_PLAIN_FILES ? plain : []
}
