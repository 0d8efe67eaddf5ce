// Which of the things that were said in a conversation are episodes: what the person typed as prose, and that says
// something. Answers such as "go on" and lone questions are of no use to anybody later.

import { cutToCharacters } from '../../base/text/unicode.ts'
import { contentHash } from '../../base/values/hash.ts'
import { typedPassages } from '../../models/typed-messages.ts'
import type { Episode } from '../../search/episodes.ts'
import type { SaidMessage } from '../extract/proposal.ts'

/** Characters: what follows in longer ones is an explanation of what stands first. */
const LONGEST = 1_000
const LEAST_WORDS = 4
/** Chinese has no blanks: about as much as four words. */
const LEAST_HAN = 6

/** `after`: only what was said since, an ISO time. */
export function episodesOf(said: readonly SaidMessage[], after = ''): Episode[] {
  return said.flatMap(({ id, role, text, time }) => {
    const at = new Date(time)
    if (role !== 'user' || Number.isNaN(at.getTime()) || at.toISOString() <= after) return []
    const typed = typedPassages(text).map((passage) => passage.text.trim())
    const prose = cutToCharacters(typed.filter((line) => line !== '').join('\n'), LONGEST)
    if (!saysSomething(prose)) return []
    return [{ key: contentHash(id).slice(0, 16), time: at.toISOString(), text: prose }]
  })
}

function saysSomething(text: string): boolean {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const words = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return (han >= LEAST_HAN || words >= LEAST_WORDS) && !isLoneQuestion(text)
}

/** One sentence that asks. What is said before a question is said. */
function isLoneQuestion(text: string): boolean {
  return /^[^.!?。！？\n]*(?:[?？]|[吗呢][。.]?)\s*$/u.test(text)
}
