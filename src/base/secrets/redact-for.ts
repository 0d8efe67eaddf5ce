// Cuts secrets out of text that others wrote, before it is shown. The scanner is loaded only for text that could hold
// one: most texts have no long run of letters and digits, no address with a password, no key.

import { isAscii, isPlainChinese } from '../text/unicode.ts'
import { once } from '../values/once.ts'
import { joinPieces } from './join-pieces.ts'
import { loadScanner } from './load-scanner.ts'
import type { RedactText } from './secret-finding.ts'

/** What a text in small letters says only where there may be a secret. */
const LITERALS = [
  ...['-----begin', 'sig=', 'k_live', 'k_test', 'k_prod', 'xox', 'jdbc:oracle', ':5432:', ':6432:', '"auth"'],
  ...['hooks.zapier', 'hooks.slack', 'django-insecure', '$2a$', '$2b$', '$2y$', '$1$', '$5$', '$6$'],
]
const NAMES = ['pass', 'secret', 'token', 'key', 'pwd', 'auth', 'api', 'access', 'cred', 'client_id']
const CHINESE_NAMES = ['密码', '密碼', '口令', '密钥', '密鑰', '秘钥', '私钥', '私鑰', '令牌', '凭证']
const name = [...NAMES, ...CHINESE_NAMES].join('|')
/** A name, and what joins it to a value. */
const assigned = once(
  () => new RegExp(`(?:${name})[\\w -]{0,20}["'\`”」』】\\])*]{0,3}[ \\t]{0,4}(?:[.+?]?[:=：＝]|是|为|為)`),
)
/** The same, by what joins in fewer places than `:` and `=` do: only with a digit or a quote after it. */
const NAMED =
  /(?:pass(?:word|wd|phrase)|pwd|secret|token|key|auth|api|access|cred)[\w .-]{0,40}["'`\])]{0,3}\s{0,4}(?:[>,(]|\|\||\s(?:is|was|to|as|pat))\s{0,24}(?:["'`]|\S{0,60}\d)/

/** Patterns for small letters, each with what it never matches without: to make one costs more than to look for all of these. */
const PATTERNS: readonly (readonly [signs: readonly string[], isMatch: (lower: string) => boolean])[] = [
  [['@'], (lower) => /:[\da-f]{8}@|:\/\/[^\s/:@]{0,100}:[^\s@]{1,200}@/.test(lower)],
  [['kind:'], (lower) => /kind:\s{0,8}["']?secret/.test(lower)],
  [[...NAMES, ...CHINESE_NAMES], (lower) => assigned().test(lower) || NAMED.test(lower)],
  [['machine'], (lower) => /\bmachine\s{1,9}\S{1,200}\s{1,40}(?:login|account|password)\s/.test(lower)],
  [
    ['sshpass', 'mysql', 'mariadb', 'redis-cli', 'mongosh', 'docker login'],
    (lower) =>
      /\b(?:sshpass|mysql\w{0,9}|mariadb|redis-cli|mongosh|docker login)\s(?:.{0,200}\s)?-[pa]/.test(lower),
  ],
  [['curl'], (lower) => /\bcurl\s(?:.{0,800}\s)?-(?:u|-user)/.test(lower)],
]
/** Letters that only look like ASCII, or cannot be seen. */
const DISGUISED = /[\u00ad\u017f\u200b-\u200f\u2060-\u2064\ufeff０-９Ａ-Ｚａ-ｚ\ud835]/
/** No secret that is known by its spelling alone is shorter. Bounded: a run of megabytes would overflow the matcher's stack. */
const TOKEN = /[\w+.=~-]{16,4096}/g

/** False: there is nothing to cut out. A look that costs next to nothing. */
export function mayHoldSecret(text: string): boolean {
  if (isSuspect(text)) return true
  const joined = joinPieces(text)
  return joined !== text && isSuspect(joined)
}

function isSuspect(text: string): boolean {
  if (hasLongToken(text)) return true
  const lower = text.toLowerCase()
  const says = (sign: string) => lower.includes(sign)
  if (LITERALS.some(says)) return true
  if (PATTERNS.some(([signs, isMatch]) => signs.some(says) && isMatch(lower))) return true
  return !isAscii(text) && !isPlainChinese(text) && DISGUISED.test(text)
}

/**
 * A run of letters and digits, with what may be between them in a token (not `/`, or every path would be one), that
 * no word or name looks like: with a digit, longer than words are, in capitals throughout, or changing between small
 * and capital letters.
 */
function hasLongToken(text: string): boolean {
  for (const [token] of text.matchAll(TOKEN))
    if (/\d|[A-Z]{16}|[a-z]{22}/.test(token) || (token.match(/[a-z][A-Z]/g)?.length ?? 0) > 2) return true
  return false
}

/**
 * Who will read the text. A person keeps what only may be a secret, and was warned about it when it was written; an
 * agent's prompt goes to others, so it does not.
 */
export type Reader = 'person' | 'agent'

export async function redactFor(text: string, reader: Reader): Promise<string> {
  if (!mayHoldSecret(text)) return text
  const { redactSecrets } = await loadScanner()
  return redactSecrets(text, { from: tierFor(reader) }).text
}

interface HeadOptions {
  reader: Reader
  /** So many characters of it. */
  shown: number
  /** Says when there is no more time, as for `scanSecrets`. */
  late?: () => boolean
}

/**
 * The beginning of a text without secrets: as much as is shown of it, however long it is. A secret that reaches beyond is
 * cut out like any other. Undefined where it could not be looked through in time.
 */
export async function redactHead(
  text: string,
  { reader, shown, late }: HeadOptions,
): Promise<string | undefined> {
  const end = wholeCharacters(text, shown)
  const looked = text.slice(0, lookedEnd(text, end))
  if (!mayHoldSecret(looked)) return looked.slice(0, end)
  const { redactSecrets } = await loadScanner()
  const redaction = redactSecrets(looked, { from: tierFor(reader), shown: end, late })
  return redaction.unscanned ? undefined : redaction.text
}

function wholeCharacters(text: string, length: number): number {
  const code = text.charCodeAt(length)
  return code >= 0xdc00 && code <= 0xdfff ? length - 1 : Math.min(length, text.length)
}

/** In what is taken apart, a secret reaches no further than this; in one piece, none is longer than that. */
const APART = 4_096
const LONGEST = 16_384

/** How much is looked at to see the end of a secret that begins before `shown`. */
function lookedEnd(text: string, shown: number): number {
  const blank = /\s/.exec(text.slice(shown + APART, shown + LONGEST))
  return shown + (blank ? APART + blank.index : LONGEST)
}

function tierFor(reader: Reader): 'warn' | 'block' {
  return reader === 'agent' ? 'warn' : 'block'
}

/** The same for every text in a value, however deep, and for the names of its fields. */
export async function redactValues<T>(value: T, reader: Reader): Promise<T> {
  return (await redactAny(value, reader)) as T
}

async function redactAny(value: unknown, reader: Reader): Promise<unknown> {
  if (typeof value === 'string') return redactFor(value, reader)
  if (Array.isArray(value)) return Promise.all(value.map((one) => redactAny(one, reader)))
  if (Object.prototype.toString.call(value) !== '[object Object]') return value
  const entries = Object.entries(value as object).map(
    async ([key, one]) => [await redactFor(key, reader), await redactAny(one, reader)] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

/** The same, ready for many texts. What memdir writes down, such as a conversation's log, is read by agents. */
export async function loadRedactor(reader: Reader): Promise<RedactText> {
  const { redactSecrets } = await loadScanner()
  return (text) => {
    if (!mayHoldSecret(text)) return { text, rules: [] }
    const from = tierFor(reader)
    const { text: clean, findings } = redactSecrets(text, { from })
    const cut = findings.filter(({ tier }) => tier === 'block' || from === 'warn')
    return { text: clean, rules: cut.map(({ rule }) => rule) }
  }
}

/** For thousands of values: whether nothing of one would be cut out. */
export async function loadCleanCheck(): Promise<(value: unknown) => boolean> {
  const { scanSecrets } = await loadScanner()
  const isClean = (text: string) =>
    !mayHoldSecret(text) || scanSecrets(text).every(({ tier }) => tier !== 'block')
  return (value) => textsOf(value).every(isClean)
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}
