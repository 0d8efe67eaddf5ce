// The policies that are compared, and which of them is the product's own.
import type { Policy } from './replay.ts'

export const NOTHING: Policy = { name: 'nothing' }

export const DEFAULT_POLICY = 'gap+batch+cold'

export const POLICIES: readonly Policy[] = [
  NOTHING,
  { name: 'gap', levels: { gap: true, batch: false, cold: false, auto: false } },
  { name: 'batch', levels: { gap: false, batch: true, cold: false, auto: false } },
  { name: 'cold', levels: { gap: false, batch: false, cold: true, auto: false } },
  { name: 'gap+batch', levels: { gap: true, batch: true, cold: false, auto: true } },
  { name: DEFAULT_POLICY, levels: { gap: true, batch: true, cold: true, auto: true } },
]
