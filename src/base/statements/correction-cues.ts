// Words by which a statement says that it takes back another.
import { once } from '../values/once.ts'

export const ENDED = /\bno longer\b|不再/iu
export const REPLACED = /\b(?:instead of|rather than)\b|而不是/iu
export const NOW =
  /(?<!\b(?:for|from|right|until|till|by|just|even|up to) )\bnow\b(?! (?:and then|that))|现在/iu
/** Takes the place of a verb in the older text, and may be said to be done. */
export const CHANGED_TO = /(?:已经?)?(改用|改为|改成|换成|改到)了?/u

const any = once(() => {
  const sources = [ENDED, REPLACED, NOW, CHANGED_TO].map(({ source }) => source)
  return new RegExp(sources.join('|'), 'giu')
})
/** A word of each: without one there is nothing to take out, and the pattern need not be made. */
const SIGNS = ['no longer', 'instead of', 'rather than', 'now', '不再', '而不是', '现在', '改', '换成']

/** What is left is about its subject. The text itself where it corrects nothing. */
export function withoutCues(text: string): string {
  const lower = text.toLowerCase()
  return SIGNS.some((sign) => lower.includes(sign)) ? text.replace(any(), ' ') : text
}
