// What a write changes below state/ besides memories, in words by which it can be done, taken back and done again.
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isObject } from '../base/values/is-object.ts'
import type { Staged } from './writer/staged-files.ts'
import type { Transaction } from './writer/transaction.ts'

/** A whole small file, as text; or one entry of a state file. null: it is not there. */
export interface StateChange {
  /** Below `state/`. */
  readonly file: string
  /** The one of this id or name in its list or table `of`. */
  readonly entry?: { readonly of: string; readonly key: string }
  readonly before: unknown
  readonly after: unknown
  /** In the state of the memories that hold in all projects. */
  readonly everywhere?: true
}

/** For the write that it goes with. A file that is there again already stays as it is. */
export function stagedFor(
  state: string,
  { file, entry, before, after }: StateChange,
  to: 'before' | 'after',
): Staged[] {
  const value = to === 'before' ? before : after
  if (entry) return [{ file, ...entry, value }]
  if (value !== null && (typeof value !== 'string' || existsSync(join(state, file)))) return []
  return [{ directory: dirname(file), name: basename(file), content: value }]
}

/** What it is read from is only data: no other file is named by it. */
export function isStateChange(value: unknown): value is StateChange {
  if (!isObject(value) || typeof value.file !== 'string') return false
  const { entry, file } = value
  if (entry === undefined)
    return /^(?:candidates|quarantine|imports)\/[0-9a-z]+(?:-[0-9a-z]+)?\.json$/.test(file)
  return isObject(entry) && typeof entry.of === 'string' && typeof entry.key === 'string'
}

/** `part`: of the memories that hold in all projects. */
export function stageChanges(
  { transaction, part }: { transaction: Transaction; part?: Transaction | undefined },
  entries: readonly { readonly changes: readonly StateChange[] }[],
  to: 'before' | 'after',
): void {
  for (const { changes } of entries)
    for (const change of changes) {
      const where = change.everywhere ? part : transaction
      where?.stage(...stagedFor(where.state, change, to))
    }
}
