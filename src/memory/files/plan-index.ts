// Keeps MEMORY.md in step with a change: single pointer lines, both limits, corrections and newest first.

import { lastChanged, type Memory, supersededBy } from '../memory.ts'
import { pathInPlace } from '../memory-path.ts'
import {
  INDEX_MAX_BYTES,
  INDEX_MAX_LINES,
  type IndexText,
  insertPointer,
  isOverLimit,
  joinIndex,
  overflowCount,
  type Pointer,
  parseIndex,
  pointerLine,
  pointersOf,
  removeLines,
  replaceLine,
  sameTarget,
  setOverflow,
} from './index-file.ts'

export interface IndexedChange {
  before: Memory | undefined
  after: Memory | undefined
}

/** What decides which memories an index lists. */
export type Ranked = Pick<Memory, 'type' | 'importance' | 'updated' | 'modified'>

/** What the plan may ask of the directory. Asked only when the index overflows. */
export interface IndexSurroundings {
  /** Memory files that this index covers, as they will be after the change. */
  listFiles(): string[]
  readMemory(file: string): Ranked | undefined
  /** Whether what is written now has ended. */
  isEnded?(memory: Memory): boolean
  /** Do not believe the count that the index has: for repairs. */
  recount?: boolean
}

/** The new text of an index; the same text when nothing needs to change. */
export function planIndex(
  text: string,
  changes: readonly IndexedChange[],
  around: IndexSurroundings,
): string {
  const start = parseIndex(text)
  // What a newer statement took back, or has expired, must not reach a conversation through the index.
  const isListed = (memory: Memory) => supersededBy(memory) === undefined && !around.isEnded?.(memory)
  const { needed, passedOver } = neededChanges(start, changes, isListed)
  let index = start
  for (const change of needed) index = applyChange(index, change, isListed)
  if (!passedOver && !isOverLimit(index) && overflowCount(index) === undefined) return joinIndex(index)
  const count = (now: IndexText) => countUnlisted(start, now, changes, around)
  const counted = setOverflow(index, count(index))
  if (!isOverLimit(counted)) return joinIndex(counted)
  const fitting = evict(index, changes, around)
  return joinIndex(fitting ? setOverflow(fitting, count(fitting)) : counted)
}

/**
 * Thousands of changes in one write touch at most two hundred lines: what has no line and would get none is passed
 * over here, so that the rest can take its time.
 */
function neededChanges(
  index: IndexText,
  changes: readonly IndexedChange[],
  isListed: (memory: Memory) => boolean,
): { needed: readonly IndexedChange[]; passedOver: boolean } {
  if (changes.length <= INDEX_MAX_LINES) return { needed: changes, passedOver: false }
  const listed = new Set(pointersOf(index).map((pointer) => pointer.file.normalize('NFC')))
  const known: IndexedChange[] = []
  const fresh: IndexedChange[] = []
  for (const change of changes) {
    const file = change.after?.file ?? change.before?.file ?? ''
    if (listed.has(pathInPlace(file).normalize('NFC'))) known.push(change)
    else if (change.after && isListed(change.after)) fresh.push(change)
  }
  if (fresh.length <= INDEX_MAX_LINES) return { needed: [...known, ...fresh], passedOver: false }
  const best = fresh
    .map((change) => ({ change, rank: change.after ? evictionRank(change.after) : 0 }))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, INDEX_MAX_LINES)
  return { needed: [...known, ...best.map(({ change }) => change)], passedOver: true }
}

function applyChange(
  index: IndexText,
  { before, after: written }: IndexedChange,
  isListed: (memory: Memory) => boolean,
): IndexText {
  const after = written && isListed(written) ? written : undefined
  const file = written?.file ?? before?.file
  if (file === undefined) return index
  const target = pathInPlace(file)
  const found = pointersOf(index).filter((pointer) => sameTarget(pointer.file, target))
  if (!after) return removeLines(index, new Set(found.map((pointer) => pointer.line)))
  const line = pointerLine({ ...after, file: target })
  const first = found[0]
  if (!first) return insertPointer(index, line, after.type)
  // A hook that a person or another agent wrote is left alone.
  const ours = before && index.lines[first.line]?.trimEnd() === pointerLine({ ...before, file: target })
  return ours ? replaceLine(index, first.line, line) : index
}

/**
 * Drops the least needed pointers until the index, with its closing count, is within both limits. undefined when
 * other people's lines alone are too long: dropping pointers would lose them and help nobody.
 */
function evict(
  index: IndexText,
  changes: readonly IndexedChange[],
  around: IndexSurroundings,
): IndexText | undefined {
  const fresh = new Map<string, Memory>()
  for (const { after } of changes) if (after) fresh.set(pathInPlace(after.file).normalize('NFC'), after)
  const ranked = pointersOf(index)
    .map((pointer) => ({ pointer, rank: pointerRank(pointer, fresh, around) }))
    .sort((a, b) => a.rank - b.rank)
  // A wide number, so that the closing line's own length is counted.
  const whole = setOverflow(index, 99_999_999)
  let lines = whole.lines.length
  let bytes = Buffer.byteLength(joinIndex(whole))
  const dropped = new Set<number>()
  for (const { pointer } of ranked) {
    if (lines <= INDEX_MAX_LINES && bytes <= INDEX_MAX_BYTES) break
    dropped.add(pointer.line)
    lines -= 1
    bytes -= Buffer.byteLength(index.lines[pointer.line] ?? '') + 1
  }
  return lines <= INDEX_MAX_LINES && bytes <= INDEX_MAX_BYTES ? removeLines(index, dropped) : undefined
}

const CORRECTION = 1e14
const JUST_CHANGED = 1e15
/** No date outweighs a correction, not even one in the year 9999. */
const LATEST = 1e13

/** What just changed stays, then corrections and what matters most, then the newest. */
function pointerRank(
  pointer: Pointer,
  fresh: ReadonlyMap<string, Memory>,
  around: IndexSurroundings,
): number {
  const changed = fresh.get(pointer.file.normalize('NFC'))
  const memory = changed ?? around.readMemory(pointer.file)
  if (!memory) return Number.NEGATIVE_INFINITY
  return (changed ? JUST_CHANGED : 0) + evictionRank(memory)
}

/** For ordering by need: corrections and what matters most, then the newest. */
export function evictionRank(memory: Ranked): number {
  const correction = memory.type === 'feedback' || (memory.importance ?? 3) >= 4 ? CORRECTION : 0
  return correction + Math.min(Date.parse(lastChanged(memory)), LATEST)
}

/** From the count that the index had, by what changed: listing 10,000 files for each write would cost more than it. */
function countUnlisted(
  start: IndexText,
  now: IndexText,
  changes: readonly IndexedChange[],
  around: IndexSurroundings,
): number {
  const listed = targetsOf(now)
  const known = around.recount ? undefined : overflowCount(start)
  if (known === undefined)
    return around.listFiles().filter((file) => !listed.has(file.normalize('NFC'))).length
  const before = targetsOf(start)
  const changed = new Set<string>()
  let count = known
  for (const change of changes) {
    const { file = '' } = change.after ?? change.before ?? {}
    const target = pathInPlace(file).normalize('NFC')
    changed.add(target)
    if (change.after && !listed.has(target)) count += 1
    if (change.before && !before.has(target)) count -= 1
  }
  for (const target of before) {
    if (!listed.has(target) && !changed.has(target) && around.readMemory(target)) count += 1
  }
  return Math.max(0, count)
}

function targetsOf(index: IndexText): Set<string> {
  return new Set(pointersOf(index).map((pointer) => pointer.file.normalize('NFC')))
}
