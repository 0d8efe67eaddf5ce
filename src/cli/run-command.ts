// Finds the command, reads its options, runs it, and turns faults into one line and an exit code.
import { resolve } from 'node:path'
import type { Language } from '../base/messages/message.ts'
import { message } from '../base/messages/message.ts'
import { usageTexts } from '../base/messages/usage.ts'
import { GUARD_VARIABLE } from '../base/processes/guard.ts'
import { type FoundProject, findProject } from '../base/projects/find-project.ts'
import type { Reader } from '../base/secrets/redact-for.ts'
import { callingAgent } from '../base/settings/calling-agent.ts'
import { chooseLanguage, languageSetting } from '../base/settings/choose-language.ts'
import { configHome } from '../base/settings/config-home.ts'
import { hasNews } from '../base/settings/settings.ts'
import { attempt } from '../base/values/attempt.ts'
import { MemdirError } from '../base/values/errors.ts'
import { type Command, OUTPUT_FORMS, type OutputForm, placeNamed } from './command.ts'
import { type CommandContext, createCommandContext } from './command-context.ts'
import { fail } from './fail.ts'
import { nearestName } from './nearest-name.ts'
import { createOutput, type Output } from './output.ts'
import { nameOf, parseOptions } from './parse-options.ts'
import { COMMANDS } from './registry.ts'
import { writeTo } from './streams.ts'
import { isVersionOption, printVersion } from './version.ts'

const env = process.env
// Chosen as the store of vectors, it would say on standard error which parts of its index are empty.
env.LANCEDB_LOG ??= 'error'
const CALLER = callingAgent(env)
/** Who reads all that is printed, errors included. */
const READER: Reader = CALLER === undefined ? 'person' : 'agent'

/** The exit code. */
export async function runCommand(argv: string[]): Promise<number> {
  const [name, ...rest] = commandFirst(argv)
  const form = outputForm(argv)
  const json = form !== 'text'
  const language = () =>
    chooseLanguage(
      flagValue(argv, '--lang'),
      languageSetting(projectAt(flagValue(argv, '--project')).settings),
      env,
    )
  try {
    const last = argv.at(-1) ?? ''
    if (!name && /^(?:--lang|--project|-C)$/.test(last))
      throw new MemdirError('usage', message(usageTexts.optionNeedsValue, { option: last }), {
        fix: message(usageTexts.runOverview),
      })
    if (!name || name === '--help' || name === '-h' || name === 'help')
      return await showHelp(firstWord(rest), json, language())
    if (isVersionOption(name)) return printVersion()
    const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (!entry) throw unknownCommand(name)
    return await run((await entry.load()).command, rest)
  } catch (error) {
    return fail(error, { form, language: attempt(language) ?? 'en', reader: READER, env })
  }
}

const COMMON_OPTION = /^(?:--json|--bare|-C|--(?:project|lang)(?:=.*)?)$/s

function takesValue(word: string | undefined): boolean {
  return word === '--project' || word === '-C' || word === '--lang'
}

/** `memdir --json list` and `memdir -C DIR list` mean the same as with the options at the end. */
function commandFirst(argv: readonly string[]): string[] {
  const isOption = (word: string | undefined) => word !== undefined && COMMON_OPTION.test(word)
  const at = argv.findIndex((word, i) => !isOption(word) && !(i > 0 && takesValue(argv[i - 1])))
  const [name, ...rest] = at < 0 ? [] : argv.slice(at)
  return name === undefined ? [] : [name, ...argv.slice(0, at), ...rest]
}

/** The first word that is neither an option nor the value of one. */
function firstWord(words: readonly string[]): string | undefined {
  return words.find((word, at) => !word.startsWith('-') && !takesValue(words[at - 1]))
}

