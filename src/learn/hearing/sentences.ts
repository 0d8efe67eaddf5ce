// A passage as sentences, with what lists put before them cut off.
import type { Passage } from '../../models/typed-messages.ts'

/** What goes on for longer is a paste, and would be read for each of its clauses. */
const LONGEST_SENTENCE = 2000
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|mr|mrs|ms|dr|prof|st|no|approx|resp)|\b[A-Z])\.$/i
const LIST_MARK = /^\s*(?:[-*+•·]|\d{1,3}[.)、]|\(\d{1,3}\)|\[[ x]\])\s+/

export function sentencesOf({ text, start }: Passage): Passage[] {
  const mark = LIST_MARK.exec(text)?.[0].length ?? 0
  const sentences: Passage[] = []
  let from = mark
  const add = (end: number) => {
    const piece = trimmed({ text: text.slice(from, end), start: start + from })
    if (piece.text !== '' && piece.text.length <= LONGEST_SENTENCE) sentences.push(piece)
    from = end
  }
  for (const { 0: end, index } of text.matchAll(
    /[.!?]{1,9}["')\]]{0,3}(?=\s)|[。！？；]{1,9}[”」』）]?|\n\s*\n/g,
  )) {
    if (index < from) continue
    if (end.startsWith('.') && ABBREVIATION.test(text.slice(Math.max(0, index - 8), index + 1))) continue
    add(index + end.length)
  }
  add(text.length)
  return sentences
}

export function isChinese(text: string): boolean {
  return /\p{Script=Han}/u.test(text)
}

export function trimmed({ text, start }: Passage): Passage {
  const left = text.length - text.trimStart().length
  return { text: text.trim(), start: start + left }
}
