// The shape of a rule that needs a hand-written matcher.
import type { Hit } from '../secret-finding.ts'

export interface SpecialRule {
  /** Every rule id that the matcher may report. */
  ids: readonly string[]
  anchors: readonly string[]
  /** Looks at the text around an anchor. Must look at a bounded number of characters. */
  match(text: string, start: number, end: number): Hit | readonly Hit[] | undefined
}
