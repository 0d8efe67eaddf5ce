// Extraction for programs with a loop of their own: their messages in, what became of them out.

import { typedText } from '../base/agents/typed-text.ts'
import { notAText } from '../base/text/check-given.ts'
import { contentHash, shortHash } from '../base/values/hash.ts'
import { once } from '../base/values/once.ts'
import type { ProjectContext } from '../search/project-context.ts'
import { openExtraction } from './extract/open-extraction.ts'
import type { SaidMessage } from './extract/proposal.ts'
import type { OtherText, SaidConversation } from './extract/read-said.ts'
import type { ExtractionOutcome } from './run-extraction.ts'

/** A message of any framework: a text, or blocks of which those with `text` count; of the person's, only those of texts. */
export interface ExtractMessage {
  role: string
  content: string | readonly unknown[]
  /** Where the program has one: a message without an id is known by its words. */
  id?: string
  /** ISO time; now where it is not given. Dates such as "Thursday" are relative to it. */
  time?: string
}

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

/** `user` was typed by the person, `assistant` said by the agent; everything else is put in by a program. */
export function readHostMessages(messages: readonly ExtractMessage[], now: Date): SaidConversation {
  const said: SaidMessage[] = []
  const others: OtherText[] = []
  const seen = new Map<string, number>()
  for (const { role, content, id, time } of messages) {
    const text = role === 'user' ? typedText(textOf(content, isTextBlock)) : textOf(content).trim()
    if (text === '') continue
    if (role !== 'user' && role !== 'assistant') {
      others.push({ origin: role === 'tool' ? 'tool' : 'injected', text, after: said.length })
      continue
    }
    const words = shortHash(`${role}\n${contentHash(text)}`)
    const before = seen.get(words) ?? 0
    seen.set(words, before + 1)
    said.push({ id: id ?? `${words}-${before}`, role, text, time: time ?? now.toISOString() })
  }
  return { said, others, written: [] }
}

/** OpenAI's, Anthropic's and the AI SDK's: `input_text` or `text`. A result, a file and a thought are no words of the person. */
function isTextBlock(block: unknown): boolean {
  const type = (block as { type?: unknown } | null)?.type
  return type === undefined || type === 'text' || type === 'input_text'
}

function textOf(
  content: ExtractMessage['content'],
  counts: (block: unknown) => boolean = () => true,
): string {
  if (typeof content === 'string') return content
  return content
    .filter(counts)
    .map((block) => (block as { text?: unknown } | null)?.text)
    .filter((text) => typeof text === 'string')
    .join('\n')
}
