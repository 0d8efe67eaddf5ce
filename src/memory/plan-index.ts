// Keeps MEMORY.md in step with a change: single pointer lines, both limits, corrections and newest first.
import { posix } from 'node:path'
import {
  INDEX_FILE,
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
  setOverflow,
} from './index-file.ts'
import { lastChanged, type Memory } from './memory.ts'

export interface IndexedChange {
  before: Memory | undefined
  after: Memory | undefined
}

/** What the plan may ask of the directory. Asked only when the index overflows. */
export interface IndexSurroundings {
  /** Memory files that this index covers, as they will be after the change. */
  listFiles(): string[]
  readMemory(file: string): Memory | undefined
}

/** The index that covers a file: shared memories have their own. */
export function indexFor(file: string): string {
  return file.startsWith('team/') ? `team/${INDEX_FILE}` : INDEX_FILE
}

/** Paths in an index are relative to it. */
export function indexTarget(file: string): string {
  return posix.relative(posix.dirname(indexFor(file)), file)
}

/** The new text of an index; the same text when nothing needs to change. */
export function planIndex(
  text: string,
  changes: readonly IndexedChange[],
  around: IndexSurroundings,
): string {
  let index = parseIndex(text)
  for (const change of changes) index = applyChange(index, change)
  const fresh = new Set(changes.flatMap(({ after }) => (after ? [indexTarget(after.file)] : [])))
  const evicted = isOverLimit(index)
  if (evicted) index = evict(index, fresh, around)
  if (evicted || overflowCount(index) !== undefined) index = setOverflow(index, unlisted(index, around))
  return joinIndex(index)
}

function applyChange(index: IndexText, { before, after }: IndexedChange): IndexText {
  const file = after?.file ?? before?.file
  if (file === undefined) return index
  const target = indexTarget(file)
  const found = pointersOf(index).filter((pointer) => pointer.file === target)
  if (!after) return removeLines(index, new Set(found.map((pointer) => pointer.line)))
  const line = pointerLine({ ...after, file: target })
  const first = found[0]
  if (!first) return insertPointer(index, line, after.type)
  // A hook that a person or another agent wrote is left alone.
  const ours = before && index.lines[first.line]?.trimEnd() === pointerLine({ ...before, file: target })
  return ours ? replaceLine(index, first.line, line) : index
}

/** Drops the least needed pointers until the index, with its closing count, is within both limits. */
function evict(index: IndexText, fresh: ReadonlySet<string>, around: IndexSurroundings): IndexText {
  const ranked = pointersOf(index)
    .map((pointer) => ({ pointer, worth: worth(pointer, fresh, around) }))
    .sort((a, b) => a.worth - b.worth)
  const dropped = new Set<number>()
  // A wide number, so that the closing line's own length is counted.
  const fits = () => !isOverLimit(setOverflow(removeLines(index, dropped), 99_999_999))
  for (const { pointer } of ranked) {
    if (fits()) break
    dropped.add(pointer.line)
  }
  return removeLines(index, dropped)
}

const CORRECTION = 1e16
const JUST_CHANGED = 1e17

/** What just changed stays, then corrections and what matters most, then the newest. */
function worth(pointer: Pointer, fresh: ReadonlySet<string>, around: IndexSurroundings): number {
  if (fresh.has(pointer.file)) return JUST_CHANGED
  const memory = around.readMemory(pointer.file)
  return memory ? standing(memory) : -1
}

/** For ordering by need: corrections and what matters most, then the newest. */
export function standing(memory: Memory): number {
  const correction = memory.type === 'feedback' || (memory.importance ?? 3) >= 4 ? CORRECTION : 0
  return correction + Date.parse(lastChanged(memory))
}

function unlisted(index: IndexText, around: IndexSurroundings): number {
  const listed = new Set(pointersOf(index).map((pointer) => pointer.file))
  return around.listFiles().filter((file) => !listed.has(file)).length
}
