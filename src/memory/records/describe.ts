// Good names and descriptions for text that came without them, and file names that people can read.
import { cutToBytes, cutToCharacters } from '../../base/text/unicode.ts'
import { nameProblem } from '../files/memory-path.ts'
import type { MemoryType } from '../memory.ts'

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

/** Of a text that was changed: the name and description that had been generated from the former text, generated again. */
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

/** `feedback_real_database_in_tests`: letters and digits of any script, at most 40 characters. */
export function fileNameFor(name: string, type: MemoryType | undefined): string {
  const slug = name
    .slice(0, MAX_READ)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '_')
    .replace(/[^\x00-\x7f]/gu, (character) => (nameProblem(character) ? '_' : character))
    .split('_')
    .filter(Boolean)
    .join('_')
  const prefix = type ?? 'note'
  const bare = slug.startsWith(`${prefix}_`) ? slug.slice(prefix.length + 1) : slug
  const characters = [...bare].slice(0, 40).join('')
  const cut = characters.length < bare.length ? characters.replace(/_[^_]*$/, '') : characters
  return `${prefix}_${cutToBytes(cut, 150).replace(/_$/, '') || 'memory'}`
}
