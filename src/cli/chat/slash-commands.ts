// The commands inside a conversation.

import { chatTexts } from '../../base/messages/chat.ts'
import { chatCommandTexts } from '../../base/messages/chat-command.ts'
import type { Text } from '../../base/messages/message.ts'
import { message } from '../../base/messages/message.ts'
import { recallReason, recallTexts } from '../../base/messages/recall.ts'
import { inputTokens } from '../../base/values/usage.ts'
import { usage } from '../arguments.ts'
import { describeAdded } from '../describe-added.ts'
import { printable, printableText } from '../output.ts'
import { noteWarnings } from '../saved.ts'
import { runCompactCommand, runContextCommand, runSnipCommand } from './context-commands.ts'
import { runDreamInChat } from './dream-command.ts'
import { runInboxCommand } from './inbox-command.ts'
import { runMcpCommand } from './mcp-command.ts'
import { runChatMemoryCommand } from './memory-command.ts'
import { MODES, runModeCommand } from './mode-command.ts'
import { showAgents } from './note-definitions.ts'
import { noteMissing } from './note-missing.ts'
import { runNotesCommand } from './notes-command.ts'
import type { Talk } from './talk-state.ts'
import { showTasks } from './tasks-command.ts'

interface SlashCommand {
  text: Text
  usage: string
  run(talk: Talk, rest: string): Promise<'leave' | undefined> | 'leave' | undefined | Promise<void> | void
}

const COMMANDS: Record<string, SlashCommand> = {
  help: { usage: '/help', text: chatCommandTexts.help, run: showHelp },
  clear: { usage: '/clear', text: chatCommandTexts.clear, run: clear },
  resume: {
    usage: '/resume [ID]',
    text: chatCommandTexts.resume,
    run: resume,
  },
  cost: { usage: '/cost', text: chatCommandTexts.cost, run: showCost },
  context: {
    usage: '/context [show ID]',
    text: chatCommandTexts.context,
    run: runContextCommand,
  },
  compact: {
    usage: '/compact [notes | INSTRUCTIONS]',
    text: chatCommandTexts.compact,
    run: runCompactCommand,
  },
  notes: {
    usage: '/notes [update]',
    text: chatCommandTexts.notes,
    run: runNotesCommand,
  },
  snip: {
    usage: '/snip [TOKENS]',
    text: chatCommandTexts.snip,
    run: runSnipCommand,
  },
  tasks: { usage: '/tasks', text: chatCommandTexts.tasks, run: showTasks },
  agents: {
    usage: '/agents',
    text: chatCommandTexts.agents,
    run: ({ conversation, output }) => showAgents(conversation, output),
  },
  mcp: {
    usage: '/mcp [restart NAME]',
    text: chatCommandTexts.mcp,
    run: runMcpCommand,
  },
  memory: {
    usage: '/memory [ID | edit ID or FILE | rm ID]',
    text: chatCommandTexts.memory,
    run: runChatMemoryCommand,
  },
  inbox: {
    usage: '/inbox [accept ID… | refuse ID… | edit ID TEXT]',
    text: chatCommandTexts.inbox,
    run: runInboxCommand,
  },
  recall: {
    usage: '/recall TEXT',
    text: chatCommandTexts.recall,
    run: recall,
  },
  remember: { usage: '/remember TEXT', text: chatCommandTexts.remember, run: remember },
  dream: {
    usage: '/dream [dry-run]',
    text: chatCommandTexts.dream,
    run: runDreamInChat,
  },
  mode: {
    usage: `/mode [${MODES.join('|')}]`,
    text: chatCommandTexts.mode,
    run: runModeCommand,
  },
  exit: { usage: '/exit', text: chatCommandTexts.exit, run: () => 'leave' },
}

/** What can follow a slash: commands and skills. */
export function slashNames(skills: readonly { name: string }[]): string[] {
  return [...Object.keys(COMMANDS), ...skills.map(({ name }) => name)]
}

