// Good names and descriptions for text that came without them.
import { cutToCharacters } from './unicode.ts'

const MAX_NAME = 60
const MAX_DESCRIPTION = 150
/** The beginning says what a text is about; the rest would only cost time. */
const MAX_READ = 4_000

/** Name: the first clause. Description: the first sentences, as specific as the text is. */
export function describeText(body: string): { name: string; description: string } {
  const plain = plainText(body.slice(0, MAX_READ))
  const first = trimPunctuation(firstSentence(plain))
  const [opening = first] = first.split(/[,;:](?=\s|$)|[，；：—]/)
  const clause = [...first].length <= MAX_NAME ? first : trimPunctuation(opening)
  const name = cutToCharacters([...clause].length >= 12 ? clause : first, MAX_NAME)
  const description = cutToCharacters(plain.replace(/\s+/g, ' ').trim(), MAX_DESCRIPTION)
  return { name: name || 'Memory', description }
}

const END = /[.!?]+(?=\s|$)|[。！？]+|\n/gu
const ABBREVIATION = /(?:^|[\s(（])(?:e\.g|i\.e|cf|vs|approx|mr|mrs|ms|dr)\.$/i

/** A dot within a name, a number or an address ends nothing, nor does one after "e.g". */
function firstSentence(text: string): string {
  for (const { 0: mark, index } of text.matchAll(END)) {
    const sentence = text.slice(0, index + mark.length)
    if (!ABBREVIATION.test(sentence) && /[\p{L}\p{N}]/u.test(sentence)) return sentence
  }
  return text
}

/** The name and description of a text that was changed, generated again where they had been from the former text. */
export function regenerateDescription(
  old: { name?: string; description?: string; content: string },
  content: string,
): { name?: string; description?: string } {
  const [was, is] = [describeText(old.content), describeText(content)]
  return {
    ...(old.name === was.name && is.name !== was.name ? { name: is.name } : {}),
    ...(old.description === was.description && is.description !== was.description
      ? { description: is.description }
      : {}),
  }
}

/** Markdown without its marks. */
function plainText(body: string): string {
  return body
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[\[([^\]|]*)(?:\|([^\]]*))?\]\]/g, (_, target: string, label?: string) => label ?? target)
    .replace(/^[ \t]*(?:#{1,6}|[-*+]|\d+[.)]|>)[ \t]+/gm, '')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .trim()
}

function trimPunctuation(text: string): string {
  let end = text.length
  while (end > 0 && /[\s.,;:。，；：、]/.test(text.charAt(end - 1))) end--
  return trimQuotes(text.slice(0, end).trim())
}

/** Marks around the whole text go, and one whose partner was cut off; "a pair" inside stays. */
function trimQuotes(text: string): string {
  const whole = /^["'“‘]([^"'“”‘’]*)["'”’]$/u.exec(text)
  if (whole) return whole[1] ?? ''
  return text
    .replace(/^["“‘](?!.*["”’])|^'(?!.*'(?:[\s\p{P}]|$))/su, '')
    .replace(/(?<!["“‘].*)["”’]$|(?<!(?:^|[\s\p{P}])'.*)'$/su, '')
}
