// The conversation itself: a prompt, a message or a /command, an answer, again.

import type { Conversation } from '../../agent/conversation.ts'
import type { AskPermission } from '../../agent/permission.ts'
import { chatTexts } from '../../base/messages/chat.ts'
import { chatCommandTexts } from '../../base/messages/chat-command.ts'
import { message } from '../../base/messages/message.ts'
import { loadRedactor } from '../../base/secrets/redact-for.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { ExtractionDone } from '../../learn/run-extraction.ts'
import { markWaitingTold, waitingNews } from '../../memory/waiting-counts.ts'
import { errorLine } from '../error-line.ts'
import { printable } from '../output.ts'
import { isTerminal } from '../streams.ts'
import { createAsk } from './ask-permission.ts'
import { completeLine } from './complete-line.ts'
import { type InputHistory, openInputHistory } from './input-history.ts'
import { isSlashCommand } from './is-slash-command.ts'
import { learntLines } from './learnt-lines.ts'
import { openLineReader } from './line-reader.ts'
import { noteDefinitions } from './note-definitions.ts'
import { noteMissing } from './note-missing.ts'
import { createRenderer } from './render-events.ts'
import { runSlashCommand, slashNames } from './slash-commands.ts'
import { createSpinner, NO_SPINNER, type Spinner } from './spinner.ts'
import type { Talk, TalkOptions } from './talk-state.ts'
import { type Interrupts, watchInterrupts } from './watch-interrupts.ts'

const PROMPT = '› '

export async function talk(options: TalkOptions): Promise<number> {
  const { runtime, output, terminal } = options
  const interrupts = watchInterrupts(options)
  let opened: Conversation | undefined
  const reader = openLineReader({
    terminal,
    lines: output,
    onInterrupt: interrupts.pressed,
    onEscape: interrupts.stop,
    ...(terminal && options.engine.switch.on && { history: await openHistory(options) }),
    complete: (line) =>
      completeLine(line, {
        commands: () => slashNames(opened?.skills ?? []),
        directory: options.directory,
      }),
  })
  const redact = await loadRedactor(output.reader)
  const spinner = openSpinner(options)
  const renderer = createRenderer(
    output,
    (text) => process.stdout.write(text),
    (text) => redact(text).text,
    spinner,
  )
  const ask = terminal ? withoutSpinner(createAsk(output, reader, renderer.line), spinner) : undefined
  const learning = {
    unattended: !terminal,
    onLearnt: (outcome: ExtractionDone) => {
      for (const line of learntLines(output, outcome)) renderer.line(line)
    },
  }
  const open = async (resume = options.options.resume) => {
    opened = await runtime.openConversation({ ...options.options, ...learning, ask, resume })
    return opened
  }
  const leave = (conversation: Conversation) =>
    conversation.close({
      signal: interrupts.leave(),
      onWait: () => renderer.line(output.paint.dim(output.say(message(chatTexts.savingLearnt)))),
    })
  try {
    const state: Talk = {
      ...options,
      reader,
      renderer,
      spinner,
      conversation: await open(),
      async reopen(resume) {
        const next = await open(resume)
        next.permission.mode = state.conversation.permission.mode
        await leave(state.conversation)
        state.conversation = next
      },
    }
    interrupts.watch(reader)
    try {
      greet(state)
      await Promise.race([converse(state, interrupts), interrupts.overdue])
    } finally {
      await leave(state.conversation)
    }
    return interrupts.exitCode ?? 0
  } finally {
    interrupts.unwatch()
    reader.close()
  }
}

async function converse(state: Talk, interrupts: Interrupts): Promise<void> {
  const { reader, output, renderer } = state
  let line = state.first ?? (await reader.next(PROMPT))
  while (line !== undefined && !interrupts.left) {
    const text = line.trim()
    interrupts.reset()
    try {
      const outcome = isSlashCommand(text) ? await runSlashCommand(state, text) : 'message'
      if (outcome === 'leave') return
      if (outcome === 'message' && text !== '') await runTurn(state, text, interrupts)
    } catch (error) {
      if (!MemdirError.is(error)) throw error
      renderer.line(output.paint.red(`✗ ${errorLine(error, output.language)}`))
    }
    if (interrupts.left) return
    line = await reader.next(PROMPT)
  }
}

async function runTurn(state: Talk, text: string, interrupts: Interrupts): Promise<void> {
  const { conversation, renderer, output, spinner } = state
  const signal = interrupts.begin()
  spinner.start()
  try {
    for await (const event of conversation.submit(text, signal)) renderer.show(event)
  } finally {
    spinner.stop()
    interrupts.end()
  }
  const saved = conversation.takeSaved()
  if (saved.length === 0) return
  const names = printable(saved.join(', '))
  const summary = message(chatCommandTexts.summary, { saved: saved.length, names })
  renderer.line(output.paint.green(`✓ ${output.say(summary)}`))
}

async function openHistory({ engine }: TalkOptions): Promise<InputHistory> {
  const redact = await loadRedactor('agent')
  return openInputHistory({
    state: engine.location.state,
    holdsSecret: (text) => redact(text).rules.length > 0,
  })
}

function openSpinner({ output, terminal }: TalkOptions): Spinner {
  if (!terminal || process.env.TERM === 'dumb' || !isTerminal('stdout')) return NO_SPINNER
  return createSpinner({
    write: (text) => process.stdout.write(text),
    columns: () => process.stdout.columns ?? 80,
    label(seconds, tokens) {
      const count = tokens.toLocaleString('en-US')
      return output.say(message(chatCommandTexts.sTokensEscStops, { seconds, count }))
    },
  })
}

/** While the person is asked the line is theirs. */
function withoutSpinner(ask: AskPermission, spinner: Spinner): AskPermission {
  return async (call, signal) => {
    spinner.hold(true)
    try {
      return await ask(call, signal)
    } finally {
      spinner.hold(false)
    }
  }
}

/** Who is there. */
function greet(state: Talk): void {
  const { output, terminal, conversation, options } = state
  const { model, messages, id } = conversation
  if (options.resume !== undefined)
    output.note(
      output.paint.dim(
        output.say(message(chatCommandTexts.resumedMessage, { id, messages: messages.length })),
      ),
    )
  noteMissing(conversation, output)
  noteDefinitions(conversation, output)
  if (!terminal) return
  const help = output.say(chatCommandTexts.helpCommandsCtrlD)
  output.note(output.paint.dim(`memdir · ${printable(`${model.provider}/${model.name}`)} · ${help}`))
  noteWaitingNews(state)
}

/** That something waits in the inbox: once until there is more of it. */
function noteWaitingNews({ engine, output }: Talk): void {
  const { settings, location } = engine
  const news = settings.get('inbox.notices') ? waitingNews(location.state) : undefined
  if (!news) return
  output.note(output.paint.dim(output.say(news)))
  markWaitingTold(location.state)
}
