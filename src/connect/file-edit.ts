// A planned change of another program's file: shown as a diff, then written, with the record by which it can be undone.
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { agentSetupTexts } from '../base/messages/agent-setup.ts'
import { message } from '../base/messages/message.ts'
import { MemdirError } from '../base/values/errors.ts'
import {
  type EditedFile,
  readTextFile,
  removeEmptyDirectory,
  removeFile,
  writeTextFile,
} from './edited-file.ts'
import { type FileRecord, readRecord, writeRecord } from './install/setup-record.ts'

export interface FileEdit extends EditedFile {
  /** undefined: the file does not exist. */
  before: string | undefined
  /** undefined: the file is removed. */
  after: string | undefined
  /** What undo needs, in memdir's own directory; without `record` nothing of ours is left in the file. */
  undo?: { home: string; record?: FileRecord | undefined }
}

/** An edit that changes nothing is left out by the caller. */
export function changes(edit: FileEdit): boolean {
  return edit.before !== edit.after
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
    .flatMap(({ path, project, undo }) =>
      ((undo && readRecord(undo.home, path)?.directories) ?? []).map((directory) => ({
        path: directory,
        project,
      })),
    )
  for (const edit of edits) {
    try {
      applyEdit(edit)
    } catch (error) {
      onFault(edit, error)
    }
  }
  // The inner ones first. One that is not empty stays.
  for (const directory of made.toSorted((a, b) => b.path.length - a.path.length))
    removeEmptyDirectory(directory)
}

export function applyEdit({ before, after, undo, ...file }: FileEdit): void {
  const { path } = file
  if (readTextFile(file) !== before)
    throw new MemdirError('conflict', message(agentSetupTexts.changedByAnother, { path }), {
      fix: message(agentSetupTexts.retrySetup),
    })
  // First: a record of a change that did not come fits no text, and is not used.
  if (undo?.record) {
    const directories = missingAbove(path)
    const noted = directories.length > 0 ? { ...undo.record, directories } : undo.record
    writeRecord(undo.home, path, noted)
  }
  if (after === undefined) removeFile(file)
  else writeTextFile(file, after)
  if (undo && !undo.record) writeRecord(undo.home, path, undefined)
}

function missingAbove(path: string): string[] {
  const directory = dirname(path)
  if (directory === path || existsSync(directory)) return []
  return [...missingAbove(directory), directory]
}
