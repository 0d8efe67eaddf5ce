// What is known of a memory before anything is asked: importance and age. Small beside relevance: they decide between
// memories that fit about equally well, and never bring up one that does not fit.
import { DAY_MS } from '../lib/clock.ts'
import type { StoredDocument } from './backend.ts'

/** A memory that does not say is of the usual importance. */
const USUAL_IMPORTANCE = 3
/** Added per step of importance away from the usual. A whole query term is worth about 2. */
const PER_STEP = 0.25
/** Added to what changed just now; half of that after a month, next to nothing after a year. */
const FRESH = 0.3
const HALF_LIFE = 30 * DAY_MS

export function priorOf({ importance, changed }: StoredDocument, now: number): number {
  const steps = (importance ?? USUAL_IMPORTANCE) - USUAL_IMPORTANCE
  const age = Math.max(0, now - changed)
  return PER_STEP * steps + FRESH * 0.5 ** (age / HALF_LIFE)
}
