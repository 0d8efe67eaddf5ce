// Measures what hearing would write of labelled messages: each message is read by itself, as the end of its turn would
// read it, and what comes out is compared with whether there is something in it to keep. By message, not by statement.

import { isOftenEnough } from '../../dist/learn/extract/promotion.js'
import { findRecurrence, promoted } from '../../dist/learn/extract/recurrence.js'
import { recurringFacts } from '../../dist/learn/extract/recurring-facts.js'
import { saysTheSame } from '../../dist/learn/extract/says-the-same.js'
import { hearingExtractor } from '../../dist/learn/hearing/open-hearing.js'

/** What is proposed of one message, by the models of this config home. */
export function openHear(home) {
  const { propose } = hearingExtractor(home)
  const { signal } = new AbortController()
  return (message) =>
    propose({
      conversation: '',
      messages: [message],
      before: [],
      now: new Date(),
      signal,
      manifest: () => [],
    })
}

/** `hear`: what is proposed of one message. */
export async function evaluateWriting(messages, hear) {
  const read = []
  for (const message of messages) read.push({ message, proposals: await hear(saidMessage(message)) })
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
export async function findPromotions(messages, hear) {
  const inOrder = [...messages].sort((a, b) => Date.parse(a.time ?? '') - Date.parse(b.time ?? ''))
  const facts = factPromotions()
  const statements = statementPromotions(hear)
  const found = []
  for (const message of inOrder) found.push(...facts(message), ...(await statements(message)))
  return found
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
function statementPromotions(hear) {
  const waiting = []
  return async (message) => {
    const said = saidMessage(message)
    const at = { conversation: message.conversation, time: said.time }
    const proposals = await hear(said)
    return proposals
      .filter(({ tier }) => tier === 'candidate')
      .flatMap(({ content, quote, meaning }) => {
        const known = waiting.find((one) => saysTheSame(one, { content, meaning }))
        const candidate = known ?? { content, meaning, said: [], isKept: false }
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
