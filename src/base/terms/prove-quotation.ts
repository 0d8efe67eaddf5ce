// Whether a quotation proves that the person said what a memory says: it is in a message that they typed, and the
// memory says little that it does not, and not the opposite. Strict on purpose: what it cannot prove stays what an agent reports.
import { plainText } from '../text/plain-text.ts'
import { contentWords } from './content-words.ts'

/** Fewer would be found in any conversation. */
const LEAST_WORDS = 2
const MOST_WORDS = 60
/** The share of the memory's words that the quotation has to say. */
const SHARE = 0.5
/** With or without it a sentence says the opposite. Of plain text: the apostrophe of "don't" is a blank there. */
const NEGATED =
  /\b(?:not|never|no|none|avoid|without|cannot|stop|dont|cant|wont)\b|n t\b|[不没沒别別勿莫]|禁止|避免/
const SENTENCE = /(?:[^.!?;。]|\.(?! |$))*[.!?;。]?/g

/** `typed`: what the person typed in the conversation, a text for each message; undefined: nobody knows. */
export function provesQuotation(
  quote: string,
  content: string,
  typed: readonly string[] | undefined,
): boolean {
  const words = contentWords(quote, MOST_WORDS).map((word) => word.toLowerCase())
  if (words.length < LEAST_WORDS) return false
  const wanted = plainText(quote)
  const isNegated = NEGATED.test(plainText(content))
  if (!typed?.some((message) => isSaid(wanted, plainText(message), isNegated))) return false
  const said = contentWords(content, MOST_WORDS).map((word) => word.toLowerCase())
  const covered = said.filter((word) => words.some((other) => isSameWord(word, other)))
  return said.length > 0 && covered.length >= SHARE * said.length
}

/** A part of a sentence can say the opposite of the whole, and who asks does not say it. */
function isSaid(wanted: string, message: string, isNegated: boolean): boolean {
  const at = message.indexOf(wanted)
  if (at < 0) return false
  const around = [...message.matchAll(SENTENCE)]
    .filter(({ 0: text, index }) => index < at + wanted.length && index + text.length > at)
    .map(([text]) => text)
  return NEGATED.test(around.join(' ')) === isNegated && !around.at(-1)?.endsWith('?')
}

function isSameWord(one: string, other: string): boolean {
  return one === other || isStem(one, other) || isStem(other, one)
}

/** `mock` of `mocks`: the same from the beginning, but for an ending. */
function isStem(stem: string, word: string): boolean {
  return stem.length >= 4 && word.length - stem.length <= 3 && word.startsWith(stem)
}
