// What is sent of a history as the state stands, with nothing decided.
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import { applyCommits } from './apply-commits.ts'
import { applySnips } from './apply-snips.ts'
import { applyCleared } from './clear-results.ts'
import type { ContextState } from './context-state.ts'
import { withoutMedia } from './without-media.ts'

export function seen(
  messages: readonly TranscriptMessage[],
  state: Pick<ContextState, 'snips' | 'cleared' | 'commits' | 'withoutMedia'>,
): readonly TranscriptMessage[] {
  const snipped = applySnips(withoutMedia(messages, state.withoutMedia), state.snips)
  return applyCommits(applyCleared(snipped, state.cleared), state.commits)
}

/** Thinking up to here was made for a prefix that is not sent any more. */
export function edited(messages: readonly TranscriptMessage[]): { unbound?: string } {
  const last = messages.at(-1)
  return last ? { unbound: last.id } : {}
}