async function run(command: Command, args: string[]): Promise<number> {
  const { values, positionals } = parseOptions(command, args)
  if (values.lang !== undefined && values.lang !== 'en' && values.lang !== 'zh')
    throw new MemdirError(
      'usage',
      message(usageTexts.invalidChoice, { name: 'lang', value: String(values.lang) }),
      {
        fix: message(usageTexts.chooseLanguage),
      },
    )
  const project = values.project as string | undefined
  const found = command.readsLater?.(values) ? undefined : projectAt(project)
  const language = chooseLanguage(values.lang, found && languageSetting(found.settings), env)
  if (values.help) return printHelp(command, values.json === true, language)
  if (command.most !== undefined && positionals.length > command.most) {
    throw new MemdirError(
      'usage',
      message(usageTexts.unexpectedArgument, { argument: positionals[command.most] ?? '' }),
      {
        fix: message(usageTexts.runHelp, { command: nameOf(command) }),
      },
    )
  }
  const output = createOutput({ json: values.json === true, language, reader: READER, env })
  const context = createCommandContext({
    env,
    caller: CALLER,
    project,
    found,
    bare: values.bare === true,
    at: command.movesPlaces ? 'project' : placeNamed(values),
    output,
    notices: !command.withoutProject,
  })
  if (found && !command.quietSettings) await noteSettings(command, found, output)
  try {
    if (!command.withoutProject && context.personPresent) await resolveOffers(context, output)
    return (await command.run({ positionals, values, context, output, commands: COMMANDS })) ?? 0
  } finally {
    await context.noticesSaved()
    await output.written()
  }
}

async function noteSettings(command: Command, { settings }: FoundProject, output: Output): Promise<void> {
  if (settings.broken.length > 0) {
    const { noteBrokenSettings } = await import('./settings-warnings.ts')
    noteBrokenSettings(output, settings.broken)
  }
  if (hasNews(settings.trust) && !command.reportsTrust && !env[GUARD_VARIABLE]) {
    const { noteTrustOnce } = await import('./note-trust.ts')
    noteTrustOnce(output, settings.trust, configHome(env))
  }
  // Where a person reads it: an agent, a worker and a program that reads JSON would keep it to themselves.
  const sends = settings.get('storage.embeddingModel') || settings.get('storage.embeddingUrl')
  if (sends && !output.json && !env[GUARD_VARIABLE] && READER === 'person') {
    const { noteSendingOnce } = await import('./note-sending.ts')
    noteSendingOnce(output, settings, configHome(env))
  }
}

/** Before anything is read or written here: whose memory is it? */
async function resolveOffers(context: CommandContext, output: Output): Promise<void> {
  if (context.engine().location.identity.offers.length === 0) return
  const { askProject } = await import('./ask-project.ts')
  await askProject(context, output)
}

function projectAt(directory: string | undefined): FoundProject {
  return findProject({ env, directory: resolve(directory ?? '.') })
}

function beforeSeparator(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--')
  return end < 0 ? argv : argv.slice(0, end)
}

function flagValue(all: readonly string[], flag: string): string | undefined {
  const argv = beforeSeparator(all)
  const at = argv.findIndex((argument) => argument === flag || argument.startsWith(`${flag}=`))
  return argv[at] === flag ? argv[at + 1] : argv[at]?.slice(flag.length + 1)
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
  writeTo('stdout', `${json ? JSON.stringify({ ok: true, data: { help } }) : help}\n`)
  return 0
}

function unknownCommand(name: string): MemdirError {
  const near = nearestName(name, Object.keys(COMMANDS))
  const fix = near ? message(usageTexts.didYouMeanCommand, { near }) : message(usageTexts.runOverview)
  return new MemdirError('usage', message(usageTexts.unknownCommand, { name }), { fix })
}

/** `--output-format` is of `memdir chat`: what goes wrong before it is read has the form that was asked for, too. */
function outputForm(argv: readonly string[]): OutputForm {
  const asked = flagValue(argv, '--output-format')
  const form = OUTPUT_FORMS.find((each) => each === asked)
  return form ?? (beforeSeparator(argv).includes('--json') ? 'json' : 'text')
}