/** `message`: it is for the model, which gets a skill's text with it. */
export async function runSlashCommand(talk: Talk, line: string): Promise<'leave' | 'message' | undefined> {
  const [, name = '', rest = ''] = /^\/(\S*)\s*(.*)$/s.exec(line) ?? []
  const known = name === 'quit' ? 'exit' : name
  const command = Object.hasOwn(COMMANDS, known) ? COMMANDS[known] : undefined
  if (command) return (await command.run(talk, rest.trim())) ?? undefined
  if (talk.conversation.skills.some((skill) => skill.name === name)) return 'message'
  throw usage(message(chatTexts.unknownSlashCommand, { name }), message(chatTexts.helpLists))
}

function showHelp({ output, conversation }: Talk): void {
  const line = (usage: string, text: string) => output.print(`  ${usage.padEnd(36)} ${text}`)
  for (const command of Object.values(COMMANDS)) line(command.usage, output.say(command.text))
  if (conversation.skills.length === 0) return
  output.print(output.say(chatCommandTexts.skills))
  for (const { name, argumentHint = '', description } of conversation.skills)
    line(printable(`/${name} ${argumentHint}`.trim()), output.paint.dim(printable(description).slice(0, 80)))
}

async function clear({ conversation, output }: Talk): Promise<void> {
  await conversation.clear()
  output.print(output.say(chatCommandTexts.clearedLogKeepsSaid))
}

const LISTED = 10

async function resume(talk: Talk, id: string): Promise<void> {
  const { output, runtime } = talk
  if (id !== '') {
    await talk.reopen(id)
    const { messages } = talk.conversation
    output.print(
      output.say(
        message(chatCommandTexts.resumedMessages, { id: talk.conversation.id, messages: messages.length }),
      ),
    )
    noteMissing(talk.conversation, output)
    return
  }
  const all = (await runtime.conversations()).filter((one) => one.id !== talk.conversation.id)
  if (all.length === 0) output.print(output.say(chatCommandTexts.thereNoEarlierConversation))
  for (const { id: each, updated, title } of all.slice(0, LISTED))
    output.print(`  ${each}  ${updated.toISOString().slice(0, 16).replace('T', ' ')}  ${printable(title)}`)
}

async function showCost({ conversation, output, runtime }: Talk): Promise<void> {
  const { usage: used } = conversation
  const cost = conversation.cost()
  const money = cost === undefined ? output.say(chatCommandTexts.priceNotKnown) : `$${cost.toFixed(4)}`
  const read = inputTokens(used).toLocaleString('en-US')
  const written = used.output.toLocaleString('en-US')
  const cached = used.cacheRead.toLocaleString('en-US')
  output.print(
    output.say(message(chatCommandTexts.conversationTokensCacheOut, { read, cached, written, money })),
  )
  const own = await runtime.spend({ since: new Date().toISOString().slice(0, 10), by: 'purpose' })
  const tokens = (inputTokens(own.total.usage) + own.total.usage.output).toLocaleString('en-US')
  output.print(
    output.say(
      message(chatCommandTexts.allModelCallsToday, {
        calls: own.total.calls,
        tokens,
        cost: `$${own.total.cost.toFixed(4)}`,
      }),
    ),
  )
}

async function recall({ engine, conversation, output }: Talk, text: string): Promise<void> {
  if (text === '')
    throw usage(
      message(chatTexts.slashNeedsText, { name: 'recall' }),
      message(chatTexts.slashExample, { example: '/recall how do we deploy?' }),
    )
  const result = await engine.recall({ prompt: text, conversation: conversation.id })
  output.print(
    result.text === ''
      ? output.say(
          message(recallTexts.nothingInjected, { reason: recallReason(result.reason ?? 'nothing_fits') }),
        )
      : printableText(result.text),
  )
}

async function remember({ engine, conversation, output, by }: Talk, text: string): Promise<void> {
  if (text === '')
    throw usage(
      message(chatTexts.slashNeedsText, { name: 'remember' }),
      message(chatTexts.slashExample, { example: '/remember releases go out on Tuesdays' }),
    )
  await engine.register()
  const source = { origin: 'user' as const, conversation: conversation.id }
  const outcome = await (await engine.records()).add({ content: text, source }, by(conversation.id))
  if ('warnings' in outcome) noteWarnings(output, outcome.warnings)
  output.print(describeAdded(output, outcome))
}
