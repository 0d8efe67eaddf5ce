// What is wrong with the index files: pointers that are missing, dead or double, lines and files that are too long.

import { attempt } from '../../base/values/attempt.ts'
import type { DoctorFinding, ExaminedMemory } from '../doctor-finding.ts'
import {
  type IndexText,
  isOverLimit,
  lengthOfWords,
  overflowCount,
  POINTER_REPORTED_CHARACTERS,
  parseIndex,
  pointersOf,
} from '../files/index-file.ts'
import { INDEX_FILE, pathInPlace, placeOf } from '../memory-path.ts'
import { readMemoryFile, readMemoryText } from '../read-memory-file.ts'
import { unreadFiles } from '../scan-files.ts'

export function examineIndexes(directory: string, memories: readonly ExaminedMemory[]): DoctorFinding[] {
  const unread = unreadFiles(directory, memories)
  return readableIndexes(directory, memories).flatMap((file) => {
    const text = readMemoryText(directory, file) ?? ''
    const covered = memories
      .filter((memory) => placeOf(memory.file).index === file)
      .map((m) => pathInPlace(m.file))
    const hidden = memories.filter(({ successor, ended }) => successor !== undefined || ended)
    return examineIndex(file, parseIndex(text), {
      covered,
      hidden: new Set(hidden.map((m) => pathInPlace(m.file))),
      unread: new Set(unread.filter((one) => placeOf(one).index === file).map(pathInPlace)),
    })
  })
}

/** The index files there are or should be, except where something else is in their place: nothing repairs that. */
export function readableIndexes(
  directory: string,
  memories: readonly Pick<ExaminedMemory, 'file'>[],
): string[] {
  const indexes = new Set([INDEX_FILE, ...memories.map((memory) => placeOf(memory.file).index)])
  return [...indexes].filter((file) => attempt(() => readMemoryFile(directory, file))?.status !== 'refused')
}

interface IndexedFiles {
  covered: readonly string[]
  /** What a newer statement took back has no pointer, and what has expired needs none. */
  hidden: ReadonlySet<string>
  /** There, but not to be read: a pointer to one is not dead. */
  unread: ReadonlySet<string>
}

function examineIndex(
  file: string,
  index: IndexText,
  { covered, hidden, unread }: IndexedFiles,
): DoctorFinding[] {
  const findings: DoctorFinding[] = []
  const found = { file, fixable: true }
  const known = new Set(covered)
  const seen = new Set<string>()
  for (const pointer of pointersOf(index)) {
    const line = pointer.line + 1
    if (unread.has(pointer.file)) continue
    const facts = { line, target: pointer.file }
    if (!known.has(pointer.file)) findings.push({ ...found, code: 'dead_pointer', facts })
    else if (seen.has(pointer.file)) findings.push({ ...found, code: 'duplicate_pointer', facts })
    seen.add(pointer.file)
  }
  for (const [at, text] of index.lines.entries()) {
    const length = lengthOfWords(text)
    if (length > POINTER_REPORTED_CHARACTERS)
      findings.push({
        file,
        code: 'long_line',
        facts: { line: at + 1, length },
        fixable: isPointerLine(index, at),
      })
  }
  // An index that says how many it does not list is complete.
  const overflowing = overflowCount(index) !== undefined
  for (const target of overflowing ? [] : covered)
    if (!seen.has(target) && !hidden.has(target))
      findings.push({ ...found, code: 'missing_pointer', facts: { target } })
  if (isOverLimit(index))
    findings.push({ ...found, code: 'index_over_limit', facts: { lines: index.lines.length } })
  return findings
}

function isPointerLine(index: IndexText, at: number): boolean {
  return pointersOf(index).some((pointer) => pointer.line === at)
}
