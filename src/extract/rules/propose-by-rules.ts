// What the rules propose to keep of one message, in two tiers: what the person asked to keep or stated as standing is
// written at once, every other statement is a candidate. A pure function of the message; no model, linear time.
//
// The pipeline calls `proposeByRules` for each message that the person typed and hands every proposal to the check.
// What only counts when it recurs (commands, trackers, branches) comes from `recurring-facts.ts`.
import type { Proposal, SaidMessage } from '../proposal.ts'
import { CHINESE_RULES, withoutChineseLeadIn } from './chinese.ts'
import { type Clause, isChinese, type Sentence, sentencesOf } from './clauses.ts'
import { proposeDeadline } from './deadline.ts'
import { ENGLISH_RULES, withoutEnglishLeadIn } from './english.ts'
import { proposePlace } from './place.ts'
import { MEMORY_OF, type Rule } from './rule.ts'
import { asContent, isWhole, quoteOf } from './statement.ts'
import { typedPassages } from './typed-passages.ts'

/** More statements than this in one message: somebody's document. */
const MOST_PROPOSALS = 8
/** The agent is told to play somebody: what follows is said of nobody. */
const ROLE_PLAY =
  /\b(?:act as|you are (?:an?|now|the) |pretend|imagine (?:you|that)|role-?play|play the role)\b|扮演|假设你|假如你|如果你是|你是(?:一[名个位款只]|个|互联网|某)|你现在是|现在你是|模拟/i

/** An answer to the agent, which restates and agrees: facts in it are mostly the agent's. */
const AGREES =
  /^\s*(?:got it|yeah|yep|yes|sure|thanks|thank you|that makes sense|makes sense|sounds good|that sounds|ok(?:ay)?|great|perfect|cool|right|exactly|i see|i think i['’]ll|i['’]ll|好的|嗯|谢谢|明白|懂了|原来如此|对的?|是的?)\b/i

/** Survives in a message that agrees. */
function isOwn({ tier, reason, kind, content }: Proposal): boolean {
  if (tier === 'write') return true
  if (reason === 'project') return kind === 'technical_decision'
  return !(reason === 'preference' && /^I (?:\w+ )?(?:like|love|enjoy)\b/.test(content))
}

export function proposeByRules(message: SaidMessage, _before: readonly SaidMessage[] = []): Proposal[] {
  if (message.role !== 'user') return []
  const played = ROLE_PLAY.test(message.text.slice(0, 400))
  const agrees = AGREES.test(message.text)
  const proposals = typedPassages(message.text)
    .flatMap(sentencesOf)
    .flatMap((sentence, at, all) => proposalsOf(sentence, all[at + 1], message))
    .filter(({ reason }) => !played || reason === 'remember')
    .filter((one) => !agrees || isOwn(one))
  const distinct = withoutDoubles(proposals)
  return distinct.length > MOST_PROPOSALS
    ? distinct.filter(({ tier }) => tier === 'write').slice(0, MOST_PROPOSALS)
    : distinct
}

function proposalsOf(sentence: Sentence, next: Sentence | undefined, message: SaidMessage): Proposal[] {
  const found = statementsIn(sentence, next)
  const proposals = found.flatMap(({ rule, start, end, text }) => {
    const content = asContent(text)
    if (!isWhole(content)) return []
    const quote = quoteOf(message.text, ...quoteRange(sentence, start, end))
    return [proposal(rule, content, quote, message)]
  })
  const dated = proposeDeadline(sentence, message)
  const placed = proposePlace(sentence, message)
  if (dated) return [dated, ...proposals.filter(({ reason }) => reason !== 'project')]
  return placed ? [placed] : proposals
}

interface Found {
  rule: Rule
  start: number
  end: number
  text: string
}

/** The statements in a sentence: each the clause that a rule reads and those that belong to it. */
function statementsIn(sentence: Sentence, next: Sentence | undefined): Found[] {
  const { clauses } = sentence
  const found: Found[] = []
  let covered = -1
  clauses.forEach((clause, at) => {
    if (at <= covered || clause.mood === 'request' || isQuoted(sentence, clause)) return
    const read = readClause(clause, sentence, next)
    if (!read) return
    let last = at
    while (last + 1 < clauses.length && belongs(clauses[last + 1], read.rule, sentence, next)) last++
    covered = last
    const lastClause = clauses[last] ?? clause
    const end = lastClause.start + lastClause.text.length
    const from = beginningOf(sentence, at, read)
    const text = sentence.text.slice(from - sentence.start, end - sentence.start)
    found.push({ rule: read.rule, start: read.start, end, text })
  })
  return found
}

