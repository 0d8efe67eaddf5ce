// A passage as sentences, and a sentence as clauses, each with its mood: what is asked for is no statement, but a
// statement often stands inside a request ("… so I prefer few dependencies, how can I …?").
import type { Passage } from '../../models/typed-messages.ts'

type Mood = 'statement' | 'request'

export interface Clause extends Passage {
  readonly mood: Mood
  /** Belongs to the clause before it: because …, rather than …. */
  readonly goesOn: boolean
}

export interface Sentence extends Passage {
  readonly clauses: readonly Clause[]
}

/** What goes on for longer is a paste, and would be read for each of its clauses. */
const LONGEST_SENTENCE = 2000
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|mr|mrs|ms|dr|prof|st|no|approx|resp)|\b[A-Z])\.$/i
const LIST_MARK = /^\s*(?:[-*+•·]|\d{1,3}[.)、]|\(\d{1,3}\)|\[[ x]\])\s+/

export function sentencesOf({ text, start }: Passage): Sentence[] {
  const mark = LIST_MARK.exec(text)?.[0].length ?? 0
  const sentences: Sentence[] = []
  let from = mark
  const add = (end: number) => {
    const piece = trimmed({ text: text.slice(from, end), start: start + from })
    if (piece.text !== '' && piece.text.length <= LONGEST_SENTENCE)
      sentences.push({ ...piece, clauses: clausesOf(piece) })
    from = end
  }
  for (const { 0: end, index } of text.matchAll(
    /[.!?]{1,9}["')\]]{0,3}(?=\s)|[。！？；]{1,9}[”」』）]?|\n\s*\n/g,
  )) {
    if (index < from) continue
    if (end.startsWith('.') && ABBREVIATION.test(text.slice(Math.max(0, index - 8), index + 1))) continue
    add(index + end.length)
  }
  add(text.length)
  return sentences
}

export function isChinese(text: string): boolean {
  return /\p{Script=Han}/u.test(text)
}

function clausesOf(sentence: Passage): Clause[] {
  return isChinese(sentence.text) ? chineseClauses(sentence) : englishClauses(sentence)
}

const SUBJECT = "(?:i|we|you|he|she|they|it|there|this|that|these|those|my|our)(?:['’](?:m|ve|d|ll|re|s))?"
const ASKING =
  "(?:can|could|would|will|do|does|did|is|are|was|were|has|should|shall|may|might|how|what(?! i mean)|what's|why|where|when|who|which|whether|any|(?:please|pls)(?! (?:remember|always|never|use|don['’]t|do not|note|make a note|keep in mind|from now on|stop|avoid|write|call me)\\b)|let me|maybe|help|thanks|thank)"
const STANDING = "(?:always|never|from now on|remember|note|don['’]t|do not)"
const DEPENDENT =
  '(?:because|since|as|while|whereas|though|although|rather|instead|unless|so that|in order|considering|given|especially|particularly)'
/** Where a new clause begins: after a mark, or after a conjunction that a subject follows. */
const BOUNDARY = new RegExp(
  String.raw`(?:[,;:(]|\s[-–—]{1,2})\s*(?:(?:and|but|so|or|plus|then|also)\s+){0,3}(?=(?:${SUBJECT}|${ASKING}|${STANDING}|${DEPENDENT}|if)\b)|\s(?:and|but|so)\s+(?=(?:${SUBJECT}|can|could|would|how|what)\b)|\s(?=because\s)`,
  'gi',
)
const REQUEST_START = new RegExp(
  String.raw`^(?:(?:and|but|so|or|also|then|ok|okay|hey|hi|hmm+|ok cool|well|yes|yeah|sure),?\s+){0,4}(?:(?:${ASKING})\b|(?:i['’]m|i am|i['’]d) (?:wondering|not sure|unsure|hoping|looking (?:for|to)|curious|trying|considering|thinking|love to|like to (?:know|see)))`,
  'i',
)
const DEPENDENT_START = new RegExp(String.raw`^(?:${DEPENDENT})\b`, 'i')
/** What follows holds only in a case that is made up. */
const SUPPOSED = /^(?:and |but |so |what |even )?(?:if|suppose|assume|imagine|pretend)\b/i
const STANDING_START = /^(?:always|never|from now on|remember)\b/i
const IF_START =
  /^(?:and |but |so |what |even )?(?:if|when|once|until|unless|suppose|assume|imagine|pretend)\b/i

function englishClauses(sentence: Passage): Clause[] {
  const pieces = cutAt(sentence, sentence.text.matchAll(BOUNDARY))
  const asked = /\?["')\]]{0,3}$/.test(sentence.text)
  const requests = pieces.map(({ text }) => REQUEST_START.test(text) && (asked || !IF_START.test(text)))
  const hasRequest = requests.includes(true)
  let requesting = false
  let supposed = false
  return pieces.map(({ text, start }, at) => {
    const dependent = DEPENDENT_START.test(text)
    if (SUPPOSED.test(text)) supposed = true
    if (requests[at]) requesting = true
    // "can you …, considering I prefer …": a fact that the request rests on.
    else if (requesting && isOwnClause(text)) requesting = false
    const questioned = asked && (!hasRequest || at > requests.lastIndexOf(true)) && !dependent
    const open = requesting || questioned || (supposed && !STANDING_START.test(text))
    const mood = open || IF_START.test(text) ? 'request' : 'statement'
    return { text, start, mood, goesOn: dependent && at > 0 }
  })
}

/** Says something of its own after a request: its subject is the person. */
function isOwnClause(text: string): boolean {
  return /^(?:(?:considering|given|especially|since|because|as|particularly)\s+(?:that\s+|the fact that\s+|since\s+)?)?(?:i|we|my|our)\b/i.test(
    text,
  )
}

const CHINESE_ASKING =
  /吗|呢[？?]?$|什么|怎么|怎样|如何|哪|谁|几[个时天]|几点(?:[钟了？?]|$)|多少|是否|[能可]不[能可]|有没有|有无|为何|为啥|要不要|是不是|好不好|行不行|会不会|多大|多久|多长|咋|[？?]$/u
const CHINESE_REQUEST =
  /^(?:那么?|另外|然后|所以|现在|接下来)?(?:请(?!记住|你?记|牢记|务必|一律|始终|永远|总是|不要|别|以后|从现在|从今|叫我|用[中英])|帮|麻烦|能否|可否|能不能|可以|给我|替我|告诉我|写|翻译|推荐|解释|分析|列出|生成(?!的)|设计|扮演|假设|如果|假如|要是|试|求|比较|将以下|把)/u

function chineseClauses(sentence: Passage): Clause[] {
  const pieces = cutAt(sentence, sentence.text.matchAll(/[，,；;]\s*/g))
  const asked = /[？?][”"」』）]?$/u.test(sentence.text)
  const own = pieces.map(({ text }) => CHINESE_ASKING.test(text) || CHINESE_REQUEST.test(text))
  const marked = pieces.map(({ text }) => CHINESE_ASKING.test(text.replace(/[？?]$/u, '')))
  return pieces.map(({ text, start }, at) => {
    // A question without a word that asks: all of it is asked.
    const questioned = asked && !marked.includes(true)
    const mood = own[at] || questioned ? 'request' : 'statement'
    return { text, start, mood, goesOn: at > 0 && /^(?:因为|以便|而不是|免得|这样|尤其|特别是)/u.test(text) }
  })
}

function cutAt(sentence: Passage, boundaries: Iterable<RegExpExecArray>): Passage[] {
  const pieces: Passage[] = []
  let from = 0
  const add = (end: number) => {
    const piece = trimmed({ text: sentence.text.slice(from, end), start: sentence.start + from })
    if (piece.text !== '') pieces.push(piece)
  }
  for (const { 0: boundary, index } of boundaries) {
    if (index < from) continue
    add(index)
    from = index + boundary.length
  }
  add(sentence.text.length)
  return pieces
}

function trimmed({ text, start }: Passage): Passage {
  const left = text.length - text.trimStart().length
  return { text: text.trim(), start: start + left }
}
