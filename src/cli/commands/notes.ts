import { resolve } from 'node:path'
import type { NotedConversation } from '../../learn/notes-of-conversations.ts'
import type { Command, CommandInput } from '../command.ts'
import { localTime } from '../local-time.ts'
import { printable, printableText } from '../output.ts'

export const command: Command = {
  usage: 'notes [CONVERSATION|FILE]',
  help: {
    en: 'Notes of this project’s conversations: what was asked, what is being done, files, commands, errors, a worklog. Without an argument the conversations are listed, memdir’s own and other agents’. Of `memdir chat` a model keeps the notes while you talk; of other agents’ conversations rules make them from their log. --handoff prints a text that another agent can go on with; secrets are cut out of all of them.',
    zh: '本项目各对话的笔记：所提要求、当前进展、文件、命令、错误和工作日志。不带参数时列出对话（memdir 自身及其他代理的）。`memdir chat` 的笔记由模型在对话中维护；其他代理的对话由规则根据其日志生成。--handoff 输出可供另一代理继续工作的文本；所有输出都会去除密钥。',
  },
  most: 1,
  options: {
    handoff: {
      type: 'boolean',
      en: 'a text by which another agent continues (the newest conversation where none is named)',
      zh: '供另一代理继续工作的文本（未指定时取最新对话）',
    },
  },
  examples: [
    'memdir notes',
    'memdir notes 4f2a91c0',
    'codex "$(memdir notes --handoff 4f2a91c0)"',
    'memdir notes ~/.codex/sessions/2026/11/01/rollout-1.jsonl',
  ],
  async run(input) {
    const { positionals, values, context, output } = input
    const [which] = positionals
    if (which === undefined && values.handoff !== true) return list(input)
    const notes = await (await context.engine().runtime()).notes()
    // A file is named from where the person is.
    const named =
      which?.includes('/') || which?.endsWith('.jsonl') ? resolve(context.directory, which) : which
    const shown = values.handoff === true ? await notes.handoff(named) : await notes.show(named)
    const { updated, text, forAgents, ...rest } = shown
    const isHandoff = values.handoff === true
    const data = { ...rest, updated: updated.toISOString() }
    // A person reads the file as it is; what is handed over goes to an agent, whoever calls.
    if (isHandoff || output.reader === 'agent') {
      output.data(data, { text: forAgents })
      output.printText(forAgents)
    } else {
      output.data({ ...data, text })
      output.print(printableText(text.trimEnd()))
    }
    return 0
  },
}

async function list({ context, output }: CommandInput): Promise<number> {
  const notes = await (await context.engine().runtime()).notes()
  const conversations = await notes.list()
  output.data({
    conversations: conversations.map(({ updated, ...rest }) => ({ ...rest, updated: updated.toISOString() })),
  })
  if (conversations.length === 0) {
    output.print(
      output.say({
        en: 'No agent had a conversation in this project yet.',
        zh: '此项目中还没有任何代理的对话。',
      }),
    )
    return 0
  }
  output.table(
    [
      output.say({ en: 'CONVERSATION', zh: '对话' }),
      output.say({ en: 'AGENT', zh: '代理' }),
      output.say({ en: 'LAST', zh: '最近' }),
      output.say({ en: 'TITLE', zh: '标题' }),
    ],
    conversations.map((one) => row(one, output.say({ en: '(nothing typed)', zh: '（未输入文字）' }))),
  )
  return 0
}

function row({ id, agent, updated, title }: NotedConversation, untitled: string): string[] {
  return [printable(id), agent, localTime(updated.toISOString()), printable(title) || untitled]
}
