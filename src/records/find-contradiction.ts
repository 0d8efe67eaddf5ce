// Whether a newer statement takes an older one back: the same subject to the word, and an announced change, a negation,
// an opposite word or one other value. Precise rather than greedy: a memory that is true and hidden is worse than one
// that is stale. What names the thing (free and paid, 测试 and 生产, Release 1.2) may not differ.
import { isChange, withoutCue } from './find-change.ts'
import { differenceOf, sameWords, textOf, valueKind, type Word, wordsOf } from './statement-words.ts'
import { areAlike, thingKind } from './thing-kinds.ts'

export type Contradiction = 'negation' | 'opposite' | 'number' | 'value' | 'change'

const LONGEST = 600

/** How `newer` contradicts `older`, both single statements; undefined when it does not. */
export function findContradiction(older: string, newer: string): Contradiction | undefined {
  if (older.length > LONGEST || newer.length > LONGEST) return undefined
  if (isNegation(older, newer)) return 'negation'
  if (isOpposite(older, newer)) return 'opposite'
  return findValue(older, newer) ?? (isChange(older, newer) ? 'change' : undefined)
}

/** What follows or stands within such a clause says which things are meant. */
const CLAUSE = /\b(?:that|which|who|whose|when|if|where|unless|while)\b|如果|若|当.*时|时候/i

const NOT =
  /\b(?:not|never)\b|(?:^|(?<=[请,，]))别|不(?!同|仅|但|过|错|断|少|久|足|一致|止|然|管|论)|没有|没(?!关系)|切勿|勿|禁止/giu
/** A "not" that no auxiliary carries belongs to a name: users not in the EU. */
const LOOSE_NOT =
  /(?<!\b(?:do|does|did|is|are|was|were|be|can|could|should|must|may|might|will|would|has|have|had)\s+(?:\w+ly\s+)?)\bnot\b/i
/** 不活跃用户, 没有权限的用户: it says which are meant. */
const NAMING_NOT = /^不(?![要得能许准可再需必用应会])|(?:不|没有?)[^，。]*的\s*[\p{L}]/u
const MODALS = new Set(
  'do does did will would may might can could should must shall always ever 要 会 能 可 以 应 该 须'
    .split(' ')
    .flatMap((word) => wordsOf(word).map(({ key }) => key)),
)

function isNegation(older: string, newer: string): boolean {
  const [a, b] = [spelledOut(withoutCue(resumed(older))), spelledOut(withoutCue(newer))]
  if (count(a, NOT) % 2 === count(b, NOT) % 2) return false
  for (const text of [a, b])
    if (CLAUSE.test(text) || LOOSE_NOT.test(text) || NAMING_NOT.test(text.trim())) return false
  const bare = (text: string) => wordsOf(text.replace(NOT, ' ')).filter(({ key }) => !MODALS.has(key))
  const said = bare(a)
  return said.length > 1 && sameWords(said, bare(b))
}

/** "No longer drinks" is taken back by "drinks", as "does not drink" is. */
function resumed(text: string): string {
  return text.replace(/\bno longer\b/i, 'does not').replace('不再', '不')
}

