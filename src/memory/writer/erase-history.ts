// Erasing for good: a memory, and what was merged into it, goes from the history.

import { contentHash } from '../../base/values/hash.ts'
import { joinIndex, parseIndex, pointersOf, removeLines, sameTarget } from '../files/index-file.ts'
import { undoneChanges } from '../history.ts'
import type { Memory } from '../memory.ts'
import { INDEX_FILE, pathInPlace, placeOf } from '../memory-path.ts'
import type { Change } from '../writer.ts'
import { bytesOf } from '../writer.ts'
import type { Journal } from './journal.ts'
import { rewriteChanges } from './rewrite-journal.ts'
import { memoryOf } from './write-step.ts'

/** What of the history belongs to a memory and to what was merged into it. Plain data: it is kept until all is done. */
export interface ErasurePlan {
  /** Under which ids and file names it was known. */
  ids: string[]
  files: string[]
  /** Ids of its changes. */
  changes: string[]
  /** Groups in which it was merged into another memory, which keeps its own words and not those of this one. */
  mergedAway: string[]
}

/** `all`: also the changes that did not take place; they hold text too. */
export function planErasure(all: readonly Change[], memory: Pick<Memory, 'id' | 'file'>): ErasurePlan {
  const own = ownChanges(all, memory)
  const changes = all.filter(({ id }) => own.has(id))
  const away = changes.filter(({ action, after }) => action === 'merge' && !after)
  return {
    ids: unique([memory.id, ...changes.flatMap((change) => change.memory ?? [])]),
    files: unique([memory.file, ...changes.map(({ file }) => file)]),
    changes: [...own],
    mergedAway: unique(away.map(({ group }) => group)),
  }
}

/** Returns how many changes were erased. Only under the write lock. */
export function eraseFromHistory(journal: Journal, plan: ErasurePlan): number {
  const own = new Set(plan.changes)
  const files = new Set(plan.files)
  return rewriteChanges(journal.place, (change) => {
    if (own.has(change.id)) return undefined
    const { merged, ...rest } = change
    const kept = merged !== undefined && plan.mergedAway.includes(change.group) ? rest : change
    return kept.file.endsWith(INDEX_FILE) ? withoutPointers(kept, files) : kept
  })
}

/** All that the memory ever said: its texts, names and descriptions. */
export function textsToErase(all: readonly Change[], plan: ErasurePlan): string[] {
  const own = new Set(plan.changes)
  const texts = all.flatMap((change) => {
    if (!own.has(change.id)) return plan.mergedAway.includes(change.group) ? [change.merged] : []
    const versions = [change.before, change.after].map((content) => memoryOf(change.file, bytesOf(content)))
    const said = versions.flatMap((memory) => [memory?.content, memory?.name, memory?.description])
    return [...said, change.merged]
  })
  return unique(texts.filter((text) => text !== undefined))
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)]
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
    if (life.some(({ id }) => own.has(id))) continue
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
  const targets = [...files].filter((file) => placeOf(file).index === change.file).map(pathInPlace)
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
