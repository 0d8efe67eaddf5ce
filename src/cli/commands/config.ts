import { join } from 'node:path'
import { configCommandTexts } from '../../base/messages/config-command.ts'
import type { Text } from '../../base/messages/message.ts'
import { message } from '../../base/messages/message.ts'
import { settingLabelsTexts } from '../../base/messages/setting-labels.ts'
import { settingsTexts } from '../../base/messages/settings.ts'
import { settingsCommandsTexts } from '../../base/messages/settings-commands.ts'
import { trustCommandTexts } from '../../base/messages/trust-command.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { findProject, registerForSettings } from '../../base/projects/find-project.ts'
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
  help: configCommandTexts.help,
  options: {
    local: {
      type: 'boolean',
      text: configCommandTexts.optionLocal,
    },
    'in-project': {
      type: 'boolean',
      text: configCommandTexts.optionInProject,
    },
    changed: { type: 'boolean', text: configCommandTexts.optionChanged },
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
      throw usage(
        message(usageTexts.unknownAction, { action: `config ${action}` }),
        message(settingsCommandsTexts.chooseConfigAction),
      )
    if (key === undefined)
      throw usage(
        message(settingsCommandsTexts.configNeedsName, { action }),
        message(settingsTexts.seeConfig),
      )
    const isOfLaterPart = camelName(key).startsWith('compact.') && toSettingKey(key) === undefined
    if (isUnsupported(camelName(key)) || isOfLaterPart) return showUnsupported(input, camelName(key))
    if (action === 'get') return showOne(input, key)
    if (action === 'set' && rest.length === 0)
      throw usage(
        message(settingsCommandsTexts.configNeedsValue),
        message(usageTexts.forExample, { example: `memdir config set ${key} true` }),
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
  if (all.length === 0) output.print(output.say(configCommandTexts.everythingDefault))
  else showTable(all, output)
  noteSettingsWarnings(output, settings)
  noteTrust(output, trust)
}

const LABELS: Record<SettingKey, Text> = settingLabelsTexts

function showTable(settings: readonly FoundSetting[], output: Output): void {
  const header = [
    configCommandTexts.setting,
    configCommandTexts.value,
    configCommandTexts.from,
    configCommandTexts.what,
  ].map((text) => output.say(text))
  const rows = settings.map((setting) => [
    setting.key,
    show(setting.value),
    from(setting, output),
    output.say(LABELS[setting.key]),
  ])
  output.table(header, rows)
}

function from(setting: FoundSetting, output: Output): string {
  if (setting.path !== undefined) return setting.path
  return setting.origin === 'default' ? output.say(settingsTexts.setByDefault) : setting.origin
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
  throw usage(message(settingsTexts.unknownSetting, { name }), message(settingsTexts.seeConfig))
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
    `${show(setting.value)}  ${output.paint.dim(output.say(message(configCommandTexts.setting2, { setting: from(setting, output) })))}`,
  )
}

async function change(input: CommandInput, given: string, text: string | undefined): Promise<undefined> {
  const { context, values, output } = input
  const name = knownKey(given)
  const value = text === undefined ? undefined : parseSettingValue(name, text).value
  if (name === 'autoMemoryDirectory' && typeof value === 'string') checkDirectory(value, context.env)
  if (name === 'storage.url' && typeof value === 'string') refuseSecret(value)
  if (name.startsWith('spend.')) await checkSpend(name, value)
  if (values.local && values['in-project'])
    throw usage(message(settingsCommandsTexts.localAndProject), message(usageTexts.giveOneOfThem))
  // Outside the tree it counts at once: what needs the person's approval there needs the person here.
  if (!values['in-project'] && needsApproval(name, value)) refuseAgents(context.env)
  const path = await writeSetting(input, name, value)
  const { raiseConfigChange } = await import('../../agent/fire-event.ts')
  await raiseConfigChange(context, path)
  output.data({ key: name, value: value ?? null, path })
  const what = value === undefined ? output.say(configCommandTexts.removed) : `= ${show(value)}`
  output.print(`${output.paint.green('✓')} ${name} ${what}  ${output.paint.dim(path)}`)
  const settings = settingsOf(input)
  const limit =
    name === 'models.main' || name === 'models.small' ? await learningLimitOf(settings) : undefined
  if (limit && value !== undefined) output.note(output.say(limit))
  const now = settings.find(name)
  if (value === undefined || now.path === path) return
  if (values['in-project'] && needsApproval(name, value))
    output.note(output.say(message(trustCommandTexts.needsTrust)))
  else
    output.note(
      output.say(
        message(configCommandTexts.anotherPlaceDecidesValue, {
          value: show(now.value),
          path: now.path ?? now.origin,
        }),
      ),
    )
}

/** Reported here, or every later command would be refused. */
function checkDirectory(value: string, env: CommandInput['context']['env']): void {
  const problem = directoryProblem(expandHome(value, env), userHome(env))
  if (problem)
    throw usage(
      message(settingsCommandsTexts.memoryDirectoryRefused, { value, problem }),
      message(settingsCommandsTexts.giveOwnDirectory),
    )
}

/** A cap that is misspelt would be found out by the conversation that it was meant to stop. */
async function checkSpend(key: string, value: unknown): Promise<void> {
  const { checkSpendSetting } = await import('../../models/open-spend.ts')
  try {
    checkSpendSetting(key, value)
  } catch (cause) {
    if (!MemdirError.is(cause)) throw cause
    throw usage(cause.messages.message, message(settingsTexts.giveAnotherValue))
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
