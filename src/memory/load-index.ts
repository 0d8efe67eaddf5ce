// What of an index goes into a conversation.
import { cutToBytes } from '../base/text/unicode.ts'
import { grouped, INDEX_MAX_BYTES, INDEX_MAX_LINES, POINTER_MAX_CHARACTERS } from './files/index-file.ts'
import type { Place } from './places.ts'

export interface LoadedIndex {
  text: string
  /** Which limit cut it, if any; `bytes` when both did. */
  cut?: 'lines' | 'bytes'
}

/** The index of a place beside the one that is worked on. */
export interface PlaceIndex extends LoadedIndex {
  place: Place
}

/** What goes into a conversation: cut at 200 lines and then at 25,000 bytes, with a warning that says so. */
export function loadIndexText(raw: string): LoadedIndex {
  const text = raw.replace(/^\ufeff/, '').trimEnd()
  const lines = text.split(/\r?\n/)
  const limits: string[] = []
  let kept = text
  let cut: LoadedIndex['cut']
  if (lines.length > INDEX_MAX_LINES) {
    kept = lines.slice(0, INDEX_MAX_LINES).join('\n')
    cut = 'lines'
    limits.push(`${INDEX_MAX_LINES} lines`)
  }
  if (Buffer.byteLength(kept) > INDEX_MAX_BYTES) {
    kept = cutToLines(kept)
    cut = 'bytes'
    limits.push(`${grouped(INDEX_MAX_BYTES)} bytes`)
  }
  if (!cut) return { text: kept }
  const limit = limits.join(' and than ')
  const size = `${lines.length} lines, ${grouped(Buffer.byteLength(text))} bytes`
  return {
    text: `${kept}\n\n> WARNING: this index is longer than ${limit} (it has ${size}), so the rest was cut. Keep one line of about ${POINTER_MAX_CHARACTERS} characters per memory and move detail into the topic files; \`memdir doctor --fix\` shortens it. What was cut is still found by recall.`,
    cut,
  }
}

/** At the last whole line within the byte limit; a single line that is longer is cut between characters. */
function cutToLines(text: string): string {
  const head = cutToBytes(text, INDEX_MAX_BYTES)
  const lastLine = text[head.length] === '\n' ? head.length : head.lastIndexOf('\n')
  return lastLine > 0 ? head.slice(0, lastLine) : head
}
