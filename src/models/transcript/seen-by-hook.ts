// What the client's prompt hook saw is the truth, and the log has to agree: a message of the log that no event of the hook
// was about is nobody's typing, an event that no message of the log agrees with says nothing. Where the hook was not there
// yet, the log is judged alone.
import { contentHash } from '../../base/values/hash.ts'
import type { TranscriptMessage } from './transcript-message.ts'
import { judgeTyped, typedText } from './typed-text.ts'

export interface SeenPrompts {
  /** ISO time of the first event of this client in this project; undefined: its hook has never been called. */
  readonly since: string | undefined
  readonly marks: ReadonlySet<string>
}

/** Says nothing of the text but whether another one is the same. Blanks do not count: logs join parts in their own way. */
export function promptMark(typed: string): string {
  return contentHash(typed.replace(/\s+/g, '')).slice(0, 16)
}

/** The same messages; those that the hook should have seen and has not are marked as such. */
export function agreeWithHook(
  messages: readonly TranscriptMessage[],
  { since, marks }: SeenPrompts,
): TranscriptMessage[] {
  if (since === undefined) return [...messages]
  // A log grows at its end: behind what came later a time from before is a wrong one.
  const first = messages.findIndex(({ time }) => Date.parse(time) >= Date.parse(since))
  const earlier = first < 0 ? messages.length : first
  return messages.map((message, at) => {
    const judged = judgeTyped(message)
    if (!judged.typed || marks.has(promptMark(judged.text))) return message
    const seen = message.content.find(
      (block) => block.type === 'text' && marks.has(promptMark(typedText(block.text))),
    )
    if (seen) return { ...message, content: message.content.filter((b) => b === seen || b.type !== 'text') }
    return at < earlier && isBefore(message.time, since) ? message : { ...message, meta: 'unseen' }
  })
}

function isBefore(time: string, since: string): boolean {
  return Date.parse(time) < Date.parse(since)
}
