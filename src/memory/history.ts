// What happened to the memories: the log, one change of it, erasing for good.
import { MemdirError } from '../lib/errors.ts'
import { contentHash } from '../lib/hash.ts'
import { INDEX_FILE, joinIndex, parseIndex, pointersOf, removeLines } from './index-file.ts'
import type { Change } from './journal.ts'
import type { Memory } from './memory.ts'
import { indexFor, indexTarget } from './plan-index.ts'
import { bytesOf } from './write-step.ts'
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
function undoneChanges(changes: readonly Change[]): Map<string, string> {
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

/** Removes every trace of a memory from the history. Returns how many changes were erased. */
export function eraseHistory(writer: MemoryWriter, memory: Pick<Memory, 'id' | 'file'>): Promise<number> {
  return writer.exclusively(() => {
    const all: Change[] = []
    writer.journal.rewrite((change) => {
      all.push(change)
      return change
    })
    const own = ownChanges(all, memory)
    return writer.journal.rewrite((change) =>
      own.has(change.id) ? undefined : withoutPointer(change, memory),
    )
  })
}

/**
 * The changes of this memory, also from before its id was changed: a file from its making to its removal is one
 * memory. What another memory did under the same file name stays.
 */
function ownChanges(all: readonly Change[], memory: Pick<Memory, 'id' | 'file'>): Set<string> {
  const own = new Set<string>()
  const lives = new Map<string, Change[]>()
  for (const change of all) {
    if (change.file.endsWith(INDEX_FILE)) continue
    const life = change.before === null ? [] : (lives.get(change.file) ?? [])
    life.push(change)
    lives.set(change.file, life)
    if (life.some((one) => one.memory === memory.id)) for (const one of life) own.add(one.id)
  }
  return own
}

/** Changes of an index keep its whole text: the lines that name the memory go from it. */
function withoutPointer(change: Change, memory: Pick<Memory, 'file'>): Change | undefined {
  if (change.file !== indexFor(memory.file)) return change
  const target = indexTarget(memory.file)
  const clean = (content: Change['before']): Change['before'] => {
    const index = parseIndex(bytesOf(content)?.toString('utf8') ?? '')
    const named = pointersOf(index).filter((pointer) => pointer.file === target)
    if (named.length === 0) return content
    const text = joinIndex(removeLines(index, new Set(named.map((pointer) => pointer.line))))
    return { hash: contentHash(text), text }
  }
  const before = clean(change.before)
  const after = clean(change.after)
  if (before === change.before && after === change.after) return change
  // A change that only touched this pointer has nothing left to tell.
  return before?.hash === after?.hash ? undefined : { ...change, before, after }
}
