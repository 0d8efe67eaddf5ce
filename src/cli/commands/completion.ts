import { completionCommandTexts } from '../../base/messages/completion-command.ts'
import { message } from '../../base/messages/message.ts'
import { settingsCommandsTexts } from '../../base/messages/settings-commands.ts'
import { usage } from '../arguments.ts'
import { COMMON_OPTIONS, type Command, type Entry } from '../command.ts'
import { completionWords, isCompletionList } from '../completion-lists.ts'
import type { CompletedCommand } from '../completion-scripts.ts'
import { writeTo } from '../streams.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

export const command: Command = {
  usage: 'completion bash|zsh|fish',
  help: completionCommandTexts.help,
  most: 1,
  options: {},
  arguments: [SHELLS],
  examples: [
    'source <(memdir completion bash)',
    'memdir completion fish > ~/.config/fish/completions/memdir.fish',
  ],
  quietSettings: true,
  withoutProject: true,
  async run({ positionals, output, commands, context }) {
    const [name = ''] = positionals
    if (isCompletionList(name)) {
      const words = await completionWords(name, context.engine())
      output.data({ words })
      if (words.length > 0) output.print(words.join('\n'))
      return
    }
    const shell = SHELLS.find((known) => known === name)
    if (!shell)
      throw usage(
        name === ''
          ? message(settingsCommandsTexts.shellRequired)
          : message(settingsCommandsTexts.unknownShell, { shell: name }),
        message(settingsCommandsTexts.chooseShell),
      )
    const { bashScript, fishScript, zshScript } = await import('../completion-scripts.ts')
    const make = { bash: bashScript, fish: fishScript, zsh: zshScript }[shell]
    const script = make(await Promise.all(Object.entries(commands).map(describe)))
    output.data({ shell, script })
    // For a shell to read, letter by letter.
    if (!output.json) writeTo('stdout', `${script}\n`)
  },
}

async function describe([name, entry]: [string, Entry]): Promise<CompletedCommand> {
  const found = name === 'completion' ? command : (await entry.load()).command
  const all = Object.entries({ ...found.options, ...COMMON_OPTIONS })
  const options = all.filter(([, { internal }]) => !internal)
  return {
    name,
    summary: entry.text.en,
    options: options.map(([option, { text, short, type, choices = [] }]) => ({
      name: option,
      short,
      summary: text.en,
      takesValue: type === 'string',
      choices,
    })),
    arguments: found.arguments ?? [],
    repeats: found.usage.includes('…') && typeof found.arguments?.at(-1) === 'string',
    takesFiles: /\b(?:FILE|DIR)\b/.test(found.usage),
  }
}
