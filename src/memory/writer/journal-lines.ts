// The lines of the journal: changes, and the marks that say what became of their groups. Pure.
import { attempt } from '../../base/values/attempt.ts'
import type { Change, ChangeGroup, Content } from './change.ts'

type Mark = { v: 1; done: string } | { v: 1; settled: string; applied: string[] }
export type JournalLine = Change | Mark

export function parseJournal(text: string): JournalLine[] {
  const lines: JournalLine[] = []
  for (const line of text.split('\n')) {
    const value: unknown = line === '' ? undefined : attempt(() => JSON.parse(line))
    if (isLine(value)) lines.push(value)
  }
  return lines
}

function isLine(value: unknown): value is JournalLine {
  if (typeof value !== 'object' || value === null) return false
  const line = value as Record<string, unknown>
  if (line.v !== 1) return false
  if ('done' in line) return typeof line.done === 'string'
  if ('settled' in line) return typeof line.settled === 'string' && Array.isArray(line.applied)
  const texts = [line.id, line.group, line.time, line.actor, line.action, line.file]
  return texts.every((text) => typeof text === 'string') && isContent(line.before) && isContent(line.after)
}

function isContent(value: unknown): value is Content | null {
  if (value === null) return true
  return typeof value === 'object' && typeof (value as Partial<Content>).hash === 'string'
}

export function isChange(line: JournalLine): line is Change {
  return 'group' in line && 'file' in line
}

/** The changes that took place. Of two marks the later counts: writing the first may have failed in part. */
export function effective(lines: readonly JournalLine[]): Change[] {
  const marks = new Map<string, 'done' | readonly string[]>()
  for (const line of lines) {
    if ('done' in line) marks.set(line.done, 'done')
    if ('settled' in line) marks.set(line.settled, line.applied)
  }
  return lines.filter((line): line is Change => {
    const mark = isChange(line) ? marks.get(line.group) : undefined
    return mark === 'done' || (isChange(line) && mark?.includes(line.id) === true)
  })
}

/** Groups that have no mark, newest first. */
export function unfinishedIn(lines: readonly JournalLine[]): ChangeGroup[] {
  const closed = new Set(lines.filter((line) => !isChange(line)).map(groupOf))
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
  return 'done' in line ? line.done : line.settled
}

export function linesText(lines: readonly JournalLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}
