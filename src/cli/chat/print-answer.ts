// `memdir chat -p`: one message, one answer, then the end. The answer on stdout, what happens on the way on stderr.
import type { TurnEnd } from '../../agent/agent-event.ts'
import type { Conversation } from '../../engine/conversation.ts'
import { textOf } from '../../lib/content.ts'
import { redactValues } from '../../memory/redact-memory.ts'
import { LEAVE_JSON_OUT, NO_JSON_FOR_COMMANDS, PRINT_ENDS, RESUME_WITH_PRINT } from '../../messages/chat.ts'
import { message } from '../../messages/message.ts'
import { usage } from '../arguments.ts'
import { type Output, printableText } from '../output.ts'
import type { LineReader } from './line-reader.ts'
import { noteMissing } from './note-missing.ts'
import { createRenderer } from './render-events.ts'
import { isSlashCommand, runSlashCommand } from './slash-commands.ts'
import type { Talk, TalkOptions } from './talk-state.ts'

const EXIT_INTERRUPTED = 130

export interface PrintOptions {
  talk: TalkOptions
  conversation: Conversation
  prompt: string
  output: Output
  json: boolean
}

export async function printAnswer(options: PrintOptions): Promise<number> {
  const { conversation, prompt, output, json } = options
  const controller = new AbortController()
  const interrupt = () => {
    // The second time nobody waits for a tidy end: what was said is in the log already.
    if (controller.signal.aborted) process.exit(EXIT_INTERRUPTED)
    controller.abort()
  }
  process.on('SIGINT', interrupt)
  try {
    if (isSlashCommand(prompt.trim()) && !(await isForModel(options))) return 0
    noteMissing(conversation, output)
    const turn = await run(conversation, prompt, controller.signal, json ? undefined : output)
    const { end, answer } = turn
    if (end?.error) throw end.error
    const shown = (value: string | object) => redactValues(value, output.reader)
    if (json)
      process.stdout.write(
        `${JSON.stringify(await shown({ ok: true, data: document(conversation, turn) }))}\n`,
      )
    else if (answer !== '') process.stdout.write(`${printableText(String(await shown(answer)))}\n`)
    if (end?.reason === 'aborted') return EXIT_INTERRUPTED
    return end?.reason === 'done' ? 0 : 1
  } finally {
    process.off('SIGINT', interrupt)
    await conversation.close()
  }
}

/** A command is carried out here; a skill's name is a message. */
async function isForModel({ talk, conversation, prompt, output, json }: PrintOptions): Promise<boolean> {
  if (json && !conversation.skills.some(({ name }) => prompt.trim().slice(1).split(/\s/)[0] === name))
    throw usage(message(NO_JSON_FOR_COMMANDS), message(LEAVE_JSON_OUT))
  const state: Talk = {
    ...talk,
    conversation,
    reader: NOBODY,
    renderer: createRenderer(output, (text) => process.stdout.write(text), NOTHING_SAID),
    reopen: async () => {
      throw usage(message(PRINT_ENDS), message(RESUME_WITH_PRINT))
    },
  }
  return (await runSlashCommand(state, prompt.trim())) === 'message'
}

/** Here only what happens on the way is shown; the answer comes at the end. */
const NOTHING_SAID = () => ''

/** Nobody types anything. */
const NOBODY: LineReader = {
  next: async () => undefined,
  question: async () => undefined,
  typed: () => '',
  clear() {},
  lend: (work) => work(),
  close() {},
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
  const renderer = output && createRenderer(output, () => undefined, NOTHING_SAID)
  const turn: Turn = { answer: '', end: undefined, tools: [], notices: [] }
  for await (const event of conversation.submit(prompt, signal)) {
    // An error is thrown, and reported with all other errors.
    if (event.type !== 'end' || !event.error) renderer?.show(event)
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
