// Measures what the rules would write of labelled messages: each message is read by itself, as the end of its turn would
// read it, and what comes out is compared with whether there is something in it to keep. By message, not by statement.
import type { Proposal } from '../extract/proposal.ts'
import {
  type FactKind,
  type FactOccurrence,
  findRecurrence,
  occurrenceOf,
  promoted,
} from '../extract/recurrence.ts'
import { recurringFacts } from '../extract/recurring-facts.ts'
import { proposeByRules } from '../extract/rules/propose-by-rules.ts'
import type { SetMessage } from './read-set.ts'

/** In percent. Those that need a label are null where no message has it. */
export interface WritingScores {
  n: number
  /** Of the messages labelled yes or no that yielded something, those labelled yes. */
  precision: number | null
  /** Of the messages labelled yes, those that yielded something. */
  recall: number | null
  /** Of the messages labelled no, those that yielded something. */
  junk: number | null
  /** Of all messages, those of which something was written at once. */
  written: number
  /** Of all messages, those that yielded candidates only. */
  candidates: number
  /** Of all messages, those labelled no of which something was written at once. */
  wrong_written: number
}

export interface ReadMessage {
  message: SetMessage
  proposals: readonly Proposal[]
}

/** What became a memory because it came again. */
export interface Promotion {
  kind: FactKind
  text: string
  quote: string
  conversation: string
  time: string
  /** In how many conversations it had been typed by then. */
  conversations: number
}

export interface WritingEvaluation {
  scores: WritingScores
  /** In the order of the messages. */
  read: ReadMessage[]
}

export function evaluateWriting(messages: readonly SetMessage[]): WritingEvaluation {
  const read = messages.map((message) => ({ message, proposals: proposeByRules(saidMessage(message)) }))
  return { scores: scoreWriting(read), read }
}

export function scoreWriting(read: readonly ReadMessage[]): WritingScores {
  const count = (holds: (one: ReadMessage) => boolean) => read.filter(holds).length
  const yields = ({ proposals }: ReadMessage) => proposals.length > 0
  const writes = ({ proposals }: ReadMessage) => proposals.some(({ tier }) => tier === 'write')
  const isYes = ({ message }: ReadMessage) => message.keep === 'yes'
  const isNo = ({ message }: ReadMessage) => message.keep === 'no'
  const right = count((one) => isYes(one) && yields(one))
  const wrong = count((one) => isNo(one) && yields(one))
  return {
    n: read.length,
    precision: percent(right, right + wrong),
    recall: percent(right, count(isYes)),
    junk: percent(wrong, count(isNo)),
    written: percent(count(writes), read.length) ?? 0,
    candidates:
      percent(
        count((one) => yields(one) && !writes(one)),
        read.length,
      ) ?? 0,
    wrong_written:
      percent(
        count((one) => isNo(one) && writes(one)),
        read.length,
      ) ?? 0,
  }
}

function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : (100 * part) / whole
}

/** All messages in the order of their time: what becomes a memory because it comes again in other conversations. */
export function findPromotions(messages: readonly SetMessage[]): Promotion[] {
  const inOrder = [...messages].sort((a, b) => Date.parse(a.time ?? '') - Date.parse(b.time ?? ''))
  let earlier: FactOccurrence[] = []
  const promotions: Promotion[] = []
  const known = new Set<string>()
  for (const message of inOrder) {
    for (const occurrence of occurrencesIn(message)) {
      const { same, recurs } = findRecurrence(occurrence, earlier)
      earlier.push(occurrence)
      const subject = `${occurrence.kind} ${occurrence.subject}`
      if (known.has(subject) || !recurs) continue
      known.add(subject)
      earlier = earlier.filter((other) => !same.includes(other))
      const { kind, conversation, time } = occurrence
      const { content, quote } = promoted(occurrence)
      const conversations = new Set([occurrence, ...same].map((one) => one.conversation)).size
      promotions.push({ kind, text: content, quote, conversation, time, conversations })
    }
  }
  return promotions
}

function occurrencesIn(message: SetMessage): FactOccurrence[] {
  const said = saidMessage(message)
  const candidates = proposeByRules(said).filter(({ tier }) => tier === 'candidate')
  const at = { conversation: message.conversation, time: said.time }
  return [
    ...recurringFacts(said, message.conversation),
    ...candidates.map((candidate) => occurrenceOf(candidate, at)),
  ]
}

function saidMessage({ id, text, time = '' }: SetMessage) {
  return { id, role: 'user', text, time } as const
}
