// Measures what the rules would write of labelled messages: each message is read by itself, as the end of its turn would
// read it, and what comes out is compared with whether there is something in it to keep. By message, not by statement.

import { isOftenEnough, type SaidAt } from '../../learn/extract/promotion.ts'
import type { Proposal } from '../../learn/extract/proposal.ts'
import {
  type FactKind,
  type FactOccurrence,
  findRecurrence,
  promoted,
} from '../../learn/extract/recurrence.ts'
import { recurringFacts } from '../../learn/extract/recurring-facts.ts'
import { saysTheSame } from '../../learn/extract/says-the-same.ts'
import { proposeByRules } from '../../learn/hearing/propose-by-rules.ts'
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
  kind: FactKind | 'statement'
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
  const facts = factPromotions()
  const statements = statementPromotions()
  return inOrder.flatMap((message) => [...facts(message), ...statements(message)])
}

/** As `openFactOccurrences` keeps them. */
function factPromotions(): (message: SetMessage) => Promotion[] {
  let earlier: FactOccurrence[] = []
  const known = new Set<string>()
  return (message) =>
    recurringFacts(saidMessage(message), message.conversation).flatMap((occurrence) => {
      const { same, recurs } = findRecurrence(occurrence, earlier)
      earlier.push(occurrence)
      const subject = `${occurrence.kind} ${occurrence.subject}`
      if (known.has(subject) || !recurs) return []
      known.add(subject)
      earlier = earlier.filter((other) => !same.includes(other))
      const { kind, conversation, time } = occurrence
      const { content, quote } = promoted(occurrence)
      return [
        { kind, text: content, quote, conversation, time, conversations: inHowMany([occurrence, ...same]) },
      ]
    })
}

/** As `openCandidates` keeps them: what says the same as the first wording is that candidate, said again. */
function statementPromotions(): (message: SetMessage) => Promotion[] {
  const waiting: { content: string; said: SaidAt[]; isKept: boolean }[] = []
  return (message) => {
    const said = saidMessage(message)
    const at = { conversation: message.conversation, time: said.time }
    return proposeByRules(said)
      .filter(({ tier }) => tier === 'candidate')
      .flatMap(({ content, quote }) => {
        const known = waiting.find((one) => saysTheSame(one.content, content))
        const candidate = known ?? { content, said: [], isKept: false }
        if (!known) waiting.push(candidate)
        candidate.said.push(at)
        if (candidate.isKept || !isOftenEnough(candidate.said)) return []
        candidate.isKept = true
        const conversations = inHowMany(candidate.said)
        return [{ kind: 'statement' as const, text: candidate.content, quote, ...at, conversations }]
      })
  }
}

function inHowMany(said: readonly SaidAt[]): number {
  return new Set(said.map(({ conversation }) => conversation)).size
}

function saidMessage({ id, text, time = '' }: SetMessage) {
  return { id, role: 'user', text, time } as const
}
