// Compaction by session notes: the notes and the tail after what they cover. No model call.

import type { SessionNotes } from '../../learn/session-notes.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import { isCold } from './cache-life.ts'
import { type Compacted, compacted } from './compacted.ts'
import { COLD_THRESHOLD, NOTES_MOST, NOTES_SECTION, type TailLimits } from './context-settings.ts'
import type { Reason, StepInput } from './context-state.ts'
import { isWords, safeCuts } from './exchanges.ts'
import { exceeds, type Gauge, gaugeOf, usedBy } from './gauge.ts'
import { startOfText } from './kept-words.ts'
import type { Restored } from './restoration.ts'
import { budgetBytes, messageBytes, sumBytes, textBytes } from './sizes.ts'
import { tokenLimits } from './token-state.ts'

export type NotesProblem = 'missing' | 'template' | 'cursor' | 'too_large' | 'useless'

export type ByNotes =
  | Extract<Compacted, { status: 'compacted' }>
  | { status: 'impossible'; why: NotesProblem }

export function compactByNotes(
  input: StepInput,
  view: readonly TranscriptMessage[],
  notes: SessionNotes | undefined,
  { reason, restored }: { reason: Reason; restored?: Restored },
): ByNotes {
  if (!notes || notes.text.trim() === '') return { status: 'impossible', why: 'missing' }
  if (notes.isTemplate) return { status: 'impossible', why: 'template' }
  const { messages, state, settings } = input
  const cursor = messages.findIndex(({ id }) => id === notes.lastSummarizedMessageId)
  if (cursor < 0) return { status: 'impossible', why: 'cursor' }
  const from = tailStart(messages, cursor + 1, settings.tail, gaugeOf(view, state, settings))
  const done = compacted(input, view, {
    level: 'notes',
    reason,
    dropped: messages.slice(0, from),
    tail: messages.slice(from),
    summary: cutNotes(notes.text),
    restored,
  })
  if (done.status === 'useless') return { status: 'impossible', why: 'useless' }
  if (done.receipt.after >= tokenLimits(settings).auto) return { status: 'impossible', why: 'too_large' }
  return done
}

/** Everything after the cursor, and backwards from there until it is enough to go on with. */
export function tailStart(
  messages: readonly TranscriptMessage[],
  afterCursor: number,
  limits: TailLimits,
  gauge: Gauge,
): number {
  const [least, most] = [gauge.bytes(limits.least), gauge.bytes(limits.most)]
  const safe = safeCuts(messages)
  let from = afterCursor
  while (from > 0 && !safe[from]) from--
  let bytes = sumBytes(messages.slice(from))
  let texts = messages.slice(from).filter(hasText).length
  let best = from
  for (let at = from - 1; at >= 0 && (bytes < least || texts < limits.texts); at--) {
    const message = messages[at]
    if (!message || message.meta === 'summary') break
    bytes += messageBytes(message)
    if (bytes > most) break
    if (hasText(message)) texts++
    if (safe[at]) best = at
    else if (bytes >= least && texts >= limits.texts) {
      // In the middle of a call: on to the place before it.
      while (at > 0 && !safe[at]) at--
      best = at
    }
  }
  return best
}

function hasText({ content }: TranscriptMessage): boolean {
  return content.some((block) => block.type === 'text' && isWords(block))
}

/** The notes cover so much that nothing between them and the tail is lost. */
function areFresh(
  messages: readonly TranscriptMessage[],
  notes: SessionNotes | undefined,
  most: number,
): boolean {
  if (!notes || notes.isTemplate) return false
  const cursor = messages.findIndex(({ id }) => id === notes.lastSummarizedMessageId)
  return cursor >= 0 && sumBytes(messages.slice(cursor + 1)) <= most
}

/** The cache is cold anyway, and much would be written anew: compact now, at no price. */
export function isColdCompactionDue(
  { messages, state, settings, now }: StepInput,
  view: readonly TranscriptMessage[],
  notes: SessionNotes | undefined,
): boolean {
  return (
    settings.cold &&
    settings.byNotes &&
    isCold(messages, settings, now) &&
    exceeds(usedBy(view, state, settings), COLD_THRESHOLD) &&
    areFresh(messages, notes, gaugeOf(view, state, settings).bytes(settings.tail.most))
  )
}

/** Each section to its budget, and all of them to theirs: what is cut says so. */
export function cutNotes(notes: string): string {
  const sections = notes.split(/^(?=# )/m)
  const cut = sections.map((section) =>
    textBytes(section) <= budgetBytes(NOTES_SECTION)
      ? section
      : `${startOfText(section, budgetBytes(NOTES_SECTION))}\n[cut here]\n`,
  )
  const all = cut.join('').trim()
  const most = budgetBytes(NOTES_MOST)
  return textBytes(all) <= most ? all : `${startOfText(all, most)}\n[cut here]`
}
