// Thinking is signed together with everything before it: after an edit, what came behind the edit is not valid any more
// and goes. What was thought since then was signed for the edited prefix, and stays.
import type { TranscriptMessage } from '../../models/transcript-message.ts'

const stripped = new WeakMap<TranscriptMessage, TranscriptMessage>()

export function withoutThinking(message: TranscriptMessage): TranscriptMessage {
  if (message.role !== 'assistant' || !message.content.some(({ type }) => type === 'thinking')) return message
  const known = stripped.get(message)
  if (known) return known
  const made = { ...message, content: message.content.filter(({ type }) => type !== 'thinking') }
  stripped.set(message, made)
  return made
}

/** `view`: what is sent of `messages`. `unbound`: the newest message when the last edit was made. */
export function stripUnbound(
  view: readonly TranscriptMessage[],
  messages: readonly TranscriptMessage[],
  unbound: string | undefined,
): readonly TranscriptMessage[] {
  if (unbound === undefined) return view
  const edit = view.findIndex((message, at) => message !== messages[at])
  const through = view.findLastIndex(({ id }) => id === unbound)
  if (edit < 0 || through < edit) return view
  // A message that was nothing but thinking stays, without content: no provider is sent it.
  return view.map((message, at) => (at < edit || at > through ? message : withoutThinking(message)))
}
