// The scripts that a shell loads. Words that never change are in them; the others are asked for by `memdir completion LIST`.
import type { CompletionList } from './command.ts'

export interface CompletedCommand {
  name: string
  summary: string
  options: CompletedOption[]
  /** By position; what is a list is asked for. */
  arguments: readonly (readonly string[] | CompletionList)[]
  /** The last argument may be given again. */
  repeats: boolean
  takesFiles: boolean
}

interface CompletedOption {
  name: string
  short: string | undefined
  summary: string
  takesValue: boolean
  choices: readonly string[]
}

export function bashScript(commands: readonly CompletedCommand[]): string {
  return `${bashFunction(commands)}\ncomplete -o default -F _memdir memdir`
}

export function zshScript(commands: readonly CompletedCommand[]): string {
  return `#compdef memdir\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(commands)}`
}

function bashFunction(commands: readonly CompletedCommand[]): string {
  const names = ['help', ...commands.map(({ name }) => name)].join(' ')
  const first = commands[0]?.options.filter(({ takesValue }) => takesValue) ?? []
  const common = first.filter(({ name }) =>
    commands.every(({ options }) => options.some((o) => o.name === name)),
  )
  return `_memdir() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local command= options= words= word= project= at=0 i=1
  local valued=" ${spellings(common)} "
  COMPREPLY=()
  if [ "$current" = "=" ]; then current=
  elif [ "$previous" = "=" ]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  while [ "$i" -lt "$COMP_CWORD" ]; do
    word="\${COMP_WORDS[i]}"
    case "$word" in
    -*)
      case "$valued" in *" $word "*) i=$((i + 1)) ;; esac
      case "$word" in -C|--project) project="\${COMP_WORDS[i]}" ;; esac ;;
    *)
      if [ -n "$command" ]; then at=$((at + 1)); else
        command="$word"
        case "$command" in
${commands.map(bashOptions).join('\n')}
        esac
      fi ;;
    esac
    i=$((i + 1))
  done
  case "$command $previous" in
${commands.flatMap(bashChoices).join('\n')}
  *)
    case "$valued" in *" $previous "*) return ;; esac
    case "$current" in
    -*) words="$options" ;;
    *)
      case "$command $at" in
      " 0"|"help 0") words="${names}" ;;
${commands.flatMap(bashArguments).join('\n')}
      esac ;;
    esac ;;
  esac
  case "$words" in
  @*) words="$("\${COMP_WORDS[0]}" completion "\${words#@}" \${project:+--project "$project"} 2>/dev/null </dev/null)" ;;
  esac
  for word in $words; do
    case "$word" in "$current"*) COMPREPLY+=("$word") ;; esac
  done
}`
}

function spellings(options: readonly CompletedOption[]): string {
  return options.flatMap(({ name, short }) => [`--${name}`, ...(short ? [`-${short}`] : [])]).join(' ')
}

function bashOptions({ name, options }: CompletedCommand): string {
  const valued = options.filter(({ takesValue }) => takesValue)
  const all = options.map((option) => `--${option.name}`).join(' ')
  return `        ${name}) options="${all}" valued=" ${spellings(valued)} " ;;`
}

function bashChoices({ name, options }: CompletedCommand): string[] {
  return options
    .filter(({ choices }) => choices.length > 0)
    .map((option) => {
      const patterns = spellings([option])
        .split(' ')
        .map((spelling) => `"${name} ${spelling}"`)
      return `  ${patterns.join('|')}) words="${option.choices.join(' ')}" ;;`
    })
}

function bashArguments({ name, arguments: positions, repeats }: CompletedCommand): string[] {
  return positions.map((words, at) => {
    const pattern = repeats && at === positions.length - 1 ? `"${name} "*` : `"${name} ${at}"`
    return `      ${pattern}) words="${typeof words === 'string' ? `@${words}` : words.join(' ')}" ;;`
  })
}

export function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = ['complete -c memdir -f']
  for (const command of commands) {
    const { name, summary, options } = command
    const here = `__fish_seen_subcommand_from ${name}`
    lines.push(`complete -c memdir -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`)
    if (command.takesFiles) lines.push(`complete -c memdir -n ${quote(here)} -F`)
    for (const option of options) lines.push(fishOption(here, option))
    lines.push(...fishArguments(here, command))
  }
  return lines.join('\n')
}

function fishOption(here: string, { name, short, summary, takesValue, choices }: CompletedOption): string {
  const letter = short ? ` -s ${short}` : ''
  const value = choices.length > 0 ? ` -x -a ${quote(choices.join(' '))}` : takesValue ? ' -r -F' : ''
  return `complete -c memdir -n ${quote(here)} -l ${name}${letter} -d ${quote(summary)}${value}`
}

/** fish has no position: the words of an action come first, and what it takes once one of them is there. */
function fishArguments(here: string, { arguments: positions }: CompletedCommand): string[] {
  const [first] = positions
  const actions = first !== undefined && typeof first !== 'string' && positions.length > 1 ? first : undefined
  return positions.map((words, at) => {
    const after = actions && `${at === 0 ? 'not ' : ''}__fish_seen_subcommand_from ${actions.join(' ')}`
    const condition = after ? `${here}; and ${after}` : here
    const offered = typeof words === 'string' ? `(memdir completion ${words} 2>/dev/null)` : words.join(' ')
    return `complete -c memdir -n ${quote(condition)} -a ${quote(offered)}`
  })
}

function quote(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`
}
