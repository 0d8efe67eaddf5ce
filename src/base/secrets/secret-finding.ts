// What a scan reports: which rule, how sure, where. Never the secret itself.
import type { Tier } from './rules/rule-row.ts'

export interface SecretFinding {
  rule: string
  /** `block`: a specific format, must not be written. `warn`: looks like a credential, a person should look. */
  tier: Tier
  /** 1-based. */
  line: number
  /** 1-based, in UTF-16 code units. */
  column: number
  /** Offsets in the text that was passed in. */
  start: number
  end: number
}

/** A finding before it has a line and column. `rank` orders rules that claim the same characters. */
export interface Hit {
  rule: string
  tier: Tier
  start: number
  end: number
  rank: number
}

/** The text with notes in the places of secrets, and the rule of each that was cut out. */
export type RedactText = (text: string) => { text: string; rules: readonly string[] }
