// How often a memory was used and why, as it is kept outside the memory's file.

import type { UseReason } from '../records.ts'
export interface UsageTotals {
  count: number
  /** ISO time. */
  last: string
  why?: UseReason
}