function spelledOut(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\bcan['’]?t\b|\bcannot\b/gi, 'can not')
    .replace(/\bwon['’]t\b/gi, 'will not')
    .replace(/n['’]t\b/gi, ' not')
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length
}

interface Opposites {
  sides: [RegExp, RegExp]
  /** What has to stand before it, so that it says something of the thing and does not name it. */
  after?: RegExp
  /** What has to follow. */
  before?: RegExp
}

const BE = /\b(?:is|are|be|been|stays?|remains?)(?: \w+ly)?\s*$/i
const LIKE = /\b(?:uses?|prefers?|likes?|is|are|indent(?:ed)? with|indentation:?)\s*$/i
const WISH = /\b(?:prefers?|likes?|wants?|expects?|gives?|writes?|keep (?:\w+ ){1,2})\s*$/i
const END = /^\s*的?\s*[.。!！]?\s*$/

/** Words that exclude each other. */
const OPPOSITES: Opposites[] = [
  { sides: [/\balways\b/i, /\bnever\b/i] },
  { sides: [/\b(?:likes?|loves?|enjoys?|prefers?)\b/i, /\b(?:hates?|dislikes?|detests?)\b/i] },
  { sides: [/\bus(?:es?|ing)\b/i, /\b(?:avoids?|stop(?:s|ped)?)(?: using)?\b/i] },
  { sides: [/\b(?:allows?|permits?)\b/i, /\b(?:forbids?|prohibits?|disallows?)\b/i] },
  { sides: [/\b(?:allowed|permitted)\b/i, /\b(?:forbidden|prohibited|disallowed)\b/i], after: BE },
  { sides: [/\benabled\b/i, /\bdisabled\b/i], after: BE },
  { sides: [/\b(?:required|mandatory)\b/i, /\b(?:optional|unnecessary)\b/i], after: BE },
  { sides: [/\b(?:single|unmarried)\b/i, /\b(?:married|engaged)\b/i], after: BE },
  { sides: [/\bpublic\b/i, /\bprivate\b/i], after: BE },
  { sides: [/\bsynchronous\b/i, /\basynchronous\b/i], after: BE },
  { sides: [/\btabs\b/i, /\bspaces\b/i], after: LIKE },
  { sides: [/\b(?:short|brief|concise|terse)\b/i, /\b(?:long|detailed|verbose)\b/i], after: WISH },
  { sides: [/简短|简洁|简明/, /详细|冗长/], after: /(?:喜欢|偏好|要|用|给|保持|回答)\s*$/ },
  { sides: [/\blight (?:mode|theme)\b/i, /\bdark (?:mode|theme)\b/i], after: LIKE },
  { sides: [/总是|每次都|一律/, /从来不|从不/] },
  { sides: [/开启|启用|打开/, /关闭|禁用|停用/], after: /\p{Script=Han}|\w/u },
  { sides: [/允许|可以/, /禁止|不得|不许/] },
  { sides: [/喜欢|偏好/, /讨厌/] },
  { sides: [/使用|采用/, /避免使用|弃用|停用/] },
  { sides: [/必填/, /可选|选填/], before: END },
  { sides: [/公开/, /私有|私密/], before: END },
]

function isOpposite(older: string, newer: string): boolean {
  if (CLAUSE.test(older) || CLAUSE.test(newer)) return false
  return OPPOSITES.some((pair) => areOpposed(older, newer, pair, 0) || areOpposed(older, newer, pair, 1))
}

function areOpposed(older: string, newer: string, { sides, after, before }: Opposites, side: 0 | 1): boolean {
  const [a, b] = [sides[side].exec(older), sides[1 - side]!.exec(newer)]
  if (!a || !b) return false
  const places: [string, RegExpExecArray][] = [
    [older, a],
    [newer, b],
  ]
  for (const [text, { 0: word, index }] of places) {
    const rest = text.slice(index + word.length)
    if (after && !after.test(text.slice(0, index))) return false
    if (before && !before.test(rest)) return false
    // 启用缓存的环境: it says which are meant.
    if (!before && /的\s*\p{L}/u.test(rest)) return false
  }
  const others = (text: string, word: string) =>
    wordsOf(text.replace(word, ' ~ ')).filter(({ key }) => !MODALS.has(key) || key === '~')
  const said = others(older, a[0])
  return said.length > 1 && sameWords(said, others(newer, b[0]))
}

/** Verbs after which a number is what is said of the thing. */
const SAYS =
  /\b(?:is|are|be|has|have|uses?|takes?|needs?|requires?|must|should|costs?|lasts?|expires?|listens?|runs?|keeps?|holds?|allows?|waits?|retr(?:y|ies)|times? out|limited|set|defaults?|starts?|ends?|begins?|happens?|closes?)\b|[=:]|是|为|有|用|需|要|限|在|监听|超时|保留|上限|最多|至少|等待|过期/i
/** Verbs after which a day or a date is. */
const FALLS =
  /\b(?:is|are|be|happens?|takes? place|starts?|ends?|begins?|closes?|expires?|due|scheduled|occurs?)(?: \w+ly)?(?: (?:on|in|by|every|at))?$|(?:是|为|在|于|定在)\s*每?$|^每$/i
/** A number after a noun names one of many (zone 1, issue 12), except after these. */
const NAMES_ONE =
  /^(?:ticket|issue|bug|pr|task|chapter|section|step|phase|item|case|sprint|release|milestone|server|shard|page|line|zone|region|room|team|第)s?$/i
const BEFORE_NUMBER =
  /^(?:to|at|on|of|for|in|than|about|around|roughly|every|after|within|up|only|exactly|most|least|out|by|port|version|level|limit|timeout|[A-Z][\w.+-]*|\p{Script=Han})$/u
/** The value that such a thing has is one only. */
const SINGLE = /\b(?:default|primary|current|official)\b.*\b(?:is|are)$|=$|(?:默认|当前|唯一|官方).*[是为]$/i
/** A default is one thing, also where it is a quality: dark or light. */
const ONE_OF_TWO = /\bdefault\b|=$|默认/i
const FORBIDS = /\b(?:not|never|no|avoid|don't|forbidden|prohibited)\b|不|勿|别|禁止|严禁|避免/i

/** One value differs, and all other words are the same. */
function findValue(older: string, newer: string): 'number' | 'value' | undefined {
  if (FORBIDS.test(spelledOut(older)) || FORBIDS.test(spelledOut(newer))) return undefined
  const difference = differenceOf(wordsOf(older), wordsOf(newer))
  const before = textOf(difference.before)
  if (CLAUSE.test(before)) return undefined
  const kind = valueKind(difference.older)
  if (kind !== valueKind(difference.newer)) return undefined
  if (kind === undefined) return isSingle(before, difference) ? 'value' : undefined
  if (kind === 'number' || kind === 'often') {
    const last = difference.before.at(-1)?.text ?? ''
    const isNamed = NAMES_ONE.test(last) || !(BEFORE_NUMBER.test(last) || SAYS.test(last))
    if (!SAYS.test(before) || isNamed || hasVerb(difference.after)) return undefined
    return kind === 'number' ? 'number' : 'value'
  }
  return FALLS.test(before) && !hasVerb(difference.after) ? 'value' : undefined
}

/** Another verb follows: what stood before it is the subject. */
function hasVerb(words: readonly Word[]): boolean {
  return /\b(?:is|are|has|have|uses?|takes?|needs?|must|should|runs?|costs?)\b|[是为]/i.test(textOf(words))
}

function isSingle(before: string, { older, newer, after }: ReturnType<typeof differenceOf>): boolean {
  const isShort = (words: readonly Word[]) => words.length > 0 && words.length <= 3
  if (!SINGLE.test(before) || !isShort(older) || !isShort(newer) || after.length > 0) return false
  // "The primary contact is abroad" says what Anna does, not who else it is.
  return areAlike(older, newer) && (thingKind(newer) !== 'quality' || ONE_OF_TWO.test(before))
}
