// File names that people can read, made from what a memory is called.
import { nameProblem } from '../../base/paths/portable-name.ts'
import { cutToBytes } from '../../base/text/unicode.ts'
import type { MemoryType } from '../memory.ts'

/** The beginning says what a text is about; the rest would only cost time. */
const MAX_READ = 4_000

/** The index repeats it in every conversation, beside a title that says the same: enough to tell files apart by eye. */
const MAX_BYTES = 24

/** `feedback_real_database_in_tests`: letters and digits of any script, of the beginning, up to the end of a word. */
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
  const head = cutToBytes(bare, MAX_BYTES)
  const isWhole = head === bare || bare[head.length] === '_'
  const cut = isWhole ? head : head.replace(/_[^_]*$/, '')
  return `${prefix}_${cut.replace(/_$/, '') || 'memory'}`
}
