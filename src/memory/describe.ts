// Good names and descriptions for text that came without them, and file names that people can read.
import { cutToBytes, cutToCharacters } from '../lib/unicode.ts'
import type { MemoryType } from './memory.ts'
import { nameProblem } from './memory-path.ts'

const MAX_NAME = 60
const MAX_DESCRIPTION = 150
/** The beginning says what a text is about; the rest would only cost time. */
const MAX_READ = 4_000

/** Name: the first clause. Description: the first sentences, as specific as the text is. */
export function describeText(body: string): { name: string; description: string } {
  const plain = plainText(body.slice(0, MAX_READ))
  const sentences = plain.match(
    /[^.!?。！？\n]+(?:[.!?。！？]+(?=\s|$|[^\x00-\x7f])|[.!?。！？]+|\n|$)/gu,
  ) ?? [plain]
  const first = trimPunctuation(sentences[0] ?? plain)
  const clause = [...first].length <= MAX_NAME ? first : trimPunctuation(first.split(/[,;:，；：—]\s?/)[0]!)
  const name = cutToCharacters([...clause].length >= 12 ? clause : first, MAX_NAME)
  const description = cutToCharacters(plain.replace(/\s+/g, ' ').trim(), MAX_DESCRIPTION)
  return { name: name || 'Memory', description }
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
  return text.replace(/^[\s"'“”‘’]+|[\s.,;:。，；：、"'“”‘’]+$/gu, '')
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
