// Erasing for good: a memory, and what was merged into it, goes from the history.
import { contentHash } from '../lib/hash.ts'
import { undoneChanges } from './history.ts'
import { INDEX_FILE, joinIndex, parseIndex, pointersOf, removeLines, sameTarget } from './index-file.ts'
import type { Change } from './journal.ts'
import type { Memory } from './memory.ts'
import { indexFor, indexTarget } from './plan-index.ts'
import { bytesOf } from './write-step.ts'
import type { MemoryWriter } from './writer.ts'

/** Under which names a memory, and what was merged into it, was known. */
export interface KnownAs {
  ids: ReadonlySet<string>
  files: ReadonlySet<string>
}

/** Removes every trace of a memory from the history. Returns how many changes were erased. */
export function eraseHistory(writer: MemoryWriter, memory: Pick<Memory, 'id' | 'file'>): Promise<number> {
  return writer.exclusively(() => {
    const all = allChanges(writer)
    const own = ownChanges(all, memory)
    const { files } = namesOf(all, own, memory)
    // The memory that this one was merged into keeps its own words, not those that only the history has of it.
    const mergedAway = new Set(
      all
        .filter(({ id, action, after }) => own.has(id) && action === 'merge' && !after)
        .map(({ group }) => group),
    )
    return writer.journal.rewrite((change) => {
      if (own.has(change.id)) return undefined
      const { merged, ...rest } = change
      const kept = merged !== undefined && mergedAway.has(change.group) ? rest : change
      return withoutPointers(kept, files)
    })
  })
}

/** Every id and file name that the history has for a memory and for what was merged into it. */
export function knownAs(writer: MemoryWriter, memory: Pick<Memory, 'id' | 'file'>): KnownAs {
  const all = allChanges(writer)
  return namesOf(all, ownChanges(all, memory), memory)
}

/** Also those that a crash cut off: they hold text too. */
function allChanges(writer: MemoryWriter): Change[] {
  const all: Change[] = []
  writer.journal.rewrite((change) => {
    all.push(change)
    return change
  })
  return all
}

function namesOf(
  all: readonly Change[],
  own: ReadonlySet<string>,
  memory: Pick<Memory, 'id' | 'file'>,
): KnownAs {
  const changes = all.filter(({ id }) => own.has(id))
  return {
    ids: new Set([memory.id, ...changes.flatMap((change) => change.memory ?? [])]),
    files: new Set([memory.file, ...changes.map(({ file }) => file)]),
  }
}

/**
 * The changes of this memory, also from before its id was changed: a file from its making to its removal is one
 * memory. What another memory did under the same file name stays. What was merged into it is part of it.
 */
function ownChanges(all: readonly Change[], memory: Pick<Memory, 'id'>): Set<string> {
  const lives = livesOf(all)
  const mergedIn = mergedInto(all)
  const own = new Set<string>()
  const waiting = lives.filter((life) => life.some((change) => change.memory === memory.id))
  for (let life = waiting.pop(); life; life = waiting.pop()) {
    if (own.has(life[0]!.id)) continue
    for (const change of life) own.add(change.id)
    const gone = life.flatMap(({ id }) => mergedIn.get(id) ?? [])
    const ids = new Set(gone.map((change) => change.memory))
    const isGone = (other: Change[]) =>
      other.some((one) => gone.includes(one) || (one.memory && ids.has(one.memory)))
    // One that is there again, however it came back, is a memory of its own.
    waiting.push(...lives.filter((other) => !other.at(-1)?.after && isGone(other)))
  }
  return own
}

/** The changes of each file from its making to its removal, without the indexes. */
function livesOf(all: readonly Change[]): Change[][] {
  const lives: Change[][] = []
  const last = new Map<string, Change[]>()
  for (const change of all) {
    if (change.file.endsWith(INDEX_FILE)) continue
    const known = change.before === null ? undefined : last.get(change.file)
    if (known) known.push(change)
    else {
      const life = [change]
      lives.push(life)
      last.set(change.file, life)
    }
  }
  return lives
}

/** For each change of a memory that took another in: the removals that came with it. One that was undone did not. */
function mergedInto(all: readonly Change[]): Map<string, Change[]> {
  const undone = undoneChanges(all)
  const removed = new Map<string, Change[]>()
  const merges = all.filter(({ action, file }) => action === 'merge' && !file.endsWith(INDEX_FILE))
  for (const change of merges)
    if (!change.after && !undone.has(change.id))
      removed.set(change.group, [...(removed.get(change.group) ?? []), change])
  return new Map(
    merges.filter(({ after }) => after).map(({ id, group }) => [id, removed.get(group) ?? []] as const),
  )
}

/** Changes of an index keep its whole text: the lines that name the memory go from it. */
function withoutPointers(change: Change, files: ReadonlySet<string>): Change | undefined {
  const targets = [...files].filter((file) => indexFor(file) === change.file).map(indexTarget)
  if (targets.length === 0) return change
  const clean = (content: Change['before']): Change['before'] => {
    const index = parseIndex(bytesOf(content)?.toString('utf8') ?? '')
    const named = pointersOf(index).filter(({ file }) => targets.some((target) => sameTarget(file, target)))
    if (named.length === 0) return content
    const text = joinIndex(removeLines(index, new Set(named.map((pointer) => pointer.line))))
    return { hash: contentHash(text), text }
  }
  const before = clean(change.before)
  const after = clean(change.after)
  if (before === change.before && after === change.after) return change
  // A change that only touched these pointers has nothing left to tell.
  return before?.hash === after?.hash ? undefined : { ...change, before, after }
}
