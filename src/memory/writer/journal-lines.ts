// The lines of the journal: changes, and the marks that say what became of their groups. Pure.

import { type LineKind, linesText, parseLines } from '../../base/files/line-file.ts'
import { isObject } from '../../base/values/is-object.ts'
import type { Change, ChangeGroup } from '../writer.ts'

type Mark = { done: string } | { settled: string; applied: string[] }
export type JournalLine = Change | Mark | Begun

/** Several writes follow that are one: without the mark of their group none of them counts. */
export interface Begun {
  begun: string
  /** The group of another memory directory that it is part of: its mark decides. */
  decidedBy?: { state: string; group: string }
}

const LINE: Pick<LineKind<JournalLine>, 'read'> = {
  read: (data) => (isLine(data) ? (data as unknown as JournalLine) : undefined),
}

export function parseJournal(text: string): JournalLine[] {
  return parseLines(text, LINE)
}

function isLine(line: Record<string, unknown>): boolean {
  if ('done' in line) return typeof line.done === 'string'
  if ('settled' in line) return typeof line.settled === 'string' && Array.isArray(line.applied)
  if ('begun' in line) return typeof line.begun === 'string'
  const texts = [line.id, line.group, line.time, line.actor, line.action, line.file]
  return texts.every((text) => typeof text === 'string') && isContent(line.before) && isContent(line.after)
}

function isContent(value: unknown): boolean {
  return value === null || (isObject(value) && typeof value.hash === 'string')
}

export function isChange(line: JournalLine): line is Change {
  return 'group' in line && 'file' in line
}

/** The later of two marks counts: writing the first may have failed in part. */
function marksIn(lines: readonly JournalLine[]): Map<string, 'done' | readonly string[]> {
  const marks = new Map<string, 'done' | readonly string[]>()
  for (const line of lines) {
    if ('done' in line) marks.set(line.done, 'done')
    if ('settled' in line) marks.set(line.settled, line.applied)
  }
  return marks
}

/** Groups of which something counts. */
export function doneGroupsIn(lines: readonly JournalLine[]): Set<string> {
  return new Set([...marksIn(lines)].flatMap(([group, mark]) => (mark.length > 0 ? [group] : [])))
}

/** Begun, and without a mark. */
export function begunIn(lines: readonly JournalLine[]): Begun[] {
  const marks = marksIn(lines)
  return lines.filter((line): line is Begun => 'begun' in line && !marks.has(line.begun))
}

/** The changes that took place. */
export function effective(lines: readonly JournalLine[]): Change[] {
  const marks = marksIn(lines)
  return lines.filter((line): line is Change => {
    if (!isChange(line) || line.passing) return false
    const mark = marks.get(line.group)
    return mark === 'done' || mark?.includes(line.id) === true
  })
}

/** Groups that have no mark, newest first. */
export function unfinishedIn(lines: readonly JournalLine[]): ChangeGroup[] {
  const closed = marksIn(lines)
  const groups = new Map<string, [Change, ...Change[]]>()
  for (const line of lines) {
    if (!isChange(line) || closed.has(line.group)) continue
    const known = groups.get(line.group)
    if (known) known.push(line)
    else groups.set(line.group, [line])
  }
  return [...groups.values()].reverse()
}

export function groupOf(line: JournalLine): string {
  if (isChange(line)) return line.group
  if ('begun' in line) return line.begun
  return 'done' in line ? line.done : line.settled
}

export function journalText(lines: readonly JournalLine[]): string {
  return linesText(lines, {})
}
