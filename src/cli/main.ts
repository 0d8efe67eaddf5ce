#!/usr/bin/env node
// The entry: finds the command, reads its options, runs it, and turns faults into one line and an exit code.
import { parseArgs } from 'node:util'
import { MemdirError } from '../lib/errors.ts'
import { loadSettings } from '../settings/settings.ts'
import { COMMON_OPTIONS, type Command, type Option, type Values } from './command.ts'
import { createContext } from './context.ts'
import { chooseLanguage, type Language } from './language.ts'
import { createOutput } from './output.ts'
import { COMMANDS } from './registry.ts'

const env = process.env
const EXIT_FAILURE = 1
const EXIT_USAGE = 2
const BUG_FIX = 'This is a fault in memdir; run again with MEMDIR_DEBUG=1 for details and report it.'

async function main(argv: string[]): Promise<number> {
  const [name, ...rest] = argv
  const language = chooseLanguage(flagValue(argv, '--lang'), undefined, env)
  if (!name || name === '--help' || name === '-h' || name === 'help') return showHelp(rest[0], language)
  if (name === '--version' || name === '-v') return showVersion()
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  const json = argv.includes('--json')
  if (!entry) return fail(unknownCommand(name), json, language)
  const { command } = await entry.load()
  try {
    return await run(command, rest)
  } catch (error) {
    return fail(error, json, language)
  }
}

async function run(command: Command, args: string[]): Promise<number> {
  const { values, positionals } = parse(command, args)
  const language = chooseLanguage(values.lang as string | undefined, languageSetting(values.project), env)
  if (values.help) {
    const { commandHelp } = await import('./help.ts')
    process.stdout.write(`${commandHelp(command, language)}\n`)
    return 0
  }
  const output = createOutput({ json: values.json === true, language, env })
  const context = createContext(env, values.project as string | undefined, output)
  return (await command.run({ positionals, values, context, output })) ?? 0
}

function languageSetting(project: Values[string]): string {
  return loadSettings({ env, directory: typeof project === 'string' ? project : process.cwd() }).get(
    'language',
  )
}

function parse(command: Command, args: string[]): { values: Values; positionals: string[] } {
  const options: Record<string, { type: 'boolean' | 'string'; short?: string; multiple?: boolean }> = {}
  for (const [name, option] of Object.entries({ ...COMMON_OPTIONS, ...command.options })) {
    const { type, short, multiple } = option as Option
    options[name] = { type, ...(short ? { short } : {}), ...(multiple ? { multiple } : {}) }
  }
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    const reason = (error as Error).message.split('. ')[0]!
    throw new MemdirError('usage', reason, {
      fix: `Run \`memdir ${command.usage.split(' ')[0]} --help\`.`,
      cause: error,
    })
  }
}

function flagValue(argv: readonly string[], flag: string): string | undefined {
  const at = argv.findIndex((argument) => argument === flag || argument.startsWith(`${flag}=`))
  if (at < 0) return undefined
  return argv[at] === flag ? argv[at + 1] : argv[at]!.slice(flag.length + 1)
}

async function showHelp(topic: string | undefined, language: Language): Promise<number> {
  const { commandHelp, overview } = await import('./help.ts')
  const entry = topic && Object.hasOwn(COMMANDS, topic) ? COMMANDS[topic] : undefined
  const text = entry ? commandHelp((await entry.load()).command, language) : overview(language)
  process.stdout.write(`${text}\n`)
  return 0
}

async function showVersion(): Promise<number> {
  const { createRequire } = await import('node:module')
  const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }
  process.stdout.write(`memdir ${version}\n`)
  return 0
}

function unknownCommand(name: string): MemdirError {
  const near = Object.keys(COMMANDS).find((command) => command.startsWith(name.slice(0, 3)))
  const fix = near
    ? `Did you mean \`memdir ${near}\`? Run \`memdir --help\` for all.`
    : 'Run `memdir --help`.'
  return new MemdirError('usage', `there is no command "${name}"`, { fix })
}

async function fail(error: unknown, json: boolean, language: Language): Promise<number> {
  const known = MemdirError.is(error) ? error : undefined
  const code = known?.code ?? 'internal'
  const message = error instanceof Error ? error.message : String(error)
  const { localiseError } = await import('./localise-error.ts')
  const told = localiseError({ code, message, fix: known?.fix ?? (known ? '' : BUG_FIX) }, language)
  if (json) process.stdout.write(`${JSON.stringify({ ok: false, error: told })}\n`)
  else
    process.stderr.write(
      `memdir: ${told.message}. ${told.fix}\n`.replace(/\.\. /, '. ').replace(/。\. /, '。'),
    )
  if (!known && env.MEMDIR_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  return code === 'usage' ? EXIT_USAGE : EXIT_FAILURE
}

// A reader that closes early (`memdir list | head`) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

process.exitCode = await main(process.argv.slice(2))
