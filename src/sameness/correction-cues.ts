// Words by which a statement says that it takes back another.

export const ENDED = /\bno longer\b|不再/iu
export const REPLACED = /\b(?:instead of|rather than)\b|而不是/iu
export const NOW =
  /(?<!\b(?:for|from|right|until|till|by|just|even|up to) )\bnow\b(?! (?:and then|that))|现在/iu
/** Takes the place of a verb in the older text, and may be said to be done. */
export const CHANGED_TO = /(?:已经?)?(改用|改为|改成|换成|改到)了?/u

const ANY = new RegExp([ENDED, REPLACED, NOW, CHANGED_TO].map(({ source }) => source).join('|'), 'giu')

/** What is left is about its subject. The text itself where it corrects nothing. */
export function withoutCues(text: string): string {
  return text.replace(ANY, ' ')
}
