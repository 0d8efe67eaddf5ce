// The notes that replace a secret.
import type { Span } from './matching/spans.ts'

// The scanner looks through its own notes, so that a redacted text stays as it is.
const NOTE = /\[redacted: ([a-z0-9-]{2,60})\]/g
const MARK = '[redacted: '

export function redactionNote(rule: string): string {
  return `${MARK}${rule}]`
}

const NONE: readonly Span[] = []

/** Only notes that name a rule of ours count: nobody can hide a secret inside something that looks like a note. */
export function noteSpans(text: string, rules: ReadonlySet<string>): readonly Span[] {
  if (!text.includes(MARK)) return NONE
  const spans: Span[] = []
  for (const { 0: note, 1: rule = '', index } of text.matchAll(NOTE))
    if (rules.has(rule)) spans.push({ start: index, end: index + note.length })
  return spans
}
