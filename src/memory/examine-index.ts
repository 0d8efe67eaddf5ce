// What is wrong with the index files: pointers that are missing, dead or double, lines and files that are too long.
import { attempt } from '../lib/attempt.ts'
import type { Finding, FindingCode } from './finding.ts'
import {
  INDEX_FILE,
  type IndexText,
  isOverLimit,
  overflowCount,
  POINTER_REPORTED_CHARACTERS,
  parseIndex,
  pointersOf,
} from './index-file.ts'
import { type Memory, supersededBy } from './memory.ts'
import { pathInPlace, placeOf } from './place.ts'
import { readMemoryFile, readMemoryText } from './read-memory-file.ts'

export function examineIndexes(directory: string, memories: readonly Memory[]): Finding[] {
  return readableIndexes(directory, memories).flatMap((file) => {
    const text = readMemoryText(directory, file) ?? ''
    const covered = memories
      .filter((memory) => placeOf(memory.file).index === file)
      .map((m) => pathInPlace(m.file))
    const hidden = memories.filter((memory) => supersededBy(memory) !== undefined)
    return examineIndex(file, parseIndex(text), covered, new Set(hidden.map((m) => pathInPlace(m.file))))
  })
}

/** The index files there are or should be, but for those in whose place something else lies: nothing mends them. */
export function readableIndexes(directory: string, memories: readonly Memory[]): string[] {
  const indexes = new Set([INDEX_FILE, ...memories.map((memory) => placeOf(memory.file).index)])
  return [...indexes].filter((file) => attempt(() => readMemoryFile(directory, file))?.status !== 'refused')
}

/** `hidden`: what a newer statement took back has no pointer. */
function examineIndex(
  file: string,
  index: IndexText,
  covered: readonly string[],
  hidden: ReadonlySet<string>,
): Finding[] {
  const findings: Finding[] = []
  const add = (code: FindingCode, facts: Finding['facts'], fixable = true) =>
    findings.push({ code, file, facts, fixable })
  const known = new Set(covered)
  const seen = new Set<string>()
  for (const pointer of pointersOf(index)) {
    const line = pointer.line + 1
    if (!known.has(pointer.file)) add('dead_pointer', { line, target: pointer.file })
    else if (seen.has(pointer.file)) add('duplicate_pointer', { line, target: pointer.file })
    seen.add(pointer.file)
  }
  for (const [at, text] of index.lines.entries()) {
    const length = [...text].length
    if (length > POINTER_REPORTED_CHARACTERS)
      add('long_line', { line: at + 1, length }, isPointerLine(index, at))
  }
  // An index that says how many it does not list is complete.
  const overflowing = overflowCount(index) !== undefined
  for (const target of overflowing ? [] : covered)
    if (!seen.has(target) && !hidden.has(target)) add('missing_pointer', { target })
  if (isOverLimit(index)) add('index_over_limit', { lines: index.lines.length })
  return findings
}

function isPointerLine(index: IndexText, at: number): boolean {
  return pointersOf(index).some((pointer) => pointer.line === at)
}
