// What the rules propose to keep of one message, in two tiers: what the person asked to keep or stated as standing is
// written at once, every other statement is a candidate. A pure function of the message and what came before; no model,
// linear time.
//
// The pipeline calls `proposeByRules` for each message that the person typed and hands every proposal to the check.
// What only counts when it recurs (commands, trackers, branches) comes from `recurring-facts.ts`.

import { typedPassages } from '../../models/typed-messages.ts'
import type { Proposal, SaidMessage } from '../extract/proposal.ts'
import { type Sentence, sentencesOf } from './clauses.ts'
import { proposeDeadline } from './deadline.ts'
import { proposePlace } from './place.ts'
import { type Found, readSentence } from './read-sentence.ts'
import { MEMORY_OF, type Rule } from './rule.ts'
import { asContent, isWhole, quoteOf } from './statement.ts'

/** More statements than this in one message: somebody's document. */
const MOST_PROPOSALS = 8
/** The agent is told to play somebody: what follows is said of nobody. */
const ROLE_PLAY =
  /\b(?:act as|you are (?:an?|now|the) |pretend|imagine (?:you|that)|role-?play|play the role|from now on,? you (?:are|will (?:be|act|answer like))|(?:reply|respond|answer) (?:as (?:the|a|an) (?:character|\w+ chatbot)|like you)|in character)\b|扮演|假设你|假如你|如果你是|你是(?:一[名个位款只]|个|互联网|某)|你现在是|现在你是|模拟/i
const ROLE_PLAY_WITHIN = 400
/** An answer to the agent, which restates and agrees: facts in it are mostly the agent's. */
const AGREES =
  /^\s*(?:(?:got it|yeah|yep|yes|sure|thanks|thank you|that makes sense|makes sense|sounds good|that sounds|ok(?:ay)?|great|perfect|cool|right|exactly|i see|i think i['’]ll|i['’]ll)\b|好的|嗯|谢谢|明白|懂了|原来如此|对的|是的)/i

export function proposeByRules(message: SaidMessage, before: readonly SaidMessage[] = []): Proposal[] {
  if (message.role !== 'user') return []
  const played = ROLE_PLAY.test(message.text.slice(0, ROLE_PLAY_WITHIN))
  const agrees = AGREES.test(message.text)
  const sentences = typedPassages(message.text).flatMap(sentencesOf)
  const proposals = sentences
    .flatMap((_, at) => proposalsOf(at, sentences, message, before))
    .filter(({ reason }) => !played || reason === 'remember')
    .filter((one) => !agrees || isOwn(one))
  const distinct = withoutDoubles(proposals)
  if (distinct.length <= MOST_PROPOSALS) return distinct
  return distinct.filter(({ tier }) => tier === 'write').slice(0, MOST_PROPOSALS)
}

/** Survives in a message that agrees. */
function isOwn({ tier, reason, kind, content }: Proposal): boolean {
  if (tier === 'write') return true
  if (reason === 'project') return kind === 'technical_decision'
  return !(reason === 'preference' && /^I (?:\w+ )?(?:like|love|enjoy)\b/.test(content))
}

function proposalsOf(
  at: number,
  sentences: readonly Sentence[],
  message: SaidMessage,
  before: readonly SaidMessage[],
): Proposal[] {
  const sentence = sentences[at]
  if (!sentence) return []
  const proposals = readSentence(sentence, sentences[at + 1]).flatMap((found) =>
    isWhole(asContent(found.text))
      ? [proposal(found.rule, asContent(found.text), quoteIn(message, sentence, found), message.id)]
      : saidNearby(found, at, sentences, message, before),
  )
  const dated = proposeDeadline(sentence, message)
  if (dated) return [dated, ...proposals.filter(({ reason }) => reason !== 'project')]
  const placed = proposePlace(sentence, message)
  return placed ? [placed] : proposals
}

/** "Remember that." means what was said before it, "Remember:" what follows, "That's wrong." what comes next. */
function saidNearby(
  { rule, text }: Found,
  at: number,
  sentences: readonly Sentence[],
  message: SaidMessage,
  before: readonly SaidMessage[],
): Proposal[] {
  const own = sentences[at]
  if (!own || (rule.reason !== 'remember' && rule.reason !== 'instruction' && rule.reason !== 'correction'))
    return []
  const of = (other: Sentence | undefined, said = message): Proposal[] => {
    const content = asContent(other?.text ?? '')
    if (!other || !isWhole(content) || !other.clauses.some(({ mood }) => mood === 'statement')) return []
    return [
      proposal(rule, content, quoteOf(said.text, other.start, other.start + other.text.length), said.id),
    ]
  }
  if (rule.reason !== 'correction' && /[:：]$/.test(own.text))
    return listBehind(at, sentences, message).flatMap((item) => of(item))
  if (!rule.cutsOpening || asContent(text) !== '') return []
  if (rule.reason === 'correction') return of(sentences[at + 1])
  if (at > 0) return of(sentences[at - 1])
  const last = before.findLast(({ role }) => role === 'user')
  return last ? of(typedPassages(last.text).flatMap(sentencesOf).at(-1), last) : []
}

/** The sentences up to the next empty line. */
function listBehind(at: number, sentences: readonly Sentence[], { text }: SaidMessage): Sentence[] {
  const items: Sentence[] = []
  for (const item of sentences.slice(at + 1, at + 1 + MOST_PROPOSALS)) {
    const last = items.at(-1)
    if (last && /\n[ \t]*\n/.test(text.slice(last.start + last.text.length, item.start))) break
    items.push(item)
  }
  return items
}

/** The sentence that it stands in; of a long one only the statement. */
function quoteIn({ text }: SaidMessage, sentence: Sentence, { start, end }: Found): string {
  const fits = sentence.text.length <= 500
  return fits
    ? quoteOf(text, sentence.start, sentence.start + sentence.text.length)
    : quoteOf(text, start, end)
}

const COMMAND_FORM =
  /^(?:always|never|don['’]t|do not|use|run|avoid|write|keep|put|make|ask|check|prefer|only|不要|别|用|一律|必须|禁止|先|请)/i
/** It speaks of a team or a project, not of the person alone. */
const OF_ALL = /^(?:we\b|our\b|我们|咱们|团队|项目)/i
const PERSONAL_FORM = /^(?:I|my|我)(?!们)(?:\b|['’]|\p{Script=Han})/iu

function proposal(rule: Rule, content: string, quote: string, message: string): Proposal {
  const told = COMMAND_FORM.test(content) || /\b(?:remember|forget) to\b|记得/i.test(quote)
  const asked = rule.reason === 'remember' && !told
  const memory = MEMORY_OF[asked ? (PERSONAL_FORM.test(content) ? 'person' : 'project') : rule.reason]
  const isWorkflow = rule.kind === 'workflow' || (rule.reason === 'preference' && OF_ALL.test(content))
  const personal = memory.personal && !isWorkflow && !OF_ALL.test(content)
  return {
    content,
    tier: rule.tier,
    reason: rule.reason,
    quote,
    message,
    type: isWorkflow ? 'feedback' : memory.type,
    kind: isWorkflow ? 'workflow' : (rule.kind ?? memory.kind),
    importance: MEMORY_OF[rule.reason].importance,
    confidence: rule.tier === 'write' ? 0.9 : 0.7,
    ...(personal ? { aboutPerson: true } : {}),
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
