// Statements that cannot both hold: the same words with another number, or with and without a negation. Nobody decides
// by this which one is right: they are listed for a person. Pure, and linear in the number of statements.
import type { Memory } from '../memory/memory.ts'
import { isNegated } from '../sameness/exact-difference.ts'
import { numbersIn } from '../sameness/numbers.ts'
import { scaleOf } from '../sameness/scale-of.ts'
import { wordsOf } from '../sameness/words.ts'
import { splitStatements } from './statements.ts'

export interface SaidBy {
  readonly file: string
  readonly text: string
}

export interface Conflict {
  readonly reason: 'number' | 'negation'
  /** The older, as far as their files say. */
  readonly one: SaidBy
  readonly other: SaidBy
}

interface Said extends SaidBy {
  numbers: string
  negated: boolean
  time: number
}

const NEGATING =
  /^(?:not?|never|no|don't|doesn't|isn't|aren't|won't|cannot|can't|do|does|不|没|没有|别|勿|未)$/u
/** Fewer words than these say too little to be about the same thing. */
const LEAST_WORDS = 3
const MOST = 200

export function findConflicts(memories: readonly Memory[]): Conflict[] {
  const bySubject = new Map<string, Said[]>()
  const conflicts: Conflict[] = []
  for (const memory of memories) {
    const time = Date.parse(memory.updated ?? memory.created ?? memory.modified)
    for (const { text, isQuotation } of splitStatements(memory.content)) {
      if (isQuotation) continue
      const subject = subjectOf(text)
      if (subject === undefined) continue
      const said = {
        file: memory.file,
        text,
        numbers: numbersIn(wordsOf(text)).join(' '),
        negated: isNegated(text),
        time,
      }
      const others = bySubject.get(subject) ?? []
      for (const other of others) {
        const reason = reasonFor(said, other)
        if (reason) conflicts.push({ reason, ...inOrder(other, said) })
        if (conflicts.length >= MOST) return conflicts
      }
      bySubject.set(subject, [...others.slice(-20), said])
    }
  }
  return conflicts
}

/** What is left without numbers and negations. */
function subjectOf(text: string): string | undefined {
  const words = wordsOf(text)
  const left = words.filter((word) => scaleOf(word) === undefined && !NEGATING.test(word.text))
  const weight = left.reduce((sum, { isHan }) => sum + (isHan ? 0.5 : 1), 0)
  if (weight < LEAST_WORDS) return undefined
  return words
    .map((word) => (scaleOf(word) === undefined ? (NEGATING.test(word.text) ? '' : word.text) : '#'))
    .filter(Boolean)
    .join(' ')
}

function reasonFor(one: Said, other: Said): Conflict['reason'] | undefined {
  if (one.negated !== other.negated && one.numbers === other.numbers) return 'negation'
  if (one.negated === other.negated && one.numbers !== other.numbers) return 'number'
  return undefined
}

function inOrder(one: Said, other: Said): Pick<Conflict, 'one' | 'other'> {
  const [older, newer] = one.time <= other.time ? [one, other] : [other, one]
  const said = ({ file, text }: Said) => ({ file, text })
  return { one: said(older), other: said(newer) }
}
