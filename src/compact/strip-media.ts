// Media that a provider refuses as too large: taken out of what is sent, with a note in their place.
import type { MediaBlock } from '../lib/content.ts'
import type { TranscriptMessage } from '../transcript/transcript-message.ts'
import { type ContextState, nextReceiptId, type StepInput, type StepResult } from './context-state.ts'
import { countTokens, sumTokens, withFreed } from './count-tokens.ts'
import { edited } from './view.ts'
import { withoutMedia } from './without-media.ts'

/** Anthropic's limit for one picture; others allow more. In base64 characters. */
const OVERSIZED = (5 * 1024 * 1024 * 4) / 3

function mediaOf({ content }: TranscriptMessage): MediaBlock[] {
  return content.flatMap((block) => {
    if (block.type === 'media') return [block]
    return block.type === 'tool_result' ? block.content.filter((part) => part.type === 'media') : []
  })
}

/** Takes out those that are over the usual limit; where none is, all of them: the provider said that they are too large. */
export function stripMedia({ messages, state, settings, now }: StepInput): StepResult {
  const known = new Set(state.withoutMedia)
  const holding = messages.filter((message) => !known.has(message.id) && mediaOf(message).length > 0)
  const oversized = holding.filter((message) => mediaOf(message).some(({ data }) => data.length > OVERSIZED))
  const chosen = oversized.length > 0 ? oversized : holding
  if (chosen.length === 0) return { messages, state }
  const ids = chosen.map(({ id }) => id)
  const view = withoutMedia(messages, [...state.withoutMedia, ...ids])
  const freed = sumTokens(withoutMedia(messages, state.withoutMedia)) - sumTokens(view)
  const before = countTokens(messages, state, settings)
  const id = nextReceiptId(state)
  const receipt = {
    ...{ id, level: 'media' as const, reason: 'overflow' as const, messages: ids, freed, before },
    time: new Date(now).toISOString(),
    after: before - freed,
  }
  const next: ContextState = {
    ...state,
    receipts: state.receipts + 1,
    withoutMedia: [...state.withoutMedia, ...ids],
    ...edited(messages),
  }
  return { messages: view, state: withFreed(next, messages, freed), receipt }
}
