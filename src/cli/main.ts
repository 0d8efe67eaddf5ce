#!/usr/bin/env node
// The entry: finds the command, reads its options, runs it, and turns faults into one line and an exit code.
import { writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type FoundProject, findProject } from '../engine/find-project.ts'
import { attempt } from '../lib/attempt.ts'
import { ioError, MemdirError, systemCode } from '../lib/errors.ts'
import { GUARD_VARIABLE } from '../lib/guard.ts'
import type { Reader } from '../memory/redact-memory.ts'
import { callingAgent } from '../settings/calling-agent.ts'
import { chooseLanguage, languageSetting } from '../settings/choose-language.ts'
import { configHome } from '../settings/config-home.ts'
import { hasNews } from '../settings/settings.ts'
import { COMMON_OPTIONS, type Command, type Option, type Values } from './command.ts'
import { type CommandContext, createContext } from './context.ts'
import type { Language } from './language.ts'
import { nearestName } from './nearest-name.ts'
import { createOutput, type Output, printable } from './output.ts'
import { COMMANDS } from './registry.ts'

const env = process.env
/** Of all that is printed, errors included. */
const READER: Reader = callingAgent(env) === undefined ? 'person' : 'agent'
const EXIT_FAILURE = 1
const EXIT_USAGE = 2
const BUG_FIX = 'This is a fault in memdir; run again with MEMDIR_DEBUG=1 for details and report it.'

async function main(argv: string[]): Promise<number> {
  const [name, ...rest] = commandFirst(argv)
  const json = beforeSeparator(argv).includes('--json')
  const language = () =>
    chooseLanguage(
      flagValue(argv, '--lang'),
      languageSetting(projectAt(flagValue(argv, '--project')).settings),
      env,
    )
  try {
    if (!name || name === '--help' || name === '-h' || name === 'help')
      return await showHelp(firstWord(rest), json, language())
    if (name === '--version' || name === '-v') return await showVersion()
    const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (!entry) throw unknownCommand(name)
    return await run((await entry.load()).command, rest)
  } catch (error) {
    return fail(error, json, attempt(language) ?? 'en')
  }
}

/** `memdir --json list` and `memdir -C DIR list` mean the same as with the options at the end. */
function commandFirst(argv: readonly string[]): string[] {
  const options: string[] = []
  let at = 0
  for (; at < argv.length; at++) {
    const word = argv[at]!
    if (word === '--json' || word === '--bare' || /^--(?:project|lang)=/.test(word)) options.push(word)
    else if (word === '--project' || word === '-C' || word === '--lang') options.push(word, argv[++at] ?? '')
    else break
  }
  const [name, ...rest] = argv.slice(at)
  return name === undefined ? [] : [name, ...options, ...rest]
}

/** The first word that is neither an option nor the value of one. */
function firstWord(words: readonly string[]): string | undefined {
  return words.find(
    (word, at) => !word.startsWith('-') && !/^(?:--lang|--project|-C)$/.test(words[at - 1] ?? ''),
  )
}

async function run(command: Command, args: string[]): Promise<number> {
  const { values, positionals } = parse(command, args)
  if (values.lang !== undefined && values.lang !== 'en' && values.lang !== 'zh')
    throw new MemdirError('usage', `--lang cannot be "${values.lang}"`, { fix: 'Choose en or zh.' })
  const project = values.project as string | undefined
  const found = projectAt(project)
  const { settings } = found
  const language = chooseLanguage(values.lang, languageSetting(settings), env)
  if (values.help) return printHelp(command, values.json === true, language)
  if (command.most !== undefined && positionals.length > command.most) {
    throw new MemdirError('usage', `"${positionals[command.most]}" is one word too many`, {
      fix: `Run \`memdir ${nameOf(command)} --help\`.`,
    })
  }
  const output = createOutput({ json: values.json === true, language, reader: READER, env })
  const context = createContext({
    env,
    project,
    found,
    bare: values.bare === true,
    output,
    notices: !command.withoutProject,
  })
  if (settings.broken.length > 0 && !command.quietSettings) {
    const { noteBrokenSettings } = await import('./settings-warnings.ts')
    noteBrokenSettings(output, settings.broken)
  }
  if (hasNews(settings.trust) && !command.quietSettings && !command.tellsTrust && !env[GUARD_VARIABLE]) {
    const { noteTrustOnce } = await import('./note-trust.ts')
    noteTrustOnce(output, settings.trust, configHome(env))
  }
  try {
    if (!command.withoutProject && context.personPresent) await settleProject(context, output)
    return (await command.run({ positionals, values, context, output, commands: COMMANDS })) ?? 0
  } finally {
    await context.settled()
    await output.settled()
  }
}

/** Before anything is read or written here: whose memory is it? */
async function settleProject(context: CommandContext, output: Output): Promise<void> {
  if (context.engine().location.identity.offers.length === 0) return
  const { askProject } = await import('./ask-project.ts')
  await askProject(context, output)
}

function nameOf(command: Command): string {
  return command.usage.split(' ')[0]!
}

