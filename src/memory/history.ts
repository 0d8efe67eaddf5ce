// What happened to the memories: the log, and one change of it.
import { MemdirError } from '../lib/errors.ts'
import type { Change } from './journal.ts'
import type { Memory } from './memory.ts'
import type { MemoryWriter } from './writer.ts'

export interface HistoryFilter {
  /** Of this memory: by its id or file. */
  memory?: Pick<Memory, 'id' | 'file'>
  since?: Date
  /** The source conversation. */
  conversation?: string
}

export interface LoggedChange extends Change {
  /** The change that took this one back, if it is still taken back. */
  undoneBy?: string
}

/** Newest first. */
export function readLog(writer: MemoryWriter, filter: HistoryFilter = {}): LoggedChange[] {
  const changes = writer.journal.read()
  const undone = undoneChanges(changes)
  const matches = changes.filter((change) => isMatch(change, filter))
  return matches.map((change) => ({ ...change, undoneBy: undone.get(change.id) })).reverse()
}

/** An undo that was itself undone takes nothing back. */
export function undoneChanges(changes: readonly Change[]): Map<string, string> {
  const undone = new Map<string, string>()
  for (const change of changes.toReversed()) {
    if (change.undoes && !undone.has(change.id)) undone.set(change.undoes, change.id)
  }
  return undone
}

function isMatch(change: Change, { memory, since, conversation }: HistoryFilter): boolean {
  if (memory && change.memory !== memory.id && change.file !== memory.file) return false
  if (since && Date.parse(change.time) < since.getTime()) return false
  return !conversation || change.source?.conversation === conversation
}

/** One change by its id or a unique beginning of it. */
export function findChange(writer: MemoryWriter, id: string): LoggedChange {
  // Every id begins with nothing.
  if (id.trim() === '')
    throw new MemdirError('usage', 'the id of the change is empty', { fix: 'See `memdir log` for the ids.' })
  const found = readLog(writer).filter((change) => change.id.startsWith(id))
  const exact = found.find((change) => change.id === id)
  if (exact ?? found.length === 1) return exact ?? found[0]!
  if (found.length === 0) {
    throw new MemdirError('not_found', `there is no change "${id}"`, { fix: 'See `memdir log` for the ids.' })
  }
  throw new MemdirError('ambiguous', `"${id}" is the beginning of ${found.length} changes`, {
    fix: 'Give more characters of the id.',
  })
}
