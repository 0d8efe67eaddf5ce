// Media that a provider refuses as too large: taken out of what is sent, with a note in their place.
import type { MediaBlock } from '../../models/content.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import type { ContextState, StepInput, StepResult } from './context-state.ts'
import { gaugeOf, sentBytes } from './gauge.ts'
import { receiptOf } from './receipt.ts'
import { edited, seen } from './view.ts'

/** Anthropic's limit for one picture; others allow more. In base64 characters. */
const OVERSIZED = (5 * 1024 * 1024 * 4) / 3

function mediaOf({ content }: TranscriptMessage): MediaBlock[] {
  return content.flatMap((block) => {
    if (block.type === 'media') return [block]
    return block.type === 'tool_result' ? block.content.filter((part) => part.type === 'media') : []
  })
}

/** Takes out those that are over the usual limit; where none is, all of them: the provider said that they are too large. */
export function stripMedia(input: StepInput): StepResult {
  const { messages, state, settings } = input
  const known = new Set(state.withoutMedia)
  const holding = messages.filter((message) => !known.has(message.id) && mediaOf(message).length > 0)
  const oversized = holding.filter((message) => mediaOf(message).some(({ data }) => data.length > OVERSIZED))
  const chosen = oversized.length > 0 ? oversized : holding
  if (chosen.length === 0) return { messages, state }
  const ids = chosen.map(({ id }) => id)
  const sent = seen(messages, state)
  const gauge = gaugeOf(sent, state, settings)
  const next: ContextState = {
    ...{ ...state, receipts: state.receipts + 1, withoutMedia: [...state.withoutMedia, ...ids] },
    ...{ ...gauge.kept, ...edited(messages) },
  }
  const view = seen(messages, next)
  const sizes = { before: sentBytes(sent, state, settings), after: sentBytes(view, next, settings) }
  return {
    ...{ messages: view, state: next },
    receipt: receiptOf(input, gauge, sizes, { level: 'media', reason: 'overflow', messages: ids }),
  }
}
