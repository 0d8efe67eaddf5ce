// What `memdir chat -p` reports of its one turn: the `data` of its JSON forms. Described in docs/chat.md, whose table a
// test compares with it.

import { type AgentEvent, answerIn, type EndReason, type TurnEnd } from '../../agent/agent-event.ts'
import type { Conversation } from '../../agent/conversation.ts'
import type { Usage } from '../../base/values/usage.ts'
import type { ExtractionDone } from '../../learn/run-extraction.ts'
import type { Output } from '../output.ts'

export interface AnswerDocument {
  conversation: string
  model: string
  answer: string
  reason: EndReason
  /** Why a hook refused the message or ended the turn. */
  detail?: string
  requests: number
  usage: Usage
  /** US dollars. */
  cost: number | null
  durationMs: number
  tools: { name: string; ok: boolean; ms: number }[]
  saved: string[]
  notices: string[]
  transcript: string
}

interface AnswerTurn {
  note(event: AgentEvent): void
  readonly answer: string
  readonly end: TurnEnd | undefined
  /** `learnt`: from what was said, after the turn. */
  document(conversation: Conversation, learnt: readonly ExtractionDone[]): AnswerDocument
}

const NOTHING_USED: Usage = { input: 0, output: 0, cacheRead: 0, cacheCreated: 0 }

export function collectTurn({ say }: Pick<Output, 'say'>): AnswerTurn {
  const started = performance.now()
  const tools: AnswerDocument['tools'] = []
  const notices: string[] = []
  let answer = ''
  let end: TurnEnd | undefined
  return {
    get answer() {
      return answer
    },
    get end() {
      return end
    },
    note(event) {
      answer = answerIn(event) || answer
      if (event.type === 'tool_end')
        tools.push({ name: event.name, ok: !event.isError, ms: Math.round(event.durationMs) })
      if (event.type === 'notice') notices.push(event.localised ? say(event.localised) : event.text)
      if (event.type === 'end') end = event
    },
    document: (conversation, learnt) => ({
      conversation: conversation.id,
      model: `${conversation.model.provider}/${conversation.model.name}`,
      answer,
      reason: end?.reason ?? 'aborted',
      ...(end?.detail !== undefined && { detail: end.detail }),
      requests: end?.requests ?? 0,
      usage: end?.usage ?? NOTHING_USED,
      cost: conversation.cost() ?? null,
      durationMs: Math.round(performance.now() - started),
      tools,
      saved: [
        ...new Set([
          ...conversation.takeSaved(),
          ...learnt.flatMap(({ saved }) => saved.map(({ file }) => file)),
        ]),
      ],
      notices,
      transcript: conversation.path,
    }),
  }
}
