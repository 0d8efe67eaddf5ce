// What the client's prompt hook saw is the truth, and the log has to agree: a message of the log that no event of the hook
// was about is nobody's typing, an event that no message of the log agrees with says nothing. An event is about one moment:
// the same words at another time, which nobody typed then, are a replay. Where the hook was not there yet, the log is judged
// alone.

import { typedText } from '../../base/agents/typed-text.ts'
import { contentHash } from '../../base/values/hash.ts'
import type { TranscriptMessage } from '../transcript-message.ts'
import { judgeTyped } from '../typed-messages.ts'

export interface SeenPrompts {
  /** ISO time of the first event of this client in this project; undefined: its hook has never been called. */
  readonly since: string | undefined
  /** When each was seen, in milliseconds, oldest first. */
  readonly times: ReadonlyMap<string, readonly number[]>
}

/** A prompt that is typed while a turn runs may be in the log when that has ended; other hooks may run before ours. */
const LATER_MS = 6 * 3_600_000
const EARLIER_MS = 10 * 60_000

/** Says nothing of the text but whether another one is the same. Blanks do not count: logs join parts in their own way. */
export function promptMark(typed: string): string {
  return contentHash(typed.replace(/\s+/g, '')).slice(0, 16)
}

/** The same messages; those that the hook should have seen and has not are marked as such. */
export function agreeWithHook(
  messages: readonly TranscriptMessage[],
  { since, times }: SeenPrompts,
): TranscriptMessage[] {
  if (since === undefined) return [...messages]
  // A log grows at its end: behind what came later a time from before is a wrong one.
  const first = messages.findIndex(({ time }) => Date.parse(time) >= Date.parse(since))
  const earlier = first < 0 ? messages.length : first
  const matched = messages.map((message) => matchOf(message, times))
  const seen = momentsSeen(matched, times)
  return messages.map((message, at) => {
    const match = matched[at]
    if (match === 'not typed') return message
    if (match && seen.get(match.mark)?.has(match.time)) return match.message
    return at < earlier && isBefore(message.time, since) ? message : { ...message, meta: 'unseen' }
  })
}

interface Match {
  readonly mark: string
  readonly time: number
  /** Without the parts that the hook did not see. */
  readonly message: TranscriptMessage
}

function matchOf(message: TranscriptMessage, times: SeenPrompts['times']): Match | 'not typed' | undefined {
  const judged = judgeTyped(message)
  if (!judged.typed) return 'not typed'
  const time = Date.parse(message.time)
  const whole = promptMark(judged.text)
  if (times.has(whole)) return { mark: whole, time, message }
  for (const block of message.content) {
    const mark = block.type === 'text' ? promptMark(typedText(block.text)) : ''
    const content = message.content.filter((other) => other === block || other.type !== 'text')
    if (times.has(mark)) return { mark, time, message: { ...message, content } }
  }
  return undefined
}

/** The moments of the log that an event was about, for each text: at most one for an event. A fork repeats a moment. */
function momentsSeen(
  matched: readonly (Match | 'not typed' | undefined)[],
  times: SeenPrompts['times'],
): Map<string, ReadonlySet<number>> {
  const moments = new Map<string, Set<number>>()
  for (const match of matched)
    if (match && match !== 'not typed' && !Number.isNaN(match.time))
      moments.set(match.mark, (moments.get(match.mark) ?? new Set()).add(match.time))
  return new Map(
    [...moments].map(([mark, said]) => [mark, agreeing([...said].sort(byTime), times.get(mark) ?? [])]),
  )
}

/** Both oldest first. */
function agreeing(moments: readonly number[], events: readonly number[]): ReadonlySet<number> {
  let next = 0
  return new Set(
    moments.filter((moment) => {
      while (next < events.length && (events[next] ?? 0) < moment - LATER_MS) next++
      if ((events[next] ?? Number.POSITIVE_INFINITY) > moment + EARLIER_MS) return false
      next++
      return true
    }),
  )
}

function byTime(one: number, other: number): number {
  return one - other
}

function isBefore(time: string, since: string): boolean {
  return Date.parse(time) < Date.parse(since)
}
