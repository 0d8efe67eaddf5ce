// Measures what the rules would write of labelled messages: each message is read by itself, as the end of its turn would
// read it, and what comes out is compared with whether there is something in it to keep. By message, not by statement.

import { isOftenEnough } from '../../dist/learn/extract/promotion.js'
import { findRecurrence, promoted } from '../../dist/learn/extract/recurrence.js'
import { recurringFacts } from '../../dist/learn/extract/recurring-facts.js'
import { saysTheSame } from '../../dist/learn/extract/says-the-same.js'
import { proposeByRules } from '../../dist/learn/hearing/propose-by-rules.js'

export function evaluateWriting(messages) {
  const read = messages.map((message) => ({ message, proposals: proposeByRules(saidMessage(message)) }))
  return { scores: scoreWriting(read), read }
}

export function scoreWriting(read) {
  const count = (holds) => read.filter(holds).length
  const yields = ({ proposals }) => proposals.length > 0
  const writes = ({ proposals }) => proposals.some(({ tier }) => tier === 'write')
  const isYes = ({ message }) => message.keep === 'yes'
  const isNo = ({ message }) => message.keep === 'no'
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

function percent(part, whole) {
  return whole === 0 ? null : (100 * part) / whole
}

/** All messages in the order of their time: what becomes a memory because it comes again in other conversations. */
export function findPromotions(messages) {
  const inOrder = [...messages].sort((a, b) => Date.parse(a.time ?? '') - Date.parse(b.time ?? ''))
  const facts = factPromotions()
  const statements = statementPromotions()
  return inOrder.flatMap((message) => [...facts(message), ...statements(message)])
}

/** As `openFactOccurrences` keeps them. */
function factPromotions() {
  let earlier = []
  const known = new Set()
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
function statementPromotions() {
  const waiting = []
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
        return [{ kind: 'statement', text: candidate.content, quote, ...at, conversations }]
      })
  }
}

function inHowMany(said) {
  return new Set(said.map(({ conversation }) => conversation)).size
}

function saidMessage({ id, text, time = '' }) {
  return { id, role: 'user', text, time }
}
