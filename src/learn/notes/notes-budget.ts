// How large notes may become: about four characters per token, as every budget of theirs is counted.
import { sectionsOf } from './notes-template.ts'

export const SECTION_TOKENS = 2_000
export const NOTES_TOKENS = 12_000
const CHARACTERS_PER_TOKEN = 4

export function notesTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN)
}

interface NotesSize {
  readonly total: number
  /** Sections over their budget. */
  readonly over: readonly { readonly heading: string; readonly tokens: number }[]
}

export function sizeOfNotes(text: string): NotesSize {
  const sections = sectionsOf(text).map(({ heading, body }) => ({ heading, tokens: notesTokens(body) }))
  return { total: notesTokens(text), over: sections.filter(({ tokens }) => tokens > SECTION_TOKENS) }
}

/** For whoever updates them; empty where everything fits. */
export function budgetWarnings({ total, over }: NotesSize): string {
  const sections = over.map(
    ({ heading, tokens }) =>
      `- "${heading}" has about ${tokens} tokens; the limit is ${SECTION_TOKENS}. Condense it: drop details that no longer matter, merge related items.`,
  )
  const parts = sections.length > 0 ? [`These sections are too long:\n${sections.join('\n')}`] : []
  if (total > NOTES_TOKENS)
    parts.unshift(
      `IMPORTANT: the notes have about ${total} tokens; the limit is ${NOTES_TOKENS}. What is over it is cut off when the conversation is compacted. You must shorten them now: condense the longest sections first, and keep "Current State" and "Errors & Corrections" exact.`,
    )
  return parts.join('\n\n')
}
