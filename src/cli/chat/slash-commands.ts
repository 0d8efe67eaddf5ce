// The commands inside a conversation.

import {
  HELP_LISTS,
  SLASH_EXAMPLE,
  SLASH_NEEDS_TEXT,
  UNKNOWN_SLASH_COMMAND,
} from '../../base/messages/chat.ts'
import { message } from '../../base/messages/message.ts'
import { NOTHING_INJECTED, recallReason } from '../../base/messages/recall.ts'
import { inputTokens } from '../../models/content.ts'
import { usage } from '../arguments.ts'
import { describeAdded } from '../describe-added.ts'
import type { Text } from '../language.ts'
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

interface SlashCommand extends Text {
  usage: string
  run(talk: Talk, rest: string): Promise<'leave' | undefined> | 'leave' | undefined | Promise<void> | void
}

const COMMANDS: Record<string, SlashCommand> = {
  help: { usage: '/help', en: 'this list', zh: '此列表', run: showHelp },
  clear: { usage: '/clear', en: 'forget what was said', zh: '清空对话', run: clear },
  resume: {
    usage: '/resume [ID]',
    en: 'list conversations, or resume one',
    zh: '列出对话，或继续其中之一',
    run: resume,
  },
  cost: { usage: '/cost', en: 'what this conversation took', zh: '此对话的花费', run: showCost },
  context: {
    usage: '/context [show ID]',
    en: 'what fills the window, and what was taken out of it',
    zh: '窗口由什么占用，移除了什么',
    run: runContextCommand,
  },
  compact: {
    usage: '/compact [notes | INSTRUCTIONS]',
    en: 'replace older messages by a summary, or by the notes',
    zh: '以摘要或笔记代替较早的消息',
    run: runCompactCommand,
  },
  notes: {
    usage: '/notes [update]',
    en: 'the notes of this conversation, brought up to date first if wanted',
    zh: '本对话的笔记，可先更新',
    run: runNotesCommand,
  },
  snip: {
    usage: '/snip [TOKENS]',
    en: 'drop the oldest messages without a summary',
    zh: '不作摘要，丢弃最早的消息',
    run: runSnipCommand,
  },
  tasks: { usage: '/tasks', en: 'what is to be done here', zh: '此对话的任务', run: showTasks },
  agents: {
    usage: '/agents',
    en: 'which agents there are',
    zh: '有哪些代理',
    run: ({ conversation, output }) => showAgents(conversation, output),
  },
  mcp: {
    usage: '/mcp [restart NAME]',
    en: 'the MCP servers, their state and tools',
    zh: 'MCP 服务器、其状态与工具',
    run: runMcpCommand,
  },
  memory: {
    usage: '/memory [ID | edit ID or FILE | rm ID]',
    en: 'instruction files and memories: browse, change, remove',
    zh: '指令文件与记忆：浏览、修改、删除',
    run: runChatMemoryCommand,
  },
  inbox: {
    usage: '/inbox [accept ID… | refuse ID… | edit ID TEXT]',
    en: 'what waits for you: candidates, conflicts, doubles, quarantine',
    zh: '等待您处理的内容：候选、冲突、重复、隔离区',
    run: runInboxCommand,
  },
  recall: {
    usage: '/recall TEXT',
    en: 'what a message would be given',
    zh: '某条消息会得到哪些记忆',
    run: recall,
  },
  remember: { usage: '/remember TEXT', en: 'remember something', zh: '记住一件事', run: remember },
  dream: {
    usage: '/dream [dry-run]',
    en: 'tidy the memories now',
    zh: '立即整理记忆',
    run: runDreamInChat,
  },
  mode: {
    usage: `/mode [${MODES.join('|')}]`,
    en: 'what is asked about',
    zh: '哪些操作需要询问',
    run: runModeCommand,
  },
  exit: { usage: '/exit', en: 'leave', zh: '退出', run: () => 'leave' },
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
  throw usage(message(UNKNOWN_SLASH_COMMAND, { name }), message(HELP_LISTS))
}

