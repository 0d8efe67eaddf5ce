// Replaces secrets by notes. What a note leaves behind is scanned again, until nothing is found any more.

import { RANK } from './matching/judge-secret.ts'
import { redactionNote } from './redaction-notes.ts'
import type { Tier } from './rules/rule-row.ts'
import {
  mergeHits,
  type ScanOptions,
  scanBudget,
  scanSecrets,
  UNSCANNED_RULE,
  withPositions,
} from './scan-secrets.ts'
import type { Hit, SecretFinding } from './secret-finding.ts'

interface RedactOptions extends ScanOptions {
  /** `warn` (default) replaces every finding; `block` leaves what only warns in place. */
  from?: Tier
  /** Only so much of the text is wanted: what follows is looked at for the rest of a secret, and left out. */
  shown?: number
}

interface Redaction {
  text: string
  /** It could not be looked through in time, and is left out as a whole. */
  unscanned?: true
  /** All findings, also those that were left in place; positions refer to the text that was passed in. */
  findings: SecretFinding[]
}

const ROUNDS = 5

export function redactSecrets(text: string, options: RedactOptions = {}): Redaction {
  const counts = (hit: { tier: Tier }) => hit.tier === 'block' || (options.from ?? 'warn') === 'warn'
  // One for all rounds.
  const { late = scanBudget(text) } = options
  const all = scanSecrets(text, { late })
  let spans: Hit[] = all.filter(counts).map(asHit)
  for (let round = 0; round < ROUNDS && !spans.some(isUnscanned); round++) {
    const redacted = replaceSpans(text, spans)
    const rest = scanSecrets(redacted, { late }).filter(counts)
    if (rest.length === 0) {
      const kept = all.filter((finding) => !counts(finding)).map(asHit)
      const findings = withPositions(text, mergeHits([...spans, ...kept]))
      return {
        text: options.shown === undefined ? redacted : replaceSpans(text, spans, options.shown),
        findings,
      }
    }
    spans = mergeHits([...spans, ...rest.map((finding) => inOriginal(finding, spans))])
  }
  const whole: Hit = {
    rule: UNSCANNED_RULE,
    tier: 'block',
    start: 0,
    end: text.length,
    rank: RANK.whole,
  }
  return { text: redactionNote(UNSCANNED_RULE), unscanned: true, findings: withPositions(text, [whole]) }
}

function isUnscanned({ rule }: Hit): boolean {
  return rule === UNSCANNED_RULE
}

function asHit({ rule, tier, start, end }: SecretFinding): Hit {
  return { rule, tier, start, end, rank: RANK.special }
}

function replaceSpans(text: string, spans: readonly Hit[], shown = text.length): string {
  let out = ''
  let at = 0
  for (const { rule, start, end } of spans) {
    if (start >= shown) break
    out += text.slice(at, start) + redactionNote(rule)
    at = end
  }
  return out + text.slice(at, Math.max(at, shown))
}

/** A finding in the redacted text, carried back over the notes before it. */
function inOriginal(finding: SecretFinding, spans: readonly Hit[]): Hit {
  const back = (position: number) => {
    let shift = 0
    for (const { rule, start, end } of spans) {
      if (start - shift >= position) break
      shift += redactionNote(rule).length - (end - start)
    }
    return position - shift
  }
  return { ...asHit(finding), start: back(finding.start), end: back(finding.end) }
}
