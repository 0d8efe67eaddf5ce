// Checks the rules of a provider's name where the name stands: the value it is given must fit exactly.
import { assignedValue } from './assigned-value.ts'
import type { Hit } from './finding.ts'
import { entropy, isFiller, isStandIn, RANK } from './judge-secret.ts'
import { expandUuid, isAlphanumeric } from './match-format.ts'
import type { KeywordOptions, KeywordRow, Tier } from './rules/rule-row.ts'

/** Says that the value is meant to be secret. */
const CREDENTIAL = /key|token|secret|passw|pwd|auth|credential|creds|api|pat\b|bearer|licen[cs]e|login|sid\b/i
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
    const sure = named && mixed && random >= Math.max(3, this.options.entropy ?? 0)
    return this.options.tier !== 'warn' && sure && !isStandIn(secret) ? 'block' : 'warn'
  }
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
    const tier = rule.judge(text.slice(value.at, valueEnd), context, value.joint === 'spoken')
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
