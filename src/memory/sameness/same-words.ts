// Whether two texts say the same words, and one of them another in the place of a few.
import { isName } from '../../base/statements/exact-difference.ts'
import type { Word } from '../../base/statements/words.ts'

/** Words; two Han characters count as one. */
const LONGEST_SPAN = 3

export function isShort(span: readonly Word[]): boolean {
  return span.reduce((length, { isHan }) => length + (isHan ? 0.5 : 1), 0) <= LONGEST_SPAN
}

/** With `former` in the place of one short span of the newer text, that is the older. */
export function isInPlaceOf({
  older,
  newer,
  former,
}: Record<'older' | 'newer' | 'former', readonly Word[]>): boolean {
  if (former.length === 0) return false
  return older.some((_, start) => {
    const suffix = older.slice(start + former.length)
    const span = newer.slice(start, newer.length - suffix.length)
    return (
      span.length > 0 &&
      isShort(span) &&
      isSameSequence(older, [...newer.slice(0, start), ...former, ...suffix]) &&
      isSameSequence(newer.slice(start + span.length), suffix)
    )
  })
}

export function isSameSequence(one: readonly Word[], other: readonly Word[]): boolean {
  return one.length === other.length && one.every((word, at) => isSameWord(word, other[at]))
}

/** A name, a flag or an identifier is another one in other letters: -o and -O. */
export function isSameWord(one: Word | undefined, other: Word | undefined): boolean {
  if (!one || !other || one.text !== other.text) return false
  const isOrdinary = !isName(one) && !isName(other)
  return (
    isOrdinary ||
    spelling(one, one.isFirst || other.isFirst) === spelling(other, one.isFirst || other.isFirst)
  )
}

/** The capital of a first word says nothing. */
function spelling({ raw }: Word, isFirst: boolean): string {
  return isFirst ? raw.charAt(0).toLowerCase() + raw.slice(1) : raw
}
