// An index brought in order: dead and double pointers go, missing ones come, and our own lines stand by topic. What a
// person or another agent wrote stays where and as it is. Pure.
import {
  INDEX_MAX_LINES,
  type IndexText,
  insertPointer,
  joinIndex,
  overflowCount,
  type Pointer,
  parseIndex,
  pointerLine,
  pointersOf,
  removeLines,
} from './files/index-file.ts'
import { evictionRank, planIndex } from './files/plan-index.ts'
import type { Memory } from './memory.ts'
import { pathInPlace } from './memory-path.ts'

interface TidiedIndex {
  text: string
  /** Targets whose pointer went: no such file, a second one, or a memory that is no longer recalled. */
  removed: string[]
  /** Targets that got one. */
  added: string[]
  /** Lines that stand elsewhere now. */
  moved: number
}

interface IndexedMemories {
  /** Those that this index covers. */
  memories: readonly Memory[]
  /** Superseded or expired: no conversation should be shown it. */
  isHidden(memory: Memory): boolean
  /** Something is there that cannot be read: a pointer to it is not dead. */
  exists(target: string): boolean
}

export function tidyIndex(before: string, { memories, isHidden, exists }: IndexedMemories): TidiedIndex {
  const covered = new Map(memories.map((memory) => [pathInPlace(memory.file).normalize('NFC'), memory]))
  const start = parseIndex(before)
  const dropped = staleLines(start, covered, isHidden, exists)
  const kept = removeLines(start, new Set(dropped.map(({ line }) => line)))
  const { index: complete, added } = withMissing(kept, covered, isHidden)
  const { index, moved } = sortRuns(complete, covered)
  const text = planIndex(joinIndex(index), [], {
    listFiles: () => [...covered].filter(([, memory]) => !isHidden(memory)).map(([target]) => target),
    readMemory: (target) => covered.get(target.normalize('NFC')),
    recount: true,
  })
  return { text, removed: dropped.map(({ file }) => file), added, moved }
}

function staleLines(
  index: IndexText,
  covered: ReadonlyMap<string, Memory>,
  isHidden: IndexedMemories['isHidden'],
  exists: IndexedMemories['exists'],
): Pointer[] {
  const seen = new Map<string, Pointer>()
  return pointersOf(index).filter((pointer) => {
    const target = pointer.file.normalize('NFC')
    const memory = covered.get(target)
    if (!memory) return !exists(pointer.file)
    if (isHidden(memory)) return true
    const first = seen.get(target)
    seen.set(target, first ?? pointer)
    // Two lines with different hooks may both be meant.
    return first !== undefined && (isOurs(index, pointer, memory) || first.hook === pointer.hook)
  })
}

function withMissing(
  start: IndexText,
  covered: ReadonlyMap<string, Memory>,
  isHidden: IndexedMemories['isHidden'],
): { index: IndexText; added: string[] } {
  if (overflowCount(start) !== undefined) return { index: start, added: [] }
  const listed = new Set(pointersOf(start).map(({ file }) => file.normalize('NFC')))
  const missing = [...covered]
    .filter(([target, memory]) => !listed.has(target) && !isHidden(memory))
    .sort(([, a], [, b]) => evictionRank(b) - evictionRank(a))
    // One more than an index takes makes it overflow and be counted.
    .slice(0, INDEX_MAX_LINES + 1)
  let index = start
  for (const [target, memory] of missing)
    index = insertPointer(index, pointerLine({ ...memory, file: target }), memory.type)
  return { index, added: missing.map(([target]) => target) }
}

/** Within pointers that follow one another, ours change places among themselves. */
function sortRuns(
  index: IndexText,
  covered: ReadonlyMap<string, Memory>,
): { index: IndexText; moved: number } {
  const lines = [...index.lines]
  const ours = pointersOf(index).flatMap((pointer) => {
    const memory = covered.get(pointer.file.normalize('NFC'))
    return memory && isOurs(index, pointer, memory) ? [{ line: pointer.line, key: topicKey(memory) }] : []
  })
  const pointed = new Set(pointersOf(index).map(({ line }) => line))
  let moved = 0
  for (let at = 0; at < ours.length; ) {
    const run = [ours[at]!]
    for (at++; at < ours.length && isOneRun(run.at(-1)!.line, ours[at]!.line, pointed); at++)
      run.push(ours[at]!)
    const sorted = run.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.line - b.line))
    for (const [position, { line }] of run.entries()) {
      const from = sorted[position]!.line
      if (from !== line) moved++
      lines[line] = index.lines[from] ?? ''
    }
  }
  return { index: withEnds(index, lines), moved }
}

function isOneRun(from: number, to: number, pointed: ReadonlySet<number>): boolean {
  for (let line = from + 1; line < to; line++) if (!pointed.has(line)) return false
  return true
}

/** A last line without an end stays the only one without. */
function withEnds(index: IndexText, lines: string[]): IndexText {
  if (!index.crlf || index.closed) return { ...index, lines }
  const bare = lines.map((line) => line.replace(/\r$/, ''))
  return { ...index, lines: bare.map((line, at) => (at < bare.length - 1 ? `${line}\r` : line)) }
}

const TYPES = ['user', 'feedback', 'project', 'reference']

/** By type, then by what the file is called, which names its topic. */
function topicKey({ type, file }: Memory): string {
  const group = TYPES.indexOf(type ?? '')
  return `${group < 0 ? TYPES.length : group} ${file.normalize('NFC').toLowerCase()}`
}

function isOurs(index: IndexText, { line }: Pointer, memory: Memory): boolean {
  const own = pointerLine({ ...memory, file: pathInPlace(memory.file) })
  return index.lines[line]?.trimEnd() === own
}
