import { configCommandTexts } from '../../base/messages/config-command.ts'
import type { Text } from '../../base/messages/message.ts'
import { message } from '../../base/messages/message.ts'
import { settingLabelsTexts } from '../../base/messages/setting-labels.ts'
import { settingsTexts } from '../../base/messages/settings.ts'
import { settingsCommandsTexts } from '../../base/messages/settings-commands.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { DEFINITIONS, type SettingKey } from '../../base/settings/definitions.ts'
import { camelName, toSettingKey } from '../../base/settings/setting-names.ts'
import type { FoundSetting } from '../../base/settings/settings.ts'
import { isUnsupported } from '../../base/settings/unsupported-settings.ts'
import { partHash } from '../../base/trust/trust-store.ts'
import { withoutSecrets } from '../../search/store-settings.ts'
import { usage } from '../arguments.ts'
import { changeSetting, knownKey, settingsOf, shownValue } from '../change-setting.ts'
import type { Command, CommandInput } from '../command.ts'
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
    return changeSetting(input, key, action === 'set' ? rest.join(' ') : undefined)
  },
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
    shownValue(setting.value),
    from(setting, output),
    output.say(LABELS[setting.key]),
  ])
  output.table(header, rows)
}

function from(setting: FoundSetting, output: Output): string {
  if (setting.path !== undefined) return setting.path
  return setting.origin === 'default' ? output.say(settingsTexts.setByDefault) : setting.origin
}

function plain(setting: FoundSetting) {
  return {
    key: setting.key,
    value: typeof setting.value === 'string' ? withoutSecrets(setting.value) : (setting.value ?? null),
    origin: setting.origin,
    path: setting.path ?? null,
  }
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
    `${shownValue(setting.value)}  ${output.paint.dim(output.say(message(configCommandTexts.setting2, { setting: from(setting, output) })))}`,
  )
}
