// When something has become certain by itself: the person said it again, in other conversations and on another day.
import type { Candidate } from './candidates.ts'

/** The first and two others. */
const LEAST_CONVERSATIONS = 3
const LEAST_DAYS = 2

/** One time that it was said. */
interface SaidAt {
  readonly conversation: string
  /** ISO. */
  readonly time: string
}

/** Not in one sitting. */
export function isOftenEnough(said: readonly SaidAt[]): boolean {
  const conversations = new Set(said.map(({ conversation }) => conversation))
  const days = new Set(said.map(({ time }) => time.slice(0, 10)))
  return conversations.size >= LEAST_CONVERSATIONS && days.size >= LEAST_DAYS
}

/** In words that the person typed. */
export function isConfirmed({ origin, said }: Pick<Candidate, 'origin' | 'said'>): boolean {
  return origin === 'user' && isOftenEnough(said)
}
