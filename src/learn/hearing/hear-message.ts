// What a message of the person says that is worth keeping, without a model that answers: its units are judged by a small
// fitted model, and come out in two tiers. Written at once is what is sure and plainly standing, or what the rules know
// (a date by which, an address of what); everything else that is heard is a candidate. What is only pointed at is asked
// about. Pure but for the vectors.
import type { MemoryKind, MemoryType } from '../../memory/memory.ts'
import type { Passage } from '../../models/typed-messages.ts'
import type { SaidMessage } from '../extract/proposal.ts'
import { behindOpening, cueOf, isPointer } from './cues.ts'
import { deadlineIn } from './deadline.ts'
import type { Reader } from './fitted-hearing.ts'
import { gradesOf, type JudgedUnit, judgeUnit, type openJudges } from './judge-units.ts'
import { MARKS } from './marks.ts'
import { placeIn } from './place.ts'
import { isChinese } from './sentences.ts'
import { asContent, isWhole, quoteOf, standAlone } from './standing-alone.ts'
import { type ReadMessage, readMessage } from './units.ts'

/** Unit vectors of the model that reads a language. */
type VectorsOf = (texts: readonly string[], reader: Reader) => Promise<readonly Float32Array[]>

interface Ear {
  readonly vectorsOf: VectorsOf
  readonly judges: ReturnType<typeof openJudges>
}

export interface HeardStatement {
  /** Can be read alone. */
  readonly content: string
  /** The words that it rests on, as they stand in the message `message`. */
  readonly quote: string
  readonly message: string
  readonly reason: 'remember' | 'instruction' | 'deadline' | 'place' | 'statement'
  readonly type: MemoryType
  readonly kind: MemoryKind
  /** About the person: may hold in all projects. */
  readonly ofPerson: boolean
  /** ISO time: of no use afterwards. Only where a day is named by which it ends. */
  readonly expires?: string
  /** 0–1: how surely it is to be kept. */
  readonly score: number
  /** Of the unit that was heard. */
  readonly meaning?: { readonly reader: Reader; readonly vector: Float32Array }
}

export interface Heard {
  readonly written: readonly HeardStatement[]
  readonly candidates: readonly HeardStatement[]
  /** The person's words that only point at what is to be kept. */
  readonly asked: readonly string[]
}

/** More statements than this in one message: somebody's document. */
const MOST = 6
/** A cue says what the point alone would not. */
const CUE_POINTS = 1.2
/** What a rule has read is believed from so much less. */
const RULE_POINTS = 2.5

export async function hearMessage(
  message: SaidMessage,
  before: readonly SaidMessage[],
  ear: Ear,
): Promise<Heard> {
  const read = readMessage(message.text)
  if (message.role !== 'user' || read.sentences.length === 0)
    return { written: [], candidates: [], asked: [] }
  const judged = await judgeAll(read, ear)
  const heard = read.sentences.map((sentence, at) => {
    const units = judged.filter(({ unit }) => unit.at === at)
    return hearSentence({ sentence, at, units, judged, read, message, before })
  })
  const all = withoutDoubles(heard.flatMap(({ statements }) => statements))
  const chosen = all.toSorted((a, b) => rank(b) - rank(a)).slice(0, MOST)
  const of = (tier: Told['tier']) =>
    all.filter((one) => one.tier === tier && chosen.includes(one)).map(({ tier: _, ...one }) => one)
  return { written: of('write'), candidates: of('candidate'), asked: heard.flatMap(({ asked }) => asked) }
}

type Told = HeardStatement & { readonly tier: 'write' | 'candidate' }

const rank = ({ tier, score }: Told) => score + (tier === 'write' ? 1 : 0)

async function judgeAll(read: ReadMessage, { vectorsOf, judges }: Ear): Promise<JudgedUnit[]> {
  const judged: JudgedUnit[] = []
  for (const reader of ['en', 'zh'] as const) {
    const units = read.units.filter(({ text }) => isChinese(text) === (reader === 'zh'))
    if (units.length === 0) continue
    const vectors = await vectorsOf(
      units.map(({ text }) => text),
      reader,
    )
    for (const [at, unit] of units.entries()) {
      const vector = vectors[at]
      if (vector) judged.push(judgeUnit(unit, read, vector, judges[reader]))
    }
  }
  return judged
}

interface Hearing {
  readonly sentence: Passage
  readonly at: number
  readonly units: readonly JudgedUnit[]
  readonly judged: readonly JudgedUnit[]
  readonly read: ReadMessage
  readonly message: SaidMessage
  readonly before: readonly SaidMessage[]
}

function hearSentence(hearing: Hearing): { statements: Told[]; asked: string[] } {
  const { sentence, units, message } = hearing
  if (isPointer(sentence.text)) {
    const meant = pointedAt(hearing)
    return meant
      ? { statements: [meant], asked: [] }
      : { statements: [], asked: [sentence.text.slice(0, 200)] }
  }
  const list = listBehind(hearing)
  if (list.length > 0) return { statements: list, asked: [] }
  const best = units.reduce<JudgedUnit | undefined>(
    (one, other) => (one && one.points >= other.points ? one : other),
    undefined,
  )
  if (!best) return { statements: [], asked: [] }
  const { taken } = best.judge
  const ruled =
    best.points >= taken - RULE_POINTS
      ? (deadlineIn(sentence, message) ?? placeIn(sentence, message))
      : undefined
  if (ruled) {
    const type = ruled.reason === 'place' ? 'reference' : 'project'
    return {
      statements: [{ ...statementOf(best, { ...ruled, type }), message: message.id, tier: 'write' }],
      asked: [],
    }
  }
  const told = toldBy(best, hearing)
  return { statements: told ? [told] : [], asked: [] }
}

