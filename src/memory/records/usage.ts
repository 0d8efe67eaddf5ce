// How often a memory was used and why, as it is kept outside the memory's file.

/** Why a memory was used: for `explain`. Never the words of the prompt, only those that the memory says too. */
export interface UseReason {
  similarity?: number
  terms?: readonly string[]
  conversation?: string
}

export interface UsageTotals {
  count: number
  /** ISO time. */
  last: string
  why?: UseReason
}
