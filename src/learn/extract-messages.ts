// Extraction for programs with a loop of their own: their messages in, what became of them out.

import { notAText } from '../base/text/check-given.ts'
import { once } from '../base/values/once.ts'
import type { ProjectContext } from '../search/project-context.ts'
import { openExtraction } from './extract/open-extraction.ts'
import { type ExtractMessage, readHostMessages } from './host-messages.ts'
import type { ExtractionOutcome } from './run-extraction.ts'

export interface EngineExtract {
  /** The program's own id of the conversation. */
  conversation: string
  /** The whole history, or as much as there is: what was processed before is not looked at again. */
  messages: readonly ExtractMessage[]
  /** The conversation is over: there is no waiting for ten messages. */
  end?: boolean
  signal?: AbortSignal
}

type ExtractMessages = (request: EngineExtract) => Promise<ExtractionOutcome>

export function extractMessagesOf(context: ProjectContext): ExtractMessages {
  const extraction = once(() => openExtraction(context))
  const running = new Map<string, Promise<unknown>>()
  return async ({ conversation, messages, end = false, signal = new AbortController().signal }) => {
    if (typeof conversation !== 'string' || conversation === '') throw notAText('conversation')
    const before = running.get(conversation)
    // The next call's messages contain these; at the end there is no next one.
    if (before && !end) return { status: 'skipped', reason: 'in-flight', messages: 0 }
    await before
    const said = readHostMessages(messages, context.clock.now())
    const run = extraction().run({ ...said, conversation, occasion: end ? 'end' : 'messages', signal })
    const ended = run.then(
      () => undefined,
      () => undefined,
    )
    running.set(conversation, ended)
    try {
      return await run
    } finally {
      if (running.get(conversation) === ended) running.delete(conversation)
    }
  }
}
