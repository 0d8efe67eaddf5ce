// Compaction in full: a model writes a summary that replaces the history. What it is given has to fit itself.
import { text } from '../../models/content.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import { type ContextSettings, SUMMARY_MOST } from './context-settings.ts'
import { exchangesOf, isPersons, safeCuts } from './exchanges.ts'
import type { Gauge } from './gauge.ts'
import { startOfText } from './kept-words.ts'
import { middleCut } from './render-messages.ts'
import { budgetBytes, messageBytes, sumBytes, textBytes } from './sizes.ts'
import { summaryTask } from './summary-task.ts'

const LEAST_ROOM = 6_000
/** Tokens for what a task is given besides, and for what the rate is off by. */
const RESERVE = 2_000

/** Bytes of messages that a summariser can be given. */
export function summariserRoom(
  { window, maxOutput, overheadBytes }: Pick<ContextSettings, 'window' | 'maxOutput' | 'overheadBytes'>,
  gauge: Gauge,
): number {
  const task = textBytes(summaryTask({ tokens: SUMMARY_MOST }))
  const input = gauge.room(window - Math.min(maxOutput, SUMMARY_MOST) - RESERVE)
  return Math.max(LEAST_ROOM, Math.floor(input - overheadBytes - task))
}

interface FullPlan {
  /** What the summariser reads: of the view, so that as much as possible of it is cached. */
  readonly read: readonly TranscriptMessage[]
  /** How many messages of the view are summarised; the others stay behind the summary. */
  readonly upTo: number
  /** Parts of messages were cut for the summariser, or the beginning left out. */
  readonly windowed: boolean
}

/** Longer parts lose their middle where not everything fits. In bytes. */
const PART_MOST = 6_000

/**
 * As much as fits into `room` bytes. Where it does not: long parts lose their middle, then whole exchanges stay behind
 * the summary, from the end backwards, then the beginning of what is left is not read.
 */
export function planFull(view: readonly TranscriptMessage[], room: number): FullPlan {
  if (sumBytes(view) <= room) return { read: view, upTo: view.length, windowed: false }
  const short = view.map(shortened)
  if (sumBytes(short) <= room) return { read: short, upTo: view.length, windowed: true }
  const starts = exchangesOf(view).map(({ from }) => from)
  for (const start of starts.reverse()) {
    if (start === 0) break
    const read = short.slice(0, start)
    if (sumBytes(read) <= room) return { read, upTo: start, windowed: true }
  }
  const upTo = starts.at(-1) || view.length
  return { read: newest(short.slice(0, upTo), room), upTo, windowed: true }
}

/** Where in the history what stays of the view begins; all of it goes where that cannot be said. */
export function alignedCut(
  history: readonly TranscriptMessage[],
  view: readonly TranscriptMessage[],
  upTo: number,
): number {
  const at = history.length - (view.length - upTo)
  return history[at]?.id === view[upTo]?.id ? at : history.length
}

function newest(messages: readonly TranscriptMessage[], room: number): readonly TranscriptMessage[] {
  const safe = safeCuts(messages)
  let from = messages.length
  let bytes = 0
  let best = from
  while (from > 0) {
    const message = messages[from - 1]
    bytes += message ? messageBytes(message) : 0
    if (bytes > room) break
    from--
    if (safe[from]) best = from
  }
  return messages.slice(best)
}

const shorts = new WeakMap<TranscriptMessage, TranscriptMessage>()

/** What the person wrote stays whole, unless it is a whole book. */
function shortened(message: TranscriptMessage): TranscriptMessage {
  const known = shorts.get(message)
  if (known) return known
  const most = isPersons(message) ? 4 * PART_MOST : PART_MOST
  const content = message.content.map((block) => {
    if (block.type === 'text') return cut(block, most)
    if (block.type !== 'tool_result') return block
    return {
      ...block,
      content: block.content.map((part) => (part.type === 'text' ? cut(part, PART_MOST) : text('[media]'))),
    }
  })
  const made = content.every((block, at) => block === message.content[at]) ? message : { ...message, content }
  shorts.set(message, made)
  return made
}

function cut<B extends { readonly text: string }>(block: B, most: number): B {
  return Buffer.byteLength(block.text) <= most ? block : { ...block, text: middleCut(block.text, most) }
}

/** A summary as it may be used: within its limit, or undefined where there is none. */
export function usableSummary(written: string): string | undefined {
  const summary = written.trim()
  return summary === '' ? undefined : startOfText(summary, budgetBytes(SUMMARY_MOST))
}
