// `memdir chat -p`: one message, one answer, then the end. The answer on stdout, what happens on the way on stderr; with
// `stream-json` that is on stdout, too.

import type { TurnEnd } from '../../agent/agent-event.ts'
import type { Conversation } from '../../agent/conversation.ts'
import { chatTexts } from '../../base/messages/chat.ts'
import { message } from '../../base/messages/message.ts'
import { redactValues } from '../../base/secrets/redact-for.ts'
import { once } from '../../base/values/once.ts'
import type { ExtractionDone } from '../../learn/run-extraction.ts'
import { usage } from '../arguments.ts'
import type { OutputForm } from '../command.ts'
import { printableText } from '../output.ts'
import { isTerminal, onLostTerminal } from '../streams.ts'
import { collectTurn } from './answer-document.ts'
import { openAnswerLines } from './answer-lines.ts'
import { isSlashCommand } from './is-slash-command.ts'
import { learntLines } from './learnt-lines.ts'
import type { LineReader } from './line-reader.ts'
import { noteDefinitions } from './note-definitions.ts'
import { noteMissing } from './note-missing.ts'
import { createRenderer } from './render-events.ts'
import { NO_SPINNER } from './spinner.ts'
import type { Talk, TalkOptions } from './talk-state.ts'

/** As a shell says it of a program that a signal has ended. */
const EXIT_BY_SIGNAL = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
type StopSignal = keyof typeof EXIT_BY_SIGNAL
const STOP_SIGNALS = Object.keys(EXIT_BY_SIGNAL) as StopSignal[]
/** The turn ended before the answer was complete: a limit, or a hook. */
const EXIT_INCOMPLETE = 3

interface PrintOptions {
  talk: TalkOptions
  prompt: string
  form: OutputForm
}

/** The exit code. */
export async function printAnswer(options: PrintOptions): Promise<number> {
  const { talk, prompt, form } = options
  const { output, runtime } = talk
  const lines =
    form === 'stream-json' ? await openAnswerLines(output, (line) => process.stdout.write(line)) : undefined
  const learnt: ExtractionDone[] = []
  const conversation = await runtime.openConversation({
    ...talk.options,
    unattended: true,
    onLearnt: (outcome) => void learnt.push(outcome),
    // Nobody says something later: what is configured is waited for.
    waitForServersMs: Number.POSITIVE_INFINITY,
    ...(lines && { onAgentEvent: (agent, event) => lines.show(event, agent) }),
  })
  const stop = watchSignals()
  const leave = once(() =>
    conversation.close({
      signal: stop.signal,
      // Who reads the answer with a program waits for its end anyway.
      onWait: () =>
        isTerminal('stderr') ? output.note(output.say(message(chatTexts.savingLearnt))) : undefined,
    }),
  )
  try {
    if (isSlashCommand(prompt.trim()) && !(await isForModel(options, conversation))) return 0
    noteMissing(conversation, output)
    noteDefinitions(conversation, output)
    if (lines) {
      // The tools of servers are among those that it names.
      await conversation.ready(stop.signal)
      lines.start(conversation)
    }
    const turn = collectTurn(output)
    const renderer = form === 'text' ? createRenderer(output, () => undefined, NOTHING_SAID) : undefined
    for await (const event of conversation.submit(prompt, stop.signal)) {
      turn.note(event)
      lines?.show(event)
      // An error is thrown, and reported with all other errors.
      if (event.type !== 'end' || !event.error) renderer?.show(event)
    }
    if (turn.end?.error) throw turn.end.error
    const shown = <T>(value: T) => redactValues(value, output.reader)
    // Who reads the words has them before anything is waited for; a document says what was learnt as well.
    if (form === 'text') {
      if (turn.answer !== '') process.stdout.write(`${printableText(await shown(turn.answer))}\n`)
      else if (turn.end?.reason === 'done') output.note(output.say(message(chatTexts.noAnswer)))
      await leave()
      for (const outcome of learnt) for (const line of learntLines(output, outcome)) output.note(line)
    } else {
      await leave()
      const document = turn.document(conversation, learnt)
      if (lines) lines.result(document)
      else process.stdout.write(`${JSON.stringify(await shown({ ok: true, data: document }))}\n`)
    }
    return stop.code ?? exitCode(turn.end)
  } finally {
    await leave()
    await lines?.written()
    stop.unwatch()
  }
}

function exitCode(end: TurnEnd | undefined): number {
  return end?.reason === 'done' ? 0 : EXIT_INCOMPLETE
}

/** The first signal ends the turn tidily, the second the process: what was said is in the log already. */
function watchSignals() {
  const controller = new AbortController()
  let code: number | undefined
  const stop = (signal: StopSignal) => {
    // A terminal that closes may say so more than once.
    if (signal === 'SIGHUP' && code !== undefined) return
    code = EXIT_BY_SIGNAL[signal]
    if (controller.signal.aborted) process.exit(code)
    controller.abort()
  }
  for (const name of STOP_SIGNALS) process.on(name, stop)
  if (isTerminal('stdout') || isTerminal('stderr')) onLostTerminal(() => stop('SIGHUP'))
  return {
    signal: controller.signal,
    get code() {
      return code
    },
    unwatch() {
      for (const name of STOP_SIGNALS) process.off(name, stop)
    },
  }
}

/** A command is carried out here; a skill's name is a message. */
async function isForModel(
  { talk, prompt, form }: PrintOptions,
  conversation: Conversation,
): Promise<boolean> {
  if (
    form !== 'text' &&
    !conversation.skills.some(({ name }) => prompt.trim().slice(1).split(/\s/)[0] === name)
  )
    throw usage(message(chatTexts.noJsonForCommands), message(chatTexts.leaveJsonOut))
  const state: Talk = {
    ...talk,
    conversation,
    reader: NOBODY,
    spinner: NO_SPINNER,
    renderer: createRenderer(talk.output, (text) => process.stdout.write(text), NOTHING_SAID),
    reopen: async () => {
      throw usage(message(chatTexts.printEnds), message(chatTexts.resumeWithPrint))
    },
  }
  const { runSlashCommand } = await import('./slash-commands.ts')
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
