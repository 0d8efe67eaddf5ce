// A planned change of another program's file: shown as a diff, then written, with the record by which it can be undone.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { writeFileAtomic } from '../../lib/atomic-write.ts'
import { attempt } from '../../lib/attempt.ts'
import { MemdirError, systemCode } from '../../lib/errors.ts'
import {
  CHANGED_BY_ANOTHER,
  LET_READ,
  NOT_READABLE,
  NOT_UTF8,
  RETRY_SETUP,
  SAVE_AS_UTF8,
} from '../../messages/agent-setup.ts'
import { message } from '../../messages/message.ts'
import { type FileRecord, readRecord, writeRecord } from './setup-record.ts'

export interface FileEdit {
  path: string
  /** undefined: the file does not exist. */
  before: string | undefined
  /** undefined: the file is removed. */
  after: string | undefined
  /** Below memdir's own directory: nobody else reads it. */
  private?: true
  /** What undo needs, in memdir's own directory; without `record` nothing of ours is left in the file. */
  undo?: { home: string; record?: FileRecord | undefined }
}

/** An edit that changes nothing is left out by the caller. */
export function changes(edit: FileEdit): boolean {
  return edit.before !== edit.after
}

/** undefined: there is none. What cannot be read, or is no UTF-8, would be lost by writing a text in its place. */
export function readTextFile(path: string): string | undefined {
  const bytes = readBytes(path)
  if (!bytes) return undefined
  const text = bytes.toString('utf8')
  if (Buffer.from(text, 'utf8').equals(bytes)) return text
  throw new MemdirError('broken_file', message(NOT_UTF8, { path }), { fix: message(SAVE_AS_UTF8) })
}

function readBytes(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    const code = systemCode(error)
    // A link that leads nowhere is something, too: a file in its place would cut it off.
    const isNothing = code === 'ENOENT' && lstatSync(path, { throwIfNoEntry: false }) === undefined
    if (isNothing || code === 'ENOTDIR') return undefined
    throw new MemdirError('io', message(NOT_READABLE, { path, reason: code ?? String(error) }), {
      fix: message(LET_READ),
    })
  }
}

/**
 * And removes the directories that were made for files which go, where nothing else is in them. `onFault`: an edit that
 * fails keeps no other from being made.
 */
export function applyEdits(
  edits: readonly FileEdit[],
  onFault: (edit: FileEdit, error: unknown) => void = (_, error) => {
    throw error
  },
): void {
  const made = edits
    .filter(({ after }) => after === undefined)
    .flatMap(({ path, undo }) => (undo && readRecord(undo.home, path)?.directories) || [])
  for (const edit of edits) {
    try {
      applyEdit(edit)
    } catch (error) {
      onFault(edit, error)
    }
  }
  // The inner ones first. One that is not empty stays.
  for (const directory of made.toSorted((a, b) => b.length - a.length)) attempt(() => rmdirSync(directory))
}

/** Keeps the file's mode. A symbolic link is followed: people keep their settings in repositories of their own. */
export function applyEdit({ path, before, after, private: own, undo }: FileEdit): void {
  if (readTextFile(path) !== before)
    throw new MemdirError('conflict', message(CHANGED_BY_ANOTHER, { path }), { fix: message(RETRY_SETUP) })
  // First: a record of a change that did not come fits no text, and is not used.
  if (undo?.record) {
    const directories = missingAbove(path)
    const noted = directories.length > 0 ? { ...undo.record, directories } : undo.record
    writeRecord(undo.home, path, noted)
  }
  if (after === undefined) rmSync(path, { force: true })
  else {
    const mode = attempt(() => statSync(path).mode & 0o777)
    if (!existsSync(dirname(path))) mkdirSync(dirname(path), { recursive: true, ...(own && { mode: 0o700 }) })
    writeFileAtomic(attempt(() => realpathSync(path)) ?? path, after, { mode: mode ?? (own ? 0o600 : 0o644) })
  }
  if (undo && !undo.record) writeRecord(undo.home, path, undefined)
}

function missingAbove(path: string): string[] {
  const directory = dirname(path)
  if (directory === path || existsSync(directory)) return []
  return [...missingAbove(directory), directory]
}