/** Behind "remember that"; with what stands before it where that says when it holds. */
function beginningOf({ clauses }: Sentence, at: number, { rule, start, opening }: Reading): number {
  if (rule.cutsOpening) return start + opening
  return rule.opensSentence && at > 0 ? (clauses[0]?.start ?? start) : start
}

const CONDITION =
  /^(?:please|and|but|so|ok|okay|also|hey|hi|btw|by the way|fyi|when|whenever|if|for|in|on|at|before|after|with|during|unless|while)\b/i

function isOpening({ text, clauses }: Sentence, at: number): boolean {
  return (
    at <= 0 ||
    (CONDITION.test(text) && clauses.slice(0, at).every(({ text: before }) => !/[?？]/.test(before)))
  )
}

/** What they say takes the rest of its sentence. */
const GOES_ON: ReadonlySet<string> = new Set(['remember', 'instruction', 'correction'])

function belongs(
  clause: Clause | undefined,
  rule: Rule,
  sentence: Sentence,
  next: Sentence | undefined,
): boolean {
  if (!clause || clause.mood === 'request') return false
  if (clause.goesOn || GOES_ON.has(rule.reason)) return true
  if (isChinese(clause.text) && !/^(?:你|您|谢谢|好|我|咱|他|她|但|不过|所以)/u.test(clause.text)) return true
  return readClause(clause, sentence, next)?.rule.reason === rule.reason
}

interface Reading {
  rule: Rule
  /** Where its statement begins, in the message. */
  start: number
  /** Length of what the rule matched. */
  opening: number
}

/** The rule that a clause is read by. */
function readClause(clause: Clause, sentence: Sentence, next: Sentence | undefined): Reading | undefined {
  const chinese = isChinese(clause.text)
  const opened = clause.text.replace(/^["“'(（：:]+\s*/u, '')
  const whole = chinese ? withoutChineseLeadIn(opened) : withoutEnglishLeadIn(opened)
  const start = clause.start + clause.text.length - whole.length
  const plain = whole.replace(/[\s。.!！?？…)）]+$/u, '')
  const context = () => `${sentence.text} ${next?.text.slice(0, 80) ?? ''}`
  // Mixed text: an English instruction with a Chinese word in it is still one.
  for (const rule of chinese ? [...CHINESE_RULES, ...ENGLISH_RULES.slice(0, 4)] : ENGLISH_RULES) {
    const match = rule.pattern.exec(plain)
    if (!match || rule.unless?.test(plain)) continue
    if (rule.opensSentence && !isOpening(sentence, sentence.clauses.indexOf(clause))) continue
    if (rule.needs && !rule.needs.test(context())) continue
    return { rule, start, opening: match[0].length }
  }
  return undefined
}

/** Inside quotation marks, or behind a colon: somebody else's words, or a text that something is to be done with. */
function isQuoted(sentence: Sentence, { start }: Clause): boolean {
  const before = sentence.text.slice(0, start - sentence.start)
  if ((before.match(/"/g)?.length ?? 0) % 2 === 1) return true
  if ((before.match(/[“「『]/g)?.length ?? 0) > (before.match(/[”」』]/g)?.length ?? 0)) return true
  return /[:：]\s*$/.test(before) && before.length > 25
}

function quoteRange(sentence: Sentence, start: number, end: number): [number, number] {
  const whole = sentence.start + sentence.text.length
  return sentence.text.length <= 500 ? [sentence.start, whole] : [start, end]
}

function proposal(rule: Rule, content: string, quote: string, message: SaidMessage): Proposal {
  const memory = MEMORY_OF[rule.reason]
  const personal = (rule.personal ?? memory.personal) && !/^(?:we|our|我们|咱们|团队|项目)\b/i.test(content)
  return {
    content,
    tier: rule.tier,
    reason: rule.reason,
    quote,
    message: message.id,
    type: memory.type,
    kind: rule.kind ?? memory.kind,
    importance: memory.importance,
    confidence: rule.tier === 'write' ? 0.9 : 0.7,
    ...(personal ? { everywhere: true } : {}),
  }
}

function withoutDoubles(proposals: readonly Proposal[]): Proposal[] {
  const seen = new Map<string, Proposal>()
  for (const one of proposals) {
    const key = one.content.toLowerCase()
    if (seen.get(key)?.tier !== 'write') seen.set(key, one)
  }
  return [...seen.values()]
}
