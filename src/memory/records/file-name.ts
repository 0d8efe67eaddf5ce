// File names that people can read, made from what a memory is called.
import { nameProblem } from '../../base/paths/portable-name.ts'
import { cutToBytes } from '../../base/text/unicode.ts'
import type { MemoryType } from '../memory.ts'

/** The beginning says what a text is about; the rest would only cost time. */
const MAX_READ = 4_000

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
