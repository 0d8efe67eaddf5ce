// Which files a conversation has read, in which order and with which content. Kept as notes in its log: a resumed
// conversation may edit what it has read, and what is restored after a compaction says whether it has changed since.

import type { LogNote } from '../../models/log-line.ts'
import { createReadState, type ReadRecord, type ReadState } from '../tools/read-state.ts'

const READ_NOTE = 'read'
const CLEARED_NOTE = 'reads-cleared'
/** The newest; more are older than anything that goes on. */
const MOST_KEPT = 200

export interface RememberedReads {
  readonly state: ReadState
  /** After a clear nothing has been read. */
  clear(): void
}

export function createRememberedReads(
  notes: readonly LogNote[],
  keep: (note: Pick<LogNote, 'kind' | 'data'>) => void,
): RememberedReads {
  const known = createReadState(readNotes(notes))
  return {
    state: {
      ...known,
      set(path, record) {
        known.set(path, record)
        keep({ kind: READ_NOTE, data: { path, ...record } })
      },
    },
    clear() {
      const paths = known.newest()
      if (paths.length === 0) return
      for (const path of paths) known.delete(path)
      keep({ kind: CLEARED_NOTE, data: {} })
    },
  }
}

function readNotes(notes: readonly LogNote[]): [string, ReadRecord][] {
  const records = new Map<string, ReadRecord>()
  for (const { kind, data } of notes) {
    if (kind === CLEARED_NOTE) records.clear()
    if (kind !== READ_NOTE || !isRead(data)) continue
    const { path, mtimeMs, size, hash, partial } = data
    records.delete(path)
    records.set(path, { mtimeMs, size, hash, partial })
  }
  return [...records].slice(-MOST_KEPT)
}

function isRead(data: unknown): data is ReadRecord & { path: string } {
  const { path, mtimeMs, size, hash, partial } = (data ?? {}) as Partial<ReadRecord & { path: string }>
  return (
    typeof path === 'string' &&
    typeof mtimeMs === 'number' &&
    typeof size === 'number' &&
    typeof hash === 'string' &&
    typeof partial === 'boolean'
  )
}