function projectAt(directory: string | undefined): FoundProject {
  return findProject({ env, directory: resolve(directory ?? '.') })
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
    throw badOption(error, nameOf(command), Object.keys(options))
  }
}

/** Node's own words for what is wrong with an option span lines and talk to programmers. */
function badOption(error: unknown, name: string, known: readonly string[]): MemdirError {
  const { code, message } = error as NodeJS.ErrnoException
  const option = /'(?:-\w, )?(-[^' <]*)/.exec(message)?.[1] ?? ''
  const help = `Run \`memdir ${name} --help\`.`
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const near = nearestName(option.replace(/^-+/, ''), known)
    return new MemdirError('usage', `there is no option ${option}`, {
      fix: near
        ? `Did you mean --${near}? ${help}`
        : `${help.slice(0, -1)}; text that starts with "-" goes after "--".`,
      cause: error,
    })
  }
  const reason = /does not take an argument/.test(message) ? 'takes no value' : 'needs a value'
  return new MemdirError('usage', `${option} ${reason}`, { fix: help, cause: error })
}

function beforeSeparator(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--')
  return end < 0 ? argv : argv.slice(0, end)
}

function flagValue(all: readonly string[], flag: string): string | undefined {
  const argv = beforeSeparator(all)
  const at = argv.findIndex((argument) => argument === flag || argument.startsWith(`${flag}=`))
  if (at < 0) return undefined
  return argv[at] === flag ? argv[at + 1] : argv[at]!.slice(flag.length + 1)
}

async function showHelp(topic: string | undefined, json: boolean, language: Language): Promise<number> {
  if (topic === undefined) return printHelp(undefined, json, language)
  const entry = Object.hasOwn(COMMANDS, topic) ? COMMANDS[topic] : undefined
  if (!entry) throw unknownCommand(topic)
  return printHelp((await entry.load()).command, json, language)
}

async function printHelp(command: Command | undefined, json: boolean, language: Language): Promise<number> {
  const { commandHelp, overview } = await import('./help.ts')
  const help = command ? commandHelp(command, language) : overview(language)
  process.stdout.write(`${json ? JSON.stringify({ ok: true, data: { help } }) : help}\n`)
  return 0
}

async function showVersion(): Promise<number> {
  const { createRequire } = await import('node:module')
  const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }
  process.stdout.write(`memdir ${version}\n`)
  return 0
}

function unknownCommand(name: string): MemdirError {
  const near = nearestName(name, Object.keys(COMMANDS))
  const fix = near
    ? `Did you mean \`memdir ${near}\`? Run \`memdir --help\` for all.`
    : 'Run `memdir --help`.'
  return new MemdirError('usage', `there is no command "${name}"`, { fix })
}

function noDirectory(cause: unknown): MemdirError {
  return new MemdirError('io', 'the working directory does not exist any more', {
    fix: 'Change to another directory and try again.',
    cause,
  })
}

async function fail(error: unknown, json: boolean, language: Language): Promise<number> {
  // A system error (no rights, no space) is the machine's state, not a fault of memdir.
  if (systemCode(error) === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'uv_cwd')
    return fail(noDirectory(error), json, language)
  const fault = systemCode(error)?.startsWith('E') && !systemCode(error)?.startsWith('ERR_')
  const known = MemdirError.is(error) ? error : fault ? ioError('This', error) : undefined
  const code = known?.code ?? 'internal'
  const message = known?.message ?? (error instanceof Error ? error.message : String(error))
  const { localiseError } = await import('./localise-error.ts')
  const { redactMemory } = await import('../memory/redact-memory.ts')
  const inTheirLanguage = localiseError(
    { code, message, fix: known ? (known.fix ?? '') : BUG_FIX, said: known?.said },
    language,
  )
  // What the person typed is in the message: a key among it does not belong on screens and in logs.
  const told = {
    code,
    message: await redactMemory(inTheirLanguage.message, READER),
    fix: await redactMemory(inTheirLanguage.fix, READER),
  }
  if (json) process.stdout.write(`${JSON.stringify({ ok: false, error: told })}\n`)
  else process.stderr.write(`memdir: ${asSentences(told.message, told.fix, language)}\n`)
  if (!known && env.MEMDIR_DEBUG && error instanceof Error)
    process.stderr.write(`${await redactMemory(error.stack ?? '', READER)}\n`)
  return code === 'usage' ? EXIT_USAGE : EXIT_FAILURE
}

/** One line: what happened, and what to do. */
function asSentences(message: string, fix: string, language: Language): string {
  const [stop, gap] = language === 'zh' ? ['。', ''] : ['.', ' ']
  const first = /[.。!?！？]$/.test(message) ? message : message + stop
  return printable(fix ? first + gap + fix : first)
}

// A reader that closes early (`memdir list | head`) is no fault.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0)
    // A full disk behind `>`: the rest could not be written either.
    if (stream === process.stdout)
      attempt(() => writeSync(2, `memdir: the result cannot be written: ${error.message}.\n`))
    process.exit(EXIT_FAILURE)
  })
}

process.exitCode = await main(process.argv.slice(2))
