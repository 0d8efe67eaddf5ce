// The small model that picks memories from a manifest: what search/selector asks, put to a Model.

import { message } from '../base/messages/message.ts'
import { recallTexts } from '../base/messages/recall.ts'
import { MemdirError } from '../base/values/errors.ts'
import { text } from '../models/content.ts'
import type { Model } from '../models/model.ts'
import { askStructured } from '../models/structured.ts'
import type { AskSelector } from './selector.ts'

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
    throw new MemdirError('provider', message(recallTexts.selectorUnusable, { problem: answer.problem }))
  }
}
