import { CHOOSE_SHELL, SHELL_REQUIRED } from '../../messages/commands.ts'
import { message } from '../../messages/message.ts'
import { usage } from '../arguments.ts'
import { COMMON_OPTIONS, type Command, type CommandInput } from '../command.ts'

export const command: Command = {
  usage: 'completion bash|zsh|fish',
  help: {
    en: 'Prints a completion script. bash: `source <(memdir completion bash)`; zsh: the same with zsh; fish: `memdir completion fish | source`.',
    zh: '输出补全脚本。bash：`source <(memdir completion bash)`；zsh 同理；fish：`memdir completion fish | source`。',
  },
  most: 1,
  options: {},
  examples: [
    'source <(memdir completion bash)',
    'memdir completion fish > ~/.config/fish/completions/memdir.fish',
  ],
  quietSettings: true,
  withoutProject: true,
  async run({ positionals, output, commands }) {
    const shell = positionals[0]
    const make = shell === undefined ? undefined : SCRIPTS[shell]
    if (!make) throw usage(message(SHELL_REQUIRED), message(CHOOSE_SHELL))
    const script = make(await gather(commands))
    output.data({ shell, script })
    output.print(script)
  },
}

interface Known {
  name: string
  summary: string
  options: { name: string; summary: string; choices: readonly string[] }[]
}

async function gather(commands: CommandInput['commands']): Promise<Known[]> {
  const known: Known[] = []
  for (const [name, entry] of Object.entries(commands)) {
    const own = name === 'completion' ? {} : (await entry.load()).command.options
    const options = Object.entries({ ...own, ...COMMON_OPTIONS }).map(([option, { en, choices }]) => ({
      name: option,
      summary: en,
      choices: choices ?? [],
    }))
    known.push({ name, summary: entry.en, options })
  }
  return known
}

const SCRIPTS: Record<string, (known: readonly Known[]) => string> = {
  bash: (known) => `${bashFunction(known)}\ncomplete -o default -F _memdir memdir`,
  zsh: (known) =>
    `#compdef memdir\nautoload -U +X bashcompinit && bashcompinit\n${bashFunction(known)}\ncomplete -o default -F _memdir memdir`,
  fish: fishScript,
}

function bashFunction(known: readonly Known[]): string {
  const cases = known.map(
    ({ name, options }) => `    ${name}) words="${options.map((option) => `--${option.name}`).join(' ')}" ;;`,
  )
  const choices = new Map(
    known.flatMap(({ options }) =>
      options
        .filter((option) => option.choices.length > 0)
        .map((option) => [option.name, option.choices.join(' ')] as const),
    ),
  )
  const values = [...choices].map(
    ([name, words]) => `    --${name}) COMPREPLY=($(compgen -W "${words}" -- "$current")); return ;;`,
  )
  return `_memdir() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${known.map(({ name }) => name).join(' ')}" -- "$current")); return
  fi
  case "$previous" in
${values.join('\n')}
  esac
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  case "$current" in -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;; esac
}`
}

function fishScript(known: readonly Known[]): string {
  const quote = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`
  const lines = ['complete -c memdir -f']
  for (const { name, summary, options } of known) {
    lines.push(`complete -c memdir -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`)
    for (const option of options) {
      const choices = option.choices.length > 0 ? ` -x -a ${quote(option.choices.join(' '))}` : ''
      lines.push(
        `complete -c memdir -n '__fish_seen_subcommand_from ${name}' -l ${option.name} -d ${quote(option.summary)}${choices}`,
      )
    }
  }
  return lines.join('\n')
}
