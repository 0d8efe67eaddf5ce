// What becomes of a proposal: the one check between every extractor and the memory. The words that it rests on must
// stand in this conversation, and where they stand says whose they are. Pure but for the scan for secrets.
import { absoluteDates } from '../../base/text/absolute-dates.ts'
import { plainText } from '../../base/text/plain-text.ts'
import type { Origin } from '../../memory/memory.ts'
import type { Proposal, SaidMessage, Tier } from './proposal.ts'
import type { OtherText } from './read-said.ts'

export interface CheckContext {
  /** Evidence counts only from here: the messages of this run. */
  readonly messages: readonly SaidMessage[]
  /** What came right before: "remember that" means words of these, which only a rule can name. */
  readonly before?: readonly SaidMessage[]
  /** Everything that was said, to know what came before. */
  readonly said: readonly SaidMessage[]
  readonly others: readonly OtherText[]
  /** Texts that memdir itself put into this conversation, at whatever moment: memories, the index. */
  readonly injected: readonly string[]
  /** Whether a quotation proves that the person said what a memory says: memory/records/prove-quotation. */
  proves(quote: string, content: string, typed: readonly string[]): boolean
  /** The rules of the secrets in a text. */
  secretsIn(text: string): readonly string[]
}

/** A proposal that passed, with whose words it rests on. */
export interface Statement extends Proposal {
  readonly origin: Extract<Origin, 'user' | 'agent' | 'tool' | 'web'>
  readonly message: string
  /** ISO time of the message. */
  readonly time: string
}

export type DropReason = 'empty' | 'no-evidence' | 'echo' | 'secret' | 'not-asked'

export type Checked =
  | { readonly outcome: Tier | 'quarantine'; readonly statement: Statement }
  | {
      readonly outcome: 'dropped'
      readonly reason: DropReason
      readonly proposal: Proposal
      readonly rules?: readonly string[]
    }

const QUOTE_CHARACTERS = 500
const CONTENT_CHARACTERS = 4_000

export function checkProposal(given: Proposal, context: CheckContext): Checked {
  const drop = (reason: DropReason, rules?: readonly string[]): Checked => ({
    outcome: 'dropped',
    reason,
    proposal: given,
    ...(rules && { rules }),
  })
  const quote = given.quote.trim().slice(0, QUOTE_CHARACTERS)
  const content = given.content.trim().slice(0, CONTENT_CHARACTERS)
  if (quote === '' || content === '') return drop('empty')
  const place = findEvidence(quote, given, context)
  if (!place) return drop('no-evidence')
  const written = [content, quote, given.title ?? '', given.why ?? '']
  const rules = [...new Set(written.flatMap(context.secretsIn))]
  if (rules.length > 0) return drop('secret', rules)
  if (place.origin === 'user' && isEcho(quote, place.message, given, context)) return drop('echo')
  // In the person's own language: where a model translated, their words stand for themselves.
  const kept = place.origin === 'user' && !isSameScript(quote, content) ? quote : content
  const { title, why, ...rest } = { ...given, content: kept, quote }
  const proposal = {
    ...rest,
    ...(title !== undefined && isTitleOf(title, rest, context) && { title }),
    ...(why !== undefined && isReasonIn(why, place, context) && { why }),
  }
  return judged(proposal, place, context)
}

const TITLE_CHARACTERS = 80

/** What a model calls a statement says nothing that the statement does not. */
function isTitleOf(title: string, { content }: Pick<Proposal, 'content'>, { proves }: CheckContext): boolean {
  return title.length <= TITLE_CHARACTERS && !title.includes('\n') && proves(content, title, [content])
}

/** The reason that a model gives was given by whoever made the statement. */
function isReasonIn(why: string, { message }: Place, { messages, proves }: CheckContext): boolean {
  const said = [message, ...messages].filter(({ role }) => role === message.role)
  // By clauses: the one before may be negated ("never mock the database, since …") and the reason is not.
  const clauses = said.flatMap(({ text }) => text.split(CLAUSE_END)).map((clause) => clause.trim())
  return clauses.some((clause) => proves(clause, why, [clause]))
}

