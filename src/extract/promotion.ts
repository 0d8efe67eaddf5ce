// When a candidate has become certain by itself: the person said it again, in other conversations and on another day.
import type { Candidate } from './candidates.ts'

const LEAST_CONVERSATIONS = 3
const LEAST_DAYS = 2

/** In the first conversation and in two others, on two days, in words that the person typed. */
export function isConfirmed({ origin, said }: Pick<Candidate, 'origin' | 'said'>): boolean {
  if (origin !== 'user') return false
  const conversations = new Set(said.map(({ conversation }) => conversation))
  const days = new Set(said.map(({ time }) => time.slice(0, 10)))
  return conversations.size >= LEAST_CONVERSATIONS && days.size >= LEAST_DAYS
}
