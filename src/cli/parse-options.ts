// Reads the options of a command, as it declares them.
import { parseArgs } from 'node:util'
import { message } from '../base/messages/message.ts'
import { usageTexts } from '../base/messages/usage.ts'
import { MemdirError } from '../base/values/errors.ts'
import { COMMON_OPTIONS, type Command, type CommandOption, type Values } from './command.ts'
import { nearestName } from './nearest-name.ts'

export function parseOptions(command: Command, args: string[]): { values: Values; positionals: string[] } {
  const options: Record<string, { type: 'boolean' | 'string'; short?: string; multiple?: boolean }> = {}
  for (const [name, option] of Object.entries({ ...COMMON_OPTIONS, ...command.options })) {
    const { type, short, multiple } = option as CommandOption
    options[name] = { type, ...(short ? { short } : {}), ...(multiple ? { multiple } : {}) }
  }
  try {
    return parseArgs({ args: joinNegatives(args, options), options, allowPositionals: true, strict: true })
  } catch (error) {
    throw badOption(error, nameOf(command), Object.keys(options))
  }
}

/** `--limit -1` is the value -1, not an option: joined, the parser takes it, and the command says what it may be. */
function joinNegatives(
  args: readonly string[],
  options: Record<string, { type: 'boolean' | 'string' }>,
): string[] {
  const joined: string[] = []
  for (const [at, word] of args.entries()) {
    if (word === '--') return [...joined, ...args.slice(at)]
    const before = args[at - 1] ?? ''
    const takesValue = before.startsWith('--') && options[before.slice(2)]?.type === 'string'
    if (takesValue && /^-\d/.test(word)) joined[joined.length - 1] = `${before}=${word}`
    else joined.push(word)
  }
  return joined
}

/** Node's own words for what is wrong with an option span lines and talk to programmers. */
function badOption(error: unknown, name: string, known: readonly string[]): MemdirError {
  const { code, message: text } = error as NodeJS.ErrnoException
  const option = /'(?:-\w, )?(-[^' <]*)/.exec(text)?.[1] ?? ''
  const help = message(usageTexts.runHelp, { command: name })
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const near = nearestName(option.replace(/^-+/, ''), known)
    return new MemdirError('usage', message(usageTexts.unknownOption, { option }), {
      fix: near
        ? message(usageTexts.didYouMeanOption, { near, command: name })
        : message(usageTexts.afterDashes, { command: name }),
      cause: error,
    })
  }
  const problem = /does not take an argument/.test(text)
    ? usageTexts.optionTakesNoValue
    : usageTexts.optionNeedsValue
  return new MemdirError('usage', message(problem, { option }), { fix: help, cause: error })
}

/** As it is typed. */
export function nameOf(command: Command): string {
  const [name = ''] = command.usage.split(' ')
  return name
}