function showHelp({ output, conversation }: Talk): void {
  const line = (usage: string, text: string) => output.print(`  ${usage.padEnd(36)} ${text}`)
  for (const command of Object.values(COMMANDS)) line(command.usage, output.say(command))
  if (conversation.skills.length === 0) return
  output.print(output.say({ en: 'Skills:', zh: '技能：' }))
  for (const { name, argumentHint = '', description } of conversation.skills)
    line(printable(`/${name} ${argumentHint}`.trim()), output.paint.dim(printable(description).slice(0, 80)))
}

async function clear({ conversation, output }: Talk): Promise<void> {
  await conversation.clear()
  output.print(output.say({ en: 'Cleared. The log keeps what was said.', zh: '已清空。日志保留全部内容。' }))
}

const LISTED = 10

async function resume(talk: Talk, id: string): Promise<void> {
  const { output, runtime } = talk
  if (id !== '') {
    await talk.reopen(id)
    const { messages } = talk.conversation
    output.print(
      output.say({
        en: `Resumed ${talk.conversation.id}, ${messages.length} messages.`,
        zh: `已继续 ${talk.conversation.id}，${messages.length} 条消息。`,
      }),
    )
    noteMissing(talk.conversation, output)
    return
  }
  const all = (await runtime.conversations()).filter((one) => one.id !== talk.conversation.id)
  if (all.length === 0)
    output.print(output.say({ en: 'There is no earlier conversation.', zh: '没有更早的对话。' }))
  for (const { id: each, updated, title } of all.slice(0, LISTED))
    output.print(`  ${each}  ${updated.toISOString().slice(0, 16).replace('T', ' ')}  ${printable(title)}`)
}

async function showCost({ conversation, output, runtime }: Talk): Promise<void> {
  const { usage: used } = conversation
  const cost = conversation.cost()
  const money =
    cost === undefined ? output.say({ en: 'price not known', zh: '价格未知' }) : `$${cost.toFixed(4)}`
  const [read, written] = [inputTokens(used), used.output].map((value) => value.toLocaleString('en-US'))
  const cached = used.cacheRead.toLocaleString('en-US')
  output.print(
    output.say({
      en: `This conversation: ${read} tokens in (${cached} from the cache), ${written} out, ${money}`,
      zh: `此对话：输入 ${read} 令牌（其中缓存 ${cached}），输出 ${written}，${money}`,
    }),
  )
  const own = await runtime.spend({ since: new Date().toISOString().slice(0, 10), by: 'purpose' })
  const tokens = (inputTokens(own.total.usage) + own.total.usage.output).toLocaleString('en-US')
  output.print(
    output.say({
      en: `All model calls today: ${own.total.calls}, ${tokens} tokens, $${own.total.cost.toFixed(4)}`,
      zh: `今日全部模型调用：${own.total.calls} 次，${tokens} 令牌，$${own.total.cost.toFixed(4)}`,
    }),
  )
}

async function recall({ engine, conversation, output }: Talk, text: string): Promise<void> {
  if (text === '')
    throw usage(
      message(SLASH_NEEDS_TEXT, { name: 'recall' }),
      message(SLASH_EXAMPLE, { example: '/recall how do we deploy?' }),
    )
  const result = await engine.recall({ prompt: text, conversation: conversation.id })
  output.print(
    result.text === ''
      ? output.say(message(NOTHING_INJECTED, { reason: recallReason(result.reason ?? 'nothing_fits') }))
      : printableText(result.text),
  )
}

async function remember({ engine, conversation, output, by }: Talk, text: string): Promise<void> {
  if (text === '')
    throw usage(
      message(SLASH_NEEDS_TEXT, { name: 'remember' }),
      message(SLASH_EXAMPLE, { example: '/remember releases go out on Tuesdays' }),
    )
  await engine.register()
  const source = { origin: 'user' as const, conversation: conversation.id }
  const outcome = await (await engine.records()).add({ content: text, source }, by(conversation.id))
  if ('warnings' in outcome) noteWarnings(output, outcome.warnings)
  output.print(describeAdded(output, outcome))
}
