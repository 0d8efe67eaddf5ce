// Whether a quotation proves that the person said what a memory says: it stands in a message that they typed, and the
// memory says little that it does not. Strict on purpose: what it cannot prove stays what an agent reports.
import { contentWords } from './content-words.ts'

/** Fewer would stand in any conversation. */
const LEAST_WORDS = 2
const MOST_WORDS = 60
/** Of the memory's words that the quotation has to say. */
const SHARE = 0.5

/** `typed`: what the person typed in the conversation, a text for each message; undefined: nobody knows. */
export function provesQuotation(
  quote: string,
  content: string,
  typed: readonly string[] | undefined,
): boolean {
  const words = contentWords(quote, MOST_WORDS).map((word) => word.toLowerCase())
  if (words.length < LEAST_WORDS) return false
  const wanted = plain(quote)
  if (!typed?.some((message) => plain(message).includes(wanted))) return false
  const said = contentWords(content, MOST_WORDS).map((word) => word.toLowerCase())
  const covered = said.filter((word) => words.some((other) => isSameWord(word, other)))
  return said.length > 0 && covered.length >= SHARE * said.length
}

/** As it is read: blanks, quotation marks and case are not what was said. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s"'`“”‘’「」『』«»*_]+/g, ' ')
    .trim()
}

/** `mock` and `mocks`: the same from the beginning, but for an ending. */
function isSameWord(one: string, other: string): boolean {
  if (one === other) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= 4 && long.length - short.length <= 3 && long.startsWith(short)
}
