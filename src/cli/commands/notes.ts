import { resolve } from 'node:path'
import { notesCommandTexts } from '../../base/messages/notes-command.ts'
import type { NotedConversation } from '../../learn/notes-of-conversations.ts'
import type { Command, CommandInput } from '../command.ts'
import { localTime } from '../local-time.ts'
import { printable, printableText } from '../output.ts'

export const command: Command = {
  usage: 'notes [CONVERSATION|FILE]',
  help: notesCommandTexts.help,
  most: 1,
  options: {
    handoff: {
      type: 'boolean',
      text: notesCommandTexts.optionHandoff,
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
    output.print(output.say(notesCommandTexts.noAgentConversationProject))
    return 0
  }
  output.table(
    [
      output.say(notesCommandTexts.conversation),
      output.say(notesCommandTexts.agent),
      output.say(notesCommandTexts.last),
      output.say(notesCommandTexts.title),
    ],
    conversations.map((one) => row(one, output.say(notesCommandTexts.nothingTyped))),
  )
  return 0
}

function row({ id, agent, updated, title }: NotedConversation, untitled: string): string[] {
  return [printable(id), agent, localTime(updated.toISOString()), printable(title) || untitled]
}
