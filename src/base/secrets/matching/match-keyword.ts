// Checks the rules of a provider's name where the name occurs: the value it is given must fit exactly.

import { expandUuid, isAlphanumeric } from '../match-format.ts'
import type { KeywordOptions, KeywordRow, Tier } from '../rules/rule-row.ts'
import type { Hit } from '../secret-finding.ts'
import { entropy, isFiller, isStandIn, RANK } from './judge-secret.ts'

/** Says that the value is meant to be secret. */
const CREDENTIAL =
  /key|token|secret|passw|pwd|auth|credential|creds|api|pat\b|bearer|licen[cs]e|login|sid\b|contribsys/i
/** Says that it is not: a hash or something public. */
const PUBLIC = /public|commit|sha\d|sha\b|hash|digest|checksum|integrity|revision|etag|uuid|guid/i

export class KeywordRule {
  readonly id: string
  readonly keywords: readonly string[]
  private readonly value: string
  private readonly options: KeywordOptions
  private compiled: RegExp | undefined

  constructor([id, keywords, value, options = {}]: KeywordRow) {
    this.id = id
    this.keywords = keywords.split('|')
    this.value = value
    this.options = options
  }

  /** The end of the value at `at`, or -1. */
  valueEnd(text: string, at: number): number {
    this.compiled ??= new RegExp(
      `(?:${expandUuid(this.value)})(?![A-Za-z0-9+/_=~@|:%-])(?![.][A-Za-z0-9])`,
      'y',
    )
    this.compiled.lastIndex = at
    return this.compiled.test(text) ? this.compiled.lastIndex : -1
  }

  judge(secret: string, context: string, spoken: boolean): Tier | undefined {
    if (isFiller(secret)) return undefined
    const random = entropy(secret)
    const named = CREDENTIAL.test(context) && !PUBLIC.test(context)
    const mixed = /[0-9]/.test(secret) && /[A-Za-z]/.test(secret)
    if (spoken && !(named && mixed)) return undefined
    // A word that happens to have the right length is not a key.
    if (!mixed && !named) return undefined
    const sure = named && mixed && random >= (this.options.entropy ?? leastEntropy(secret.length))
    return this.options.tier !== 'warn' && sure && !isStandIn(secret) ? 'block' : 'warn'
  }
}

/** A short value cannot reach the entropy of a long one. */
function leastEntropy(length: number): number {
  return Math.min(3, 0.72 * Math.log2(length))
}

/** All rules of one keyword at `start`..`end`: the value is looked up once. */
export function matchKeyword(
  rules: readonly KeywordRule[],
  text: string,
  start: number,
  end: number,
): Hit | undefined {
  const value = assignedValue(text, end)
  if (!value) return undefined
  let best: Hit | undefined
  for (const rule of rules) {
    const valueEnd = rule.valueEnd(text, value.at)
    if (valueEnd < 0) continue
    const context = text.slice(nameStart(text, start), value.at)
    const tier = rule.judge(text.slice(value.at, valueEnd), context, value.form === 'spoken')
    if (!tier || (best && (best.tier === 'block' || tier === 'warn'))) continue
    best = { rule: rule.id, tier, start: value.at, end: valueEnd, rank: RANK.keyword }
  }
  return best
}

/** The name may start before the keyword: `MY_DATADOG_API_KEY`. */
function nameStart(text: string, from: number): number {
  let start = from
  while (start > 0 && start > from - 40) {
    const code = text.charCodeAt(start - 1)
    if (!isAlphanumeric(code) && code !== 95 && code !== 45 && code !== 46) break
    start--
  }
  return start
}

// Where the value of a name starts: `name = "value"`, `<name>value`, `"name": value`, `name is value`.
// Bounded: it looks at most about 120 characters ahead.

/** How a name and a value were joined. A plain sentence is weaker evidence than an assignment. */
type AssignmentForm = 'assigned' | 'spoken'

interface AssignedValue {
  at: number
  form: AssignmentForm
}

const NAME_REST = 40
const QUOTES = 4
const OPENERS = 24

const SPOKEN =
  /[ \t\w.-]{0,40}?[ \t](?:is|was|to|as|key|token|secret|password|pat)[ \t]{1,4}(?:(?:is|was)[ \t]{1,4})?["'`(]{0,2}/iy

export function assignedValue(text: string, nameEnd: number): AssignedValue | undefined {
  let i = skip(text, nameEnd, NAME_REST, isNamePart)
  i = skip(text, i, QUOTES, isQuoteOrSpace)
  // The words of a link end there: what follows is its address, no value.
  const joined = text.startsWith('](', i - 1) ? i : skipOperator(text, i)
  if (joined > i) return { at: skipOpeners(text, joined), form: 'assigned' }
  SPOKEN.lastIndex = nameEnd
  const spoken = SPOKEN.exec(text)
  return spoken ? { at: nameEnd + spoken[0].length, form: 'spoken' } : undefined
}

function skip(text: string, from: number, most: number, test: (code: number) => boolean): number {
  const end = Math.min(text.length, from + most)
  let i = from
  while (i < end && test(text.charCodeAt(i))) i++
  return i
}

/** Inside a quote an equals sign is part of the value. */
function skipOpeners(text: string, from: number): number {
  const end = Math.min(text.length, from + OPENERS)
  let quoted = false
  let i = from
  for (; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code === 34 || code === 39 || code === 96) quoted = true
    else if (!isQuoteOrSpace(code) && !(isOpener(code) && !(quoted && code === 61))) break
  }
  return i
}

/** `=`, `:`, `:=`, `::=`, `=>`, `?=`, `||`, `>`, `,`, `(`: the ways languages and formats join a name and a value. */
function skipOperator(text: string, from: number): number {
  switch (text[from]) {
    case '=':
    case '>':
    case ',':
    case '(':
      return from + 1
    case ':': {
      let i = from + 1
      while (i < from + 3 && text[i] === ':') i++
      return text[i] === '=' ? i + 1 : i
    }
    case '?':
    case '+':
      return text[from + 1] === '=' ? from + 2 : from
    case '|':
      return text[from + 1] === '|' ? from + 2 : from
    default:
      return from
  }
}

/** Letters, digits, `_ . -`, blank and tab. */
function isNamePart(code: number): boolean {
  if (code >= 97) return code <= 122
  if (code >= 65) return code <= 90 || code === 95
  return (code >= 48 && code <= 57) || code === 45 || code === 46 || code === 32 || code === 9
}

/** Blank, line breaks, quotes, and what closes an index or a call: `env["name"] =`. */
function isQuoteOrSpace(code: number): boolean {
  return (
    code === 32 ||
    (code >= 9 && code <= 13) ||
    code === 34 ||
    code === 39 ||
    code === 96 ||
    code === 93 ||
    code === 41 ||
    code === 42
  )
}

/** Blank, line breaks, quotes, `= > ( [ \ *`. */
function isOpener(code: number): boolean {
  return isQuoteOrSpace(code) || code === 61 || code === 62 || code === 40 || code === 91 || code === 92
}
