import { join } from 'node:path'
import { message } from '../../base/messages/message.ts'
import {
  GIVE_ANOTHER_VALUE,
  SEE_CONFIG,
  SET_BY_DEFAULT,
  UNKNOWN_SETTING,
} from '../../base/messages/settings.ts'
import {
  CHOOSE_CONFIG_ACTION,
  CONFIG_NEEDS_NAME,
  CONFIG_NEEDS_VALUE,
  GIVE_OWN_DIRECTORY,
  LOCAL_AND_PROJECT,
  MEMORY_DIRECTORY_REFUSED,
} from '../../base/messages/settings-commands.ts'
import { NEEDS_TRUST } from '../../base/messages/trust-command.ts'
import { FOR_EXAMPLE, GIVE_ONE_OF_THEM, UNKNOWN_ACTION } from '../../base/messages/usage.ts'
import { directoryProblem } from '../../base/projects/memory-location.ts'
import {
  changeSettingsFile,
  changeSharedSettings,
  parseSettingValue,
  SHARED_SETTINGS,
} from '../../base/settings/change-settings.ts'
import { configHome, expandHome, userHome } from '../../base/settings/config-home.ts'
import { DEFINITIONS, needsApproval, type SettingKey } from '../../base/settings/definitions.ts'
import { camelName, toSettingKey } from '../../base/settings/setting-names.ts'
import { type FoundSetting, projectRoots, type Settings } from '../../base/settings/settings.ts'
import { isUnsupported } from '../../base/settings/unsupported-settings.ts'
import { partHash } from '../../base/trust/trust-store.ts'
import { systemClock } from '../../base/values/clock.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { findProject, registerForSettings } from '../../memory/find-project.ts'
import { refuseSecret, withoutSecrets } from '../../search/store-settings.ts'
import { usage } from '../arguments.ts'
import { refuseAgents } from '../ask-trust.ts'
import type { Command, CommandInput } from '../command.ts'
import { learningLimitOf } from '../note-learning.ts'
import { noteTrust } from '../note-trust.ts'
import type { Output } from '../output.ts'
import { noteBrokenSettings, noteSettingsWarnings, noteUnsupported } from '../settings-warnings.ts'

export const command: Command = {
  usage: 'config [get KEY | set KEY VALUE | unset KEY]',
  help: {
    en: 'Shows every setting with its value and where it came from, or changes one. Changes go to your own settings, or with --local or --in-project to those of this project.',
    zh: '显示每个设置的值及其来源，或更改其一。默认改您自己的设置，加 --local 或 --in-project 则改此项目的设置。',
  },
  options: {
    local: {
      type: 'boolean',
      en: 'change your own settings for this project',
      zh: '更改您自己对此项目的设置',
    },
    'in-project': {
      type: 'boolean',
      en: "change the project's shared settings",
      zh: '更改项目共享的设置',
    },
    changed: { type: 'boolean', en: 'show only what is not the default', zh: '只显示非默认值' },
  },
  arguments: [['get', 'set', 'unset'], Object.keys(DEFINITIONS)],
  examples: [
    'memdir config',
    'memdir config get recall.maxMemories',
    'memdir config set recall.maxMemories 3 --local',
  ],
  quietSettings: true,
  withoutProject: true,
  async run(input) {
    const [action, key, ...rest] = input.positionals
    if (action === undefined) return await showAll(input)
    noteBrokenSettings(input.output, settingsOf(input).broken)
    if (action !== 'get' && action !== 'set' && action !== 'unset')
      throw usage(message(UNKNOWN_ACTION, { action: `config ${action}` }), message(CHOOSE_CONFIG_ACTION))
    if (key === undefined) throw usage(message(CONFIG_NEEDS_NAME, { action }), message(SEE_CONFIG))
    const isOfLaterPart = camelName(key).startsWith('compact.') && toSettingKey(key) === undefined
    if (isUnsupported(camelName(key)) || isOfLaterPart) return showUnsupported(input, camelName(key))
    if (action === 'get') return showOne(input, key)
    if (action === 'set' && rest.length === 0)
      throw usage(
        message(CONFIG_NEEDS_VALUE),
        message(FOR_EXAMPLE, { example: `memdir config set ${key} true` }),
      )
    return change(input, key, action === 'set' ? rest.join(' ') : undefined)
  },
}

/** Not through the engine: a refused memory directory must not keep anybody from correcting it here. */
function settingsOf({ context }: CommandInput): Settings {
  return findProject({ env: context.env, directory: context.directory }).settings
}

async function showAll(input: CommandInput): Promise<undefined> {
  const { values, output } = input
  const settings = settingsOf(input)
  const all = settings.all().filter((setting) => !values.changed || setting.origin !== 'default')
  const { examineTrust } = await import('../../agent/examine-trust.ts')
  const trust = examineTrust({ env: input.context.env, directory: input.context.directory })
  output.data({
    settings: all.map(plain),
    warnings: settings.warnings,
    unsupported: settings.unsupported,
    waiting: trust.waiting.map((part) => ({ ...part, hash: partHash(part) ?? null })),
    not_read: trust.refused,
  })
  if (all.length === 0)
    output.print(output.say({ en: 'Everything is at its default.', zh: '所有设置均为默认值。' }))
  else showTable(all, output)
  noteSettingsWarnings(output, settings)
  noteTrust(output, trust)
}

