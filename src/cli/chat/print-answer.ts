// `memdir chat -p`: one message, one answer, then the end. The answer on stdout, what happens on the way on stderr.
import type { TurnEnd } from '../../agent/agent-event.ts'
import type { Conversation } from '../../engine-conversation.ts'
import { textOf } from '../../lib/content.ts'
import { type Output, printableText } from '../output.ts'
import { createRenderer } from './render-events.ts'

const EXIT_INTERRUPTED = 130

export interface PrintOptions {
  conversation: Conversation
  prompt: string
  output: Output
  json: boolean
}

export async function printAnswer({ conversation, prompt, output, json }: PrintOptions): Promise<number> {
  const controller = new AbortController()
  const interrupt = () => {
    // The second time nobody waits for a tidy end: what was said is in the log already.
    if (controller.signal.aborted) process.exit(EXIT_INTERRUPTED)
    controller.abort()
  }
  process.on('SIGINT', interrupt)
  try {
    const turn = await run(conversation, prompt, controller.signal, json ? undefined : output)
    const { end, answer } = turn
    if (end?.error) throw end.error
    if (json) process.stdout.write(`${JSON.stringify({ ok: true, data: document(conversation, turn) })}\n`)
    else if (answer !== '') process.stdout.write(`${printableText(answer)}\n`)
    if (end?.reason === 'aborted') return EXIT_INTERRUPTED
    return end?.reason === 'done' ? 0 : 1
  } finally {
    process.off('SIGINT', interrupt)
    await conversation.close()
  }
}

interface Turn {
  answer: string
  end: TurnEnd | undefined
  tools: { name: string; ok: boolean; ms: number }[]
  notices: string[]
}

async function run(
  conversation: Conversation,
  prompt: string,
  signal: AbortSignal,
  output: Output | undefined,
): Promise<Turn> {
  const renderer = output && createRenderer(output, () => undefined)
  const turn: Turn = { answer: '', end: undefined, tools: [], notices: [] }
  for await (const event of conversation.submit(prompt, signal)) {
    renderer?.show(event)
    if (event.type === 'message' && event.message.role === 'assistant')
      turn.answer = textOf(event.message) || turn.answer
    if (event.type === 'tool_end')
      turn.tools.push({ name: event.name, ok: !event.isError, ms: Math.round(event.durationMs) })
    if (event.type === 'notice') turn.notices.push(event.text)
    if (event.type === 'end') turn.end = event
  }
  return turn
}

function document(conversation: Conversation, { answer, end, tools, notices }: Turn) {
  const { id, path, model } = conversation
  return {
    conversation: id,
    model: `${model.provider}/${model.name}`,
    answer,
    reason: end?.reason,
    ...(end?.detail !== undefined && { detail: end.detail }),
    requests: end?.requests,
    usage: end?.usage,
    cost: conversation.cost() ?? null,
    tools,
    saved: conversation.takeSaved(),
    notices,
    transcript: path,
  }
}
