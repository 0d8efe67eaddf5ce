// Whether two texts speak of the same time: what somebody is and what they were, lives and lived.
import { IRREGULAR_FORMS } from '../search/irregular-forms.ts'
import type { MeaningWord } from './meaning-words.ts'
import type { SharedWord } from './same-roles.ts'

type Words = readonly MeaningWord[]

export function sameTense(shared: readonly SharedWord[], one: Words, other: Words): boolean {
  return shared.every(([at, place]) => {
    const [here, there] = [one[at]!, other[place]!]
    if (here.kind !== 'word' || here.form === there.form) return true
    if (isTimeless(here) || isTimeless(there)) return true
    return isPast(here) === isPast(there)
  })
}

/** "Flying", "to see": their time is said elsewhere. */
function isTimeless({ form, after }: MeaningWord): boolean {
  return form.endsWith('ing') || after === 'to'
}

const WAS = /\b(?:was|were|had|did)\b/i
const IS = /\b(?:is|are|am|has|have|do|does)\b/i

/** "Is" and "was" and their like, wherever they stand; a text that says both is of both times. */
export function sameTime(one: string, other: string): boolean {
  const timeOf = (text: string) => (WAS.test(text) ? 1 : 0) - (IS.test(text) ? 1 : 0)
  return timeOf(one) * timeOf(other) >= 0
}

/** "Is based", "has moved" and the like are no past of their own. */
const HELPS = /^(?:is|are|was|were|be|been|being|has|have|had|gets?|got|must|not)$/

function isPast({ form, after }: MeaningWord): boolean {
  if (HELPS.test(after)) return false
  return /[^e]ed$/.test(form) || IRREGULAR_FORMS.has(form)
}