function showTable(settings: readonly FoundSetting[], output: Output): void {
  const header = [
    { en: 'SETTING', zh: '设置' },
    { en: 'VALUE', zh: '值' },
    { en: 'FROM', zh: '来源' },
    { en: 'WHAT', zh: '说明' },
  ].map((text) => output.say(text))
  const rows = settings.map((setting) => [
    setting.key,
    show(setting.value),
    from(setting, output),
    output.say(DEFINITIONS[setting.key]),
  ])
  output.table(header, rows)
}

function from(setting: FoundSetting, output: Output): string {
  if (setting.path !== undefined) return setting.path
  return setting.origin === 'default' ? output.say(SET_BY_DEFAULT) : setting.origin
}

function show(value: unknown): string {
  return value === undefined ? '–' : typeof value === 'string' ? withoutSecrets(value) : JSON.stringify(value)
}

function plain(setting: FoundSetting) {
  return {
    key: setting.key,
    value: typeof setting.value === 'string' ? withoutSecrets(setting.value) : (setting.value ?? null),
    origin: setting.origin,
    path: setting.path ?? null,
  }
}

/** The names of files are understood too: `retrieval.max_memories`. */
function knownKey(name: string): SettingKey {
  const key = toSettingKey(name)
  if (key) return key
  throw usage(message(UNKNOWN_SETTING, { name }), message(SEE_CONFIG))
}

/** Nothing is saved: nobody could say what is wrong with its value. */
function showUnsupported({ output }: CommandInput, key: string): undefined {
  output.data({ key, supported: false })
  noteUnsupported(output, [key])
}

function showOne(input: CommandInput, given: string): undefined {
  const { output } = input
  const key = knownKey(given)
  const setting = settingsOf(input).find(key)
  output.data(plain(setting))
  output.print(
    `${show(setting.value)}  ${output.paint.dim(output.say({ en: `(${from(setting, output)})`, zh: `（${from(setting, output)}）` }))}`,
  )
}

async function change(input: CommandInput, given: string, text: string | undefined): Promise<undefined> {
  const { context, values, output } = input
  const name = knownKey(given)
  const value = text === undefined ? undefined : parseSettingValue(name, text).value
  if (name === 'autoMemoryDirectory' && typeof value === 'string') checkDirectory(value, context.env)
  if (name === 'storage.url' && typeof value === 'string') refuseSecret(value)
  if (name.startsWith('spend.')) await checkSpend(name, value)
  if (values.local && values['in-project']) throw usage(message(LOCAL_AND_PROJECT), message(GIVE_ONE_OF_THEM))
  // Outside the tree it counts at once: what needs the person's approval there needs the person here.
  if (!values['in-project'] && needsApproval(name, value)) refuseAgents(context.env)
  const path = await writeSetting(input, name, value)
  const { raiseConfigChange } = await import('../../agent/fire-event.ts')
  await raiseConfigChange(context, path)
  output.data({ key: name, value: value ?? null, path })
  const what = value === undefined ? output.say({ en: 'removed', zh: '已删除' }) : `= ${show(value)}`
  output.print(`${output.paint.green('✓')} ${name} ${what}  ${output.paint.dim(path)}`)
  const settings = settingsOf(input)
  const limit =
    name === 'models.main' || name === 'models.small' ? await learningLimitOf(settings) : undefined
  if (limit && value !== undefined) output.note(output.say(limit))
  const now = settings.find(name)
  if (value === undefined || now.path === path) return
  if (values['in-project'] && needsApproval(name, value)) output.note(output.say(message(NEEDS_TRUST)))
  else
    output.note(
      output.say({
        en: `Another place decides, so the value in force is ${show(now.value)} (${now.path ?? now.origin}).`,
        zh: `由其他位置决定，当前生效的值是 ${show(now.value)}（${now.path ?? now.origin}）。`,
      }),
    )
}

/** Reported here, or every later command would be refused. */
function checkDirectory(value: string, env: CommandInput['context']['env']): void {
  const problem = directoryProblem(expandHome(value, env), userHome(env))
  if (problem) throw usage(message(MEMORY_DIRECTORY_REFUSED, { value, problem }), message(GIVE_OWN_DIRECTORY))
}

/** A cap that is misspelt would be found out by the conversation that it was meant to stop. */
async function checkSpend(key: string, value: unknown): Promise<void> {
  const { readPrices, readSpendCaps } = await import('../../models/spend-settings.ts')
  try {
    if (key === 'spend.caps') readSpendCaps(value)
    else readPrices(value)
  } catch (cause) {
    if (!MemdirError.is(cause)) throw cause
    throw usage(cause.messages.message, message(GIVE_ANOTHER_VALUE))
  }
}

/** The file that was changed. What is the person's own is never written into the tree. */
async function writeSetting(
  { context, values }: CommandInput,
  key: SettingKey,
  value: unknown,
): Promise<string> {
  const { env, directory } = context
  if (values['in-project']) {
    const { checkout } = projectRoots(directory)
    changeSharedSettings(checkout, key, value)
    return join(checkout, SHARED_SETTINGS)
  }
  const path = values.local
    ? await registerForSettings({ directory, env }, systemClock)
    : join(configHome(env), 'settings.json')
  changeSettingsFile(path, key, value)
  return path
}
