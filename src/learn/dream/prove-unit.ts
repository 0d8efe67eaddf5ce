// The proof that a unit loses nothing in silence: every statement that was there is there, or an operation says what
// became of it and what says it now; and nothing is there that was not, but what an operation says. Independent of how
// the files were edited: it compares what they said with what they will say.

import { statementKey } from '../../base/statements/words.ts'
import type { Memory } from '../../memory/memory.ts'
import { parseMemory } from '../../memory/memory-file.ts'
import type { DreamOperation, DreamUnit } from '../dream-plan.ts'
import { splitStatements } from './statements.ts'

export function proveUnit(unit: DreamUnit, now: (file: string) => Memory | undefined): boolean {
  const before = new Tally()
  const after = new Tally()
  for (const { file, after: text } of unit.edits) {
    const memory = now(file)
    if (!memory) return false
    const later =
      text === undefined ? undefined : parseMemory(Buffer.from(text, 'utf8'), { file, modified: new Date(0) })
    if (later && !isSameMemory(memory, later)) return false
    // A title goes with its file, not before.
    for (const { text: said, isHeading } of splitStatements(memory.content))
      if (later || !isHeading) before.add(said)
    if (later) for (const { text: said } of splitStatements(later.content)) after.add(said)
  }
  const seen = new Tally()
  for (const { file } of unit.seen) {
    const memory = now(file)
    if (!memory) return false
    for (const { text } of splitStatements(memory.content)) seen.add(text)
  }
  for (const operation of unit.operations) {
    if (!account(operation, before, after, seen)) return false
  }
  return before.equals(after)
}

/** Takes what the operation explains out of both; false where what should say it now does not. */
function account(operation: DreamOperation, before: Tally, after: Tally, seen: Tally): boolean {
  const { op, statement, survivor, text, reason } = operation
  if (reason.en.trim() === '') return false
  // The mark of a whole memory changes no statement.
  if (statement === undefined) return op === 'supersede'
  if (op === 'move') return after.has(statement)
  if (op === 'rewrite') {
    if (text === undefined || !before.take(statement)) return false
    return after.takeAll(text)
  }
  if (!before.take(statement)) return false
  if (op === 'drop') return true
  if (survivor === undefined) return false
  const says = (tally: Tally) => splitStatements(survivor).every((one) => tally.has(one.text))
  if (text === undefined) return says(after) || says(seen)
  // The text that says both stands where the other stood.
  return after.takeAll(text) && before.takeOneOf(operation)
}

/** Nothing but its words may differ: not whose it is, what it is called after, or of which kind. */
function isSameMemory(one: Memory, other: Memory): boolean {
  const fixed = ({ id, type, kind, source, evidence, created, expires, tags }: Memory) =>
    JSON.stringify([id, type, kind, source, evidence, created, expires, tags])
  return fixed(one) === fixed(other)
}

/** How often each statement stands there. */
class Tally {
  private readonly counts = new Map<string, number>()

  add(text: string): void {
    const key = statementKey(text)
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1)
  }

  has(text: string): boolean {
    return (this.counts.get(statementKey(text)) ?? 0) > 0
  }

  take(text: string): boolean {
    const key = statementKey(text)
    const count = this.counts.get(key) ?? 0
    if (count === 0) return false
    if (count === 1) this.counts.delete(key)
    else this.counts.set(key, count - 1)
    return true
  }

  /** A text may be several statements. */
  takeAll(text: string): boolean {
    return splitStatements(text).every((one) => this.take(one.text))
  }

  takeOneOf({ replaced }: DreamOperation): boolean {
    return replaced !== undefined && this.take(replaced)
  }

  equals(other: Tally): boolean {
    if (this.counts.size !== other.counts.size) return false
    return [...this.counts].every(([key, count]) => other.counts.get(key) === count)
  }
}
