// An index as conversations are shown it: without the lines that lead to a memory which has expired, which the next write
// drops, and cut to its limits.

import { cutToBytes } from '../base/text/unicode.ts'
import {
  grouped,
  INDEX_MAX_BYTES,
  INDEX_MAX_LINES,
  joinIndex,
  POINTER_MAX_CHARACTERS,
  parseIndex,
  pointersOf,
  removeLines,
} from './files/index-file.ts'
import type { Memory } from './memory.ts'
import { parseMemory } from './memory-file.ts'
import { INDEX_FILE } from './memory-path.ts'
import type { Place } from './places.ts'
import { readMemoryBytes, readMemoryText } from './read-memory-file.ts'

/** `now`: in milliseconds. */
export function isEnded({ expires }: Pick<Memory, 'expires'>, now: number): boolean {
  return expires !== undefined && Date.parse(expires) <= now
}

/** The same text where there are none. `isEnded` is asked for the target of each pointer. */
export function withoutEnded(text: string, isEnded: (target: string) => boolean): string {
  const index = parseIndex(text)
  const ended = pointersOf(index).filter(({ file }) => isEnded(file))
  return ended.length === 0 ? text : joinIndex(removeLines(index, new Set(ended.map(({ line }) => line))))
}

/** When files end, in milliseconds, as far as they were looked at. */
export type KnownEnds = Map<string, number>

/**
 * Each file is looked at once, and read properly only where its time seems to be over: an index has two hundred lines,
 * and nearly all memories have an end.
 */
export function isEndedFile(directory: string, file: string, now: number, known: KnownEnds): boolean {
  if ((known.get(file) ?? 0) > now) return false
  const bytes = readMemoryBytes(directory, file)
  const end = bytes ? seemingEnd(bytes.toString('utf8', 0, HEAD_BYTES)) : Number.POSITIVE_INFINITY
  known.set(file, end)
  if (end > now || !bytes) return false
  return isEnded(parseMemory(bytes, { file, modified: new Date(now) }), now)
}

/** The index as conversations get it; undefined where there is none. */
export function readShownIndex(directory: string, now: number): string | undefined {
  const text = readMemoryText(directory, INDEX_FILE)
  const known: KnownEnds = new Map()
  return text && withoutEnded(text, (target) => isEndedFile(directory, target, now, known))
}

/** Whether a line of the index has to go. */
export function hasEndedLines(directory: string, now: number): boolean {
  return readShownIndex(directory, now) !== readMemoryText(directory, INDEX_FILE)
}

const HEAD_BYTES = 4_096
const EXPIRES = /^["']?expires["']?[ \t]*:[ \t]*["']?([^"'\r\n]*)/m

/** Milliseconds. What cannot be told by a look may be over. */
function seemingEnd(head: string): number {
  if (!/^\ufeff?---/.test(head)) return Number.POSITIVE_INFINITY
  const [, time] = EXPIRES.exec(head) ?? []
  if (time === undefined)
    return head.length < HEAD_BYTES || head.indexOf('\n---', 3) > 0 ? Number.POSITIVE_INFINITY : 0
  return Date.parse(time.trim()) || 0
}

export interface LoadedIndex {
  text: string
  /** Which limit cut it, if any; `bytes` when both did. */
  cut?: 'lines' | 'bytes'
}

/** The index of a place beside the one that is worked on. */
export interface PlaceIndex extends LoadedIndex {
  place: Place
}

/** Without the pointers that were said before, word for word; those that stay are noted as said. */
export function withoutSaid(text: string, said: Set<string>): string {
  const index = parseIndex(text)
  const pointers = pointersOf(index).map(({ line }) => ({ line, words: index.lines[line]?.trim() ?? '' }))
  const doubles = pointers.filter(({ words }) => said.has(words)).map(({ line }) => line)
  for (const { words } of pointers) said.add(words)
  return doubles.length === 0 ? text : joinIndex(removeLines(index, new Set(doubles)))
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
