// The lines of `--output-format stream-json`: one document a line, as things happen. Described in docs/chat.md.

import { type AgentEvent, answerIn } from '../../agent/agent-event.ts'
import type { Conversation } from '../../agent/conversation.ts'
import { loadRedactor, redactValues } from '../../base/secrets/redact-for.ts'
import type { Output } from '../output.ts'
import type { AnswerDocument } from './answer-document.ts'
import { redactWords } from './redact-words.ts'

interface AnswerLines {
  start(conversation: Conversation): void
  /** `agent`: the sub-agent that does it. */
  show(event: AgentEvent, agent?: string): void
  result(data: AnswerDocument): void
  /** When all of it is written. */
  written(): Promise<void>
}

type Line = { type: string } & Record<string, unknown>

/** Secrets are cut out of each line, and words held back until they cannot be part of one. */
export async function openAnswerLines(
  { say, reader }: Pick<Output, 'say' | 'reader'>,
  write: (line: string) => void,
): Promise<AnswerLines> {
  const redactor = await loadRedactor(reader)
  const redact = (text: string) => redactor(text).text
  let words = redactWords(redact)
  let last = Promise.resolve()
  const put = (line: Line) => {
    last = last.then(async () => write(`${JSON.stringify(await redactValues(line, reader))}\n`))
  }
  const sayWords = (text: string) => {
    if (text !== '') put({ type: 'text', text })
  }
  return {
    start({ id, model, permission, tools, messages }) {
      put({
        type: 'start',
        conversation: id,
        model: `${model.provider}/${model.name}`,
        mode: permission.mode,
        tools,
        resumed: messages.length > 0,
      })
    },
    show(event, agent) {
      // A sub-agent shows only what it does: its words go to the agent that asked it.
      if (agent === undefined && event.type === 'text') return sayWords(words.push(event.text))
      if (agent === undefined && event.type === 'message' && event.message.role === 'assistant')
        sayWords(words.end())
      if (event.type === 'retry' && agent === undefined) words = redactWords(redact)
      const line = lineOf(event, say)
      const own = event.type === 'tool_start' || event.type === 'tool_end'
      if (line && (agent === undefined || own)) put(agent === undefined ? line : { ...line, agent })
    },
    result: (data) => put({ type: 'result', ok: true, data }),
    written: () => last,
  }
}

function lineOf(event: AgentEvent, say: Output['say']): Line | undefined {
  switch (event.type) {
    case 'request':
      return { type: 'request', number: event.number }
    case 'retry':
      return { type: 'retry', reason: say(event.reason), delayMs: Math.round(event.delayMs) }
    case 'tool_start':
      return { type: 'tool_start', id: event.id, name: event.name, input: event.input }
    case 'tool_end': {
      const { id, name, content, isError, durationMs } = event
      return { type: 'tool_end', id, name, ok: !isError, content, ms: Math.round(durationMs) }
    }
    case 'message': {
      const text = answerIn(event)
      return text === undefined ? undefined : { type: 'message', id: event.message.id, text }
    }
    case 'notice':
      return { type: 'notice', text: event.localised ? say(event.localised) : event.text }
    default:
      return undefined
  }
}
