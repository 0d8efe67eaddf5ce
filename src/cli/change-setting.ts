// Changes one setting from the command line: checked, written where it belongs, told to hooks, and what comes of it said.
import { join } from 'node:path'
import { configCommandTexts } from '../base/messages/config-command.ts'
import { message } from '../base/messages/message.ts'
import { settingsTexts } from '../base/messages/settings.ts'
import { settingsCommandsTexts } from '../base/messages/settings-commands.ts'
import { trustCommandTexts } from '../base/messages/trust-command.ts'
import { usageTexts } from '../base/messages/usage.ts'
import { findProject, registerForSettings } from '../base/projects/find-project.ts'
import { directoryProblem } from '../base/projects/memory-location.ts'
import {
  changeSettingsFile,
  changeSharedSettings,
  parseSettingValue,
  SHARED_SETTINGS,
} from '../base/settings/change-settings.ts'
import { configHome, expandHome, userHome } from '../base/settings/config-home.ts'
import { needsApproval, type SettingKey } from '../base/settings/definitions.ts'
import { toSettingKey } from '../base/settings/setting-names.ts'
import { projectRoots, type Settings } from '../base/settings/settings.ts'
import { systemClock } from '../base/values/clock.ts'
import { MemdirError } from '../base/values/errors.ts'
import { refuseSecret, withoutSecrets } from '../search/store-settings.ts'
import { usage } from './arguments.ts'
import { refuseAgents } from './ask-trust.ts'
import type { CommandInput } from './command.ts'
import { learningLimitOf } from './note-learning.ts'

/** Without a text it is set back. */
export async function changeSetting(
  input: CommandInput,
  given: string,
  text: string | undefined,
): Promise<undefined> {
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
  const { raiseConfigChange } = await import('../agent/fire-event.ts')
  await raiseConfigChange(context, path)
  output.data({ key: name, value: value ?? null, path })
  const what = value === undefined ? output.say(configCommandTexts.removed) : `= ${shownValue(value)}`
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
          value: shownValue(now.value),
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
  const { checkSpendSetting } = await import('../base/settings/spend-settings.ts')
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

/** The names of files are understood too: `retrieval.max_memories`. */
export function knownKey(name: string): SettingKey {
  const key = toSettingKey(name)
  if (key) return key
  throw usage(message(settingsTexts.unknownSetting, { name }), message(settingsTexts.seeConfig))
}

/** Not through the engine: a refused memory directory must not keep anybody from correcting it here. */
export function settingsOf({ context }: CommandInput): Settings {
  return findProject({ env: context.env, directory: context.directory }).settings
}

export function shownValue(value: unknown): string {
  return value === undefined ? '–' : typeof value === 'string' ? withoutSecrets(value) : JSON.stringify(value)
}
