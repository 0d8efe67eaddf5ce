// All rules behind one literal finder. Built on the first scan, because most processes never scan.

import { FormatRule } from '../match-format.ts'
import { LiteralFinder } from '../matching/literal-finder.ts'
import { KeywordRule, matchKeyword } from '../matching/match-keyword.ts'
import type { Hit } from '../secret-finding.ts'
import { ASSIGNMENT_RULES } from './assignment-rules.ts'
import { BLOCK_RULES } from './block-rules.ts'
import { CONNECTION_RULES } from './connection-rules.ts'
import { KEY_RULES } from './key-rules.ts'
import { KEYWORD_RULES } from './keyword-rules.ts'
import { NUGET_RULES } from './nuget-rules.ts'
import { PLATFORM_RULES } from './platform-rules.ts'
import { REQUEST_RULES } from './request-rules.ts'
import { SERVICE_RULES } from './service-rules.ts'
import type { SpecialRule } from './special-rule.ts'

/** What to do where one literal occurs. */
interface Anchor {
  /** The literal's length. */
  readonly length: number
  formats: FormatRule[]
  keywords: KeywordRule[]
  specials: SpecialRule[]
}

interface RuleBook {
  finder: LiteralFinder
  anchors: readonly Anchor[]
  ids: ReadonlySet<string>
}

const SPECIAL_RULES: readonly SpecialRule[] = [
  ...BLOCK_RULES,
  ...KEY_RULES,
  ...CONNECTION_RULES,
  ...NUGET_RULES,
  ...REQUEST_RULES,
  ...ASSIGNMENT_RULES,
]

let book: RuleBook | undefined

export function ruleBook(): RuleBook {
  book ??= buildRuleBook()
  return book
}

function buildRuleBook(): RuleBook {
  const byLiteral = new Map<string, Anchor>()
  const ids = new Set<string>()
  const anchor = (literal: string) => {
    const key = literal.toLowerCase()
    const known = byLiteral.get(key) ?? { length: key.length, formats: [], keywords: [], specials: [] }
    byLiteral.set(key, known)
    return known
  }
  for (const row of [...PLATFORM_RULES, ...SERVICE_RULES]) {
    const rule = new FormatRule(row)
    ids.add(rule.id)
    for (const literal of rule.anchors) anchor(literal).formats.push(rule)
  }
  for (const row of KEYWORD_RULES) {
    const rule = new KeywordRule(row)
    ids.add(rule.id)
    for (const keyword of rule.keywords) anchor(keyword).keywords.push(rule)
  }
  for (const rule of SPECIAL_RULES) {
    for (const id of rule.ids) ids.add(id)
    for (const literal of rule.anchors) anchor(literal).specials.push(rule)
  }
  return { finder: new LiteralFinder([...byLiteral.keys()]), anchors: [...byLiteral.values()], ids }
}

/** Everything that the rules of one anchor find at `start`. */
export function matchAnchor(
  anchor: Anchor,
  text: string,
  start: number,
  end: number,
  add: (hit: Hit) => void,
  contains: (word: string) => boolean,
): void {
  for (const rule of anchor.formats) {
    const hit = rule.match(text, start)
    if (hit && (!rule.options.needs || rule.options.needs.some(contains))) add(hit)
  }
  if (anchor.keywords.length > 0) {
    const hit = matchKeyword(anchor.keywords, text, start, end)
    if (hit) add(hit)
  }
  for (const rule of anchor.specials) {
    const found = rule.match(text, start, end)
    if (found === undefined) continue
    if ('rule' in found) add(found)
    else for (const hit of found) add(hit)
  }
}