const CLAUSE_END = /[.!?;,。！？；，\n]+|\b(?:because|since)\b|因为/

interface Place {
  origin: Statement['origin']
  message: SaidMessage
}

/** The person's words before the agent's, the agent's before a tool's. */
function findEvidence(
  quote: string,
  { message: id, reason }: Proposal,
  { messages, before = [], said, others }: CheckContext,
): Place | undefined {
  const wanted = plainText(quote)
  if (wanted === '') return undefined
  const holds = ({ text }: { text: string }) => plainText(text).includes(wanted)
  // A model is told to use the new messages alone: what it finds before them was considered already.
  const citable = reason === 'model' ? messages : [...messages, ...before]
  const named = citable.filter((message) => message.id === id)
  const typed = [...named, ...messages].find((message) => message.role === 'user' && holds(message))
  if (typed) return { origin: 'user', message: typed }
  const answered = messages.find((message) => message.role === 'assistant' && holds(message))
  if (answered) return { origin: 'agent', message: answered }
  const other = others.find((one) => one.origin !== 'injected' && holds(one))
  const near = other && (said[Math.max(0, other.after - 1)] ?? messages[0])
  return other && near ? { origin: other.origin === 'web' ? 'web' : 'tool', message: near } : undefined
}

/** Only whole sentences: words in common are no echo. */
const SENTENCES = /[^.!?;。！？；\n]+/g
const LEAST_ECHO = 8

/**
 * Everything that the quotation says was put into the conversation by something else before it was typed. What the
 * person asks to remember they have made their own, wherever they have read it; but memdir's own words are known already.
 */
function isEcho(
  quote: string,
  typed: SaidMessage,
  { reason }: Proposal,
  { said, others, injected }: CheckContext,
): boolean {
  const at = said.findIndex(({ id }) => id === typed.id)
  const pieces = (quote.match(SENTENCES) ?? []).map(plainText).filter((piece) => piece.length >= LEAST_ECHO)
  if (pieces.length === 0) return false
  const earlier = others.filter(
    ({ after, origin }) => after <= at && (origin === 'injected' || reason !== 'remember'),
  )
  const texts = [...injected, ...earlier.map(({ text }) => text)].map(plainText)
  return pieces.every((piece) => texts.some((text) => text.includes(piece)))
}

const HAN = /\p{Script=Han}/gu

function isSameScript(one: string, other: string): boolean {
  const share = (text: string) => (text.match(HAN)?.length ?? 0) / Math.max(1, text.replace(/\s/g, '').length)
  const [a, b] = [share(one), share(other)]
  return !((a > 0.3 && b === 0) || (b > 0.3 && a === 0))
}

/** A model's "next Thursday" is counted from the day on which it was said. Rules have put the date there already. */
function dated(proposal: Proposal, { time }: SaidMessage): Proposal {
  return proposal.reason === 'model'
    ? {
        ...proposal,
        content: absoluteDates(proposal.content, new Date(time)),
        ...(proposal.title !== undefined && { title: absoluteDates(proposal.title, new Date(time)) }),
      }
    : proposal
}

function judged(proposal: Proposal, { origin, message }: Place, context: CheckContext): Checked {
  const placed = { message: message.id, time: message.time }
  if (origin === 'tool' || origin === 'web')
    return { outcome: 'quarantine', statement: { ...proposal, ...placed, origin } }
  // Rules take words as they stand; what a model wrote has to be proven by its quotation.
  const isTheirs =
    origin === 'user' &&
    (proposal.reason !== 'model' || context.proves(proposal.quote, proposal.content, [message.text]))
  const statement: Statement = { ...dated(proposal, message), ...placed, origin: isTheirs ? 'user' : 'agent' }
  // What only the agent said waits for somebody to confirm it.
  return { outcome: origin === 'agent' ? 'candidate' : proposal.tier, statement }
}