/** What the fitted model and the cues make of a sentence. */
function toldBy(best: JudgedUnit, { sentence, judged, read, message }: Hearing): Told | undefined {
  const { taken, written } = best.judge
  const cue = cueOf(best.unit.text) ?? cueOf(sentence.text)
  const more = cue ? CUE_POINTS : 0
  const opening = cue === 'remember' ? behindOpening(sentence.text) : undefined
  const isOutright = opening?.isOutright === true && !/[?？]$/.test(sentence.text)
  if (best.points + more < taken && !isOutright) return undefined
  const points = new Map(judged.map((one) => [one.unit, one.points]))
  const behind = opening && asContent(opening.text)
  const stands =
    behind !== undefined && isWhole(behind)
      ? { ...sentence, content: behind, isWhole: true }
      : standAlone(best.unit, (unit) => points.get(unit) ?? -Infinity, read)
  const isPlain = cue !== undefined || PLAIN.some((at) => best.features[at] === 1)
  const isSure = stands.isWhole && (isOutright || (isPlain && best.points + more >= written))
  const quote =
    sentence.text.length <= 500
      ? spanOf(message, stands, sentence)
      : quoteOf(message.text, stands.start, stands.start + stands.text.length)
  return {
    ...statementOf(best, { content: stands.content, quote, reason: cue ?? 'statement' }),
    message: message.id,
    tier: isSure ? 'write' : 'candidate',
  }
}

/** From the beginning of what it stands on to the end of its sentence. */
function spanOf({ text }: SaidMessage, { start }: Passage, sentence: Passage): string {
  return quoteOf(text, Math.min(start, sentence.start), sentence.start + sentence.text.length)
}

/** Say by themselves that something stands. */
const PLAIN = [
  'forbids first',
  'general',
  'standing',
  'we use',
  'prefers',
  'decided',
  'owner',
  'recurring',
  'change',
  'must',
  'person',
].map((name) => MARKS.findIndex((mark) => mark.name === name))

const KINDS: Readonly<Record<MemoryType, MemoryKind>> = {
  user: 'user_preference',
  feedback: 'workflow',
  project: 'project_context',
  reference: 'fact',
}

interface Ruled extends Pick<HeardStatement, 'content' | 'quote' | 'reason'> {
  readonly type?: MemoryType
  readonly expires?: string
}

function statementOf(judged: JudgedUnit, ruled: Ruled): Omit<HeardStatement, 'message'> {
  const heard = gradesOf(judged)
  const { type = heard.type } = ruled
  return {
    ...ruled,
    type,
    kind: KINDS[type],
    ofPerson: type !== 'project' && type !== 'reference' && heard.ofPerson,
    score: 1 / (1 + Math.exp(-judged.points)),
    meaning: { reader: judged.judge.reader, vector: judged.vector },
  }
}

/** "Please remember:" and then, line by line, what: up to the next empty line. */
function listBehind({ sentence, at, judged, read, message }: Hearing): Told[] {
  if (!/[:：]$/.test(sentence.text) || cueOf(sentence.text) === undefined) return []
  const items: Told[] = []
  let end = sentence.start + sentence.text.length
  for (const item of read.sentences.slice(at + 1)) {
    if (/\n[ \t]*\n/.test(message.text.slice(end, item.start))) break
    end = item.start + item.text.length
    const whole = judged.find(
      ({ unit }) => unit.at === read.sentences.indexOf(item) && unit.kind === 'sentence',
    )
    const content = asContent(item.text)
    if (whole && isWhole(content))
      items.push({
        ...statementOf(whole, { content, quote: quoteOf(message.text, item.start, end), reason: 'remember' }),
        message: message.id,
        tier: 'write',
      })
  }
  return items
}

const ONLY_THAT =
  /^(?:\S+ ){0,2}(?:remember|note|save|keep)(?: (?:this|that|it))?(?: please)?[.!]*$|^(?:请|麻烦|帮我|你)*(?:记住|记下来?|记一下)(?:这[一个]?[点件条]?|一下|那[一个]?[点件条]?)?(?:事|吧|哦)?[。.!！]*$/iu

/** "Remember that." means what was said right before it. */
function pointedAt({ sentence, at, judged, read, message, before }: Hearing): Told | undefined {
  if (!ONLY_THAT.test(sentence.text)) return undefined
  const own = read.sentences[at - 1]
  const last = own ? undefined : before.findLast(({ role }) => role === 'user')
  const text = own ? own.text : (readMessage(last?.text ?? '').sentences.at(-1)?.text ?? '')
  const content = asContent(text)
  const judgedAs = judged.find(({ unit }) => unit.at === (own ? at - 1 : at)) ?? judged[0]
  if (!isWhole(content) || /[?？]$/.test(text)) return undefined
  const said = { content, quote: quoteOf(text, 0, text.length), reason: 'remember' as const }
  const id = own ? message.id : (last?.id ?? message.id)
  if (judgedAs) return { ...statementOf(judgedAs, said), message: id, tier: 'write' }
  return {
    ...said,
    message: id,
    type: 'feedback',
    kind: 'workflow',
    ofPerson: false,
    score: 1,
    tier: 'write',
  }
}

function withoutDoubles(told: readonly Told[]): Told[] {
  const seen = new Map<string, Told>()
  for (const one of told) {
    const key = one.content.toLowerCase()
    if (seen.get(key)?.tier !== 'write') seen.set(key, one)
  }
  return [...seen.values()]
}
