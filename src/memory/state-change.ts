// What a write changes below state/ besides memories, in words by which it can be done, taken back and done again.
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isObject } from '../base/values/is-object.ts'
import type { PlaceKind } from './places.ts'
import type { Transaction } from './writer/transaction.ts'
import type { Staged } from './writer.ts'

/** A whole small file, as text; or one entry of a state file. null: it is not there. */
export interface StateChange {
  /** Below `state/`. */
  readonly file: string
  /** The one of this id or name in its list or table `of`. */
  readonly entry?: { readonly of: string; readonly key: string }
  readonly before: unknown
  readonly after: unknown
  /** In the state of this place, beside the one that is answered in. */
  readonly at?: PlaceKind
}

/** A transaction, and those in the places beside that go with it. */
export interface Within {
  readonly transaction: Transaction
  readonly parts: ReadonlyMap<PlaceKind, Transaction>
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

/** `parts`: of the places beside. */
export function stageChanges(
  { transaction, parts }: Within,
  entries: readonly { readonly changes: readonly StateChange[] }[],
  to: 'before' | 'after',
): void {
  for (const { changes } of entries)
    for (const change of changes) {
      const where = change.at === undefined ? transaction : parts.get(change.at)
      where?.stage(...stagedFor(where.state, change, to))
    }
}
