// Whether a crash has left something to finish: looked at before every write, and cheap.
import { join } from 'node:path'
import type { FileOps } from '../../base/files/file-ops.ts'
import { systemCode } from '../../base/values/errors.ts'
import type { Journal } from './journal.ts'

/** Changes that were cut off, a purge that was begun, files that wait for a group. */
export function hasPendingWork(ops: FileOps, state: string, journal: Journal): boolean {
  return journal.isCutOff() || hasNames(ops, join(state, 'purge')) || hasNames(ops, join(state, 'staged'))
}

/** Whether anything is in the directory; nothing is where it is missing. */
export function hasNames(ops: FileOps, directory: string): boolean {
  return namesIn(ops, directory).length > 0
}

export function namesIn(ops: FileOps, directory: string): string[] {
  try {
    return ops.readdir(directory)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return []
    throw error
  }
}
