// The small model that picks memories from a manifest: what recall/selector asks, put to a Model.
import { text } from '../lib/content.ts'
import { MemdirError } from '../lib/errors.ts'
import { message } from '../messages/message.ts'
import { SELECTOR_UNUSABLE } from '../messages/recall.ts'
import type { Model } from '../models/model.ts'
import { askStructured } from '../models/structured.ts'
import type { AskSelector } from '../recall/selector.ts'

/** Throws where the model fails or its answer cannot be used: then search alone decides. */
export function askSelectorOf(model: () => Model): AskSelector {
  return async ({ system, user, schema, maxTokens, signal }) => {
    const answer = await askStructured(
      model(),
      {
        system: [{ text: system, breakpoint: true }],
        tools: [],
        messages: [{ role: 'user', content: [text(user)] }],
        output: { name: 'selection', schema },
        maxTokens,
      },
      signal ? { signal } : {},
    )
    if (answer.status === 'ok') return answer.value
    throw new MemdirError('provider', message(SELECTOR_UNUSABLE, { problem: answer.problem }))
  }
}
