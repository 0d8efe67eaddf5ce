// Whether an operation may be done: a pure verdict for each, in the order in which they come. What the person said or
// wrote is never rewritten, merged away or dropped without them.

import type { DreamReason } from '../../base/messages/dream.ts'
import { isDateRewrite } from '../../base/text/absolute-dates.ts'
import { type Classified, type Memory, typeOf } from '../../memory/memory.ts'
import { isPersons } from '../../memory/origin-rules.ts'
import type { ModelOperation } from './model-operation.ts'
import { areRelated, likenessOf, saysBoth } from './same-meaning.ts'
import { type Statement, splitStatements } from './statements.ts'
import { timeSaid } from './time-said.ts'

/** A statement that the model was shown. */
export interface ShownStatement {
  readonly number: string
  readonly memory: Memory
  /** Its position in the memory. */
  readonly at: number
  readonly statement: Statement
}

export type Verdict =
  | { status: 'accepted'; operation: ModelOperation; subject: ShownStatement; target?: ShownStatement }
  | {
      status: 'held'
      reason: DreamReason
      operation: ModelOperation
      subject: ShownStatement
      target?: ShownStatement
    }
  | { status: 'refused'; reason: DreamReason; operation: ModelOperation }

interface CheckOptions {
  /** The statement of a number that the model gives. */
  find(number: string): ShownStatement | undefined
  /** The memory of a number, by one of its statements. */
  findMemory(number: string): ShownStatement | undefined
}

/** Each statement is decided once, and what is to say something from then on must stay. */
export function checkOperations(operations: readonly ModelOperation[], options: CheckOptions): Verdict[] {
  const decided = new Set<string>()
  const needed = new Set<string>()
  return operations
    .filter(({ op }) => op !== 'keep')
    .map((operation) => {
      const verdict = checkOne(operation, options)
      if (verdict.status === 'refused') return verdict
      const { subject, target } = verdict
      if (decided.has(subject.number)) return refused(operation, 'twice')
      if (needed.has(subject.number)) return refused(operation, 'target_goes')
      if (operation.op !== 'move' && target && decided.has(target.number))
        return refused(operation, 'target_goes')
      if (verdict.status === 'accepted') {
        decided.add(subject.number)
        if (operation.op !== 'move' && target) needed.add(target.number)
        // A text that was made of two belongs to both.
        if (operation.text !== undefined && target) decided.add(target.number)
      }
      return verdict
    })
}

function checkOne(operation: ModelOperation, { find, findMemory }: CheckOptions): Verdict {
  const subject = find(operation.statement)
  if (!subject || subject.statement.isHeading) return refused(operation, 'unknown_statement')
  if (operation.op === 'rewrite') return checkRewrite(operation, subject)
  if (operation.op === 'drop') return checkDrop(operation, subject)
  const target = operation.op === 'move' ? findMemory(operation.target ?? '') : find(operation.target ?? '')
  if (!target) return refused(operation, 'unknown_statement')
  if (
    target.number === subject.number ||
    (operation.op === 'move' && target.memory.file === subject.memory.file)
  )
    return refused(operation, 'itself')
  if (!isSameType(subject.memory, target.memory)) return refused(operation, 'different_type')
  const pair = { operation, subject, target }
  switch (operation.op) {
    case 'merge':
      return checkMerge(pair)
    case 'supersede':
      return checkSupersede(pair)
    default:
      return checkMove(pair)
  }
}

interface Pair {
  operation: ModelOperation
  subject: ShownStatement
  target: ShownStatement
}

function checkMerge({ operation, subject, target }: Pair): Verdict {
  const [one, other] = [subject.statement.text, target.statement.text]
  const { text } = operation
  const likeness = likenessOf(one, other)
  if (text !== undefined && text !== other) {
    if (isPersons(subject.memory) || isPersons(target.memory)) return refused(operation, 'persons_words')
    if (subject.statement.isQuotation || target.statement.isQuotation) return refused(operation, 'quotation')
    if (!saysBoth(text, one, other)) return refused(operation, 'new_words')
    return { status: 'accepted', operation, subject, target }
  }
  const plain = withoutText(operation)
  if (likeness === 'differs') return refused(operation, 'differs')
  if (isPersons(subject.memory)) {
    if (!isPersons(target.memory)) return refused(operation, 'different_origin')
    // A sentence is not cut out of what they wrote, whoever else says it.
    if (likeness !== 'same' || !isAlone(subject))
      return held({ operation: plain, subject, target }, 'persons_words')
  }
  if (likeness === 'doubtful') return held({ operation: plain, subject, target }, 'doubtful')
  return { status: 'accepted', operation: plain, subject, target }
}

/** All that its memory says. */
function isAlone({ memory }: ShownStatement): boolean {
  return splitStatements(memory.content).filter(({ isHeading }) => !isHeading).length === 1
}

function checkSupersede(pair: Pair): Verdict {
  const { operation, subject, target } = pair
  if (operation.reason === '') return refused(operation, 'no_reason')
  if (isPersons(subject.memory) && !isPersons(target.memory)) return refused(operation, 'persons_words')
  if (!areRelated(subject.statement.text, target.statement.text)) return refused(operation, 'unrelated')
  if (timeOf(target.memory) < timeOf(subject.memory)) return refused(operation, 'not_newer')
  return { status: 'accepted', ...pair, operation: withoutText(operation) }
}

function checkMove(pair: Pair): Verdict {
  const { operation, subject, target } = pair
  if (isPersons(subject.memory) || isPersons(target.memory)) return refused(operation, 'persons_words')
  if (subject.memory.source?.origin !== target.memory.source?.origin)
    return refused(operation, 'different_origin')
  return { status: 'accepted', ...pair, operation: withoutText(operation) }
}

function checkDrop(operation: ModelOperation, subject: ShownStatement): Verdict {
  if (operation.reason === '') return refused(operation, 'no_reason')
  if (isPersons(subject.memory)) return held({ operation, subject }, 'persons_words')
  return { status: 'accepted', operation: withoutText(operation), subject }
}

function checkRewrite(operation: ModelOperation, subject: ShownStatement): Verdict {
  const { memory, statement } = subject
  if (isPersons(memory) || memory.evidence?.includes(statement.text))
    return refused(operation, 'persons_words')
  if (statement.isQuotation) return refused(operation, 'quotation')
  const said = timeSaid(memory)
  if (!said || !isDateRewrite(statement.text, operation.text ?? '', said))
    return refused(operation, 'new_words')
  return { status: 'accepted', operation, subject }
}

function refused(operation: ModelOperation, reason: DreamReason): Verdict {
  return { status: 'refused', reason, operation }
}

function held(pair: Omit<Pair, 'target'> & { target?: ShownStatement }, reason: DreamReason): Verdict {
  return { status: 'held', reason, ...pair }
}

function withoutText({ text: _, ...operation }: ModelOperation): ModelOperation {
  return operation
}

function isSameType(one: Classified, other: Classified): boolean {
  const [a, b] = [typeOf(one), typeOf(other)]
  return a === undefined || b === undefined || a === b
}

function timeOf({ updated, created, modified }: Memory): number {
  return Date.parse(updated ?? created ?? modified)
}
