// `memdir on` and `memdir off`: one setting, for this project or for all.
import { join } from 'node:path'
import { findGit } from '../base/git/git.ts'
import { message } from '../base/messages/message.ts'
import { settingsCommandsTexts } from '../base/messages/settings-commands.ts'
import { switchCommandTexts } from '../base/messages/switch-command.ts'
import { findProject, registerForSettings } from '../base/projects/find-project.ts'
import { changeSettingsFile } from '../base/settings/change-settings.ts'
import { configHome } from '../base/settings/config-home.ts'
import { type MemorySwitch, memorySwitch } from '../base/settings/memory-switch.ts'
import { systemClock } from '../base/values/clock.ts'
import { MemdirError } from '../base/values/errors.ts'
import type { Command, CommandInput } from './command.ts'

export const SWITCH_OPTIONS: Command['options'] = {
  all: { type: 'boolean', short: 'a', text: switchCommandTexts.optionAll },
}

export async function switchMemory({ context, values, output }: CommandInput, on: boolean): Promise<number> {
  const { env, directory } = context
  const path = values.all
    ? join(configHome(env), 'settings.json')
    : await registerForSettings({ directory, env }, systemClock)
  changeSettingsFile(path, 'autoMemoryEnabled', on)
  const { raiseConfigChange } = await import('../agent/fire-event.ts')
  await raiseConfigChange(context, path)
  const now = memorySwitch(env, findProject({ env, directory }).settings)
  if (now.on !== on) throw overruled(now)
  output.data({ on: now.on, reason: now.reason, path })
  const where = values.all
    ? output.say(switchCommandTexts.allProjects)
    : (findGit(directory)?.workTree ?? directory)
  output.print(
    output.say(
      on
        ? message(switchCommandTexts.memory, { where })
        : message(switchCommandTexts.memoryOffNothingDeleted, { where }),
    ),
  )
  return 0
}

/** Saved, and yet something stronger decides. */
function overruled(now: MemorySwitch): MemdirError {
  return new MemdirError(
    'bad_settings',
    message(now.on ? settingsCommandsTexts.staysOn : settingsCommandsTexts.staysOff, { reason: now.reason }),
    {
      fix: message(settingsCommandsTexts.seeConfigSources),
    },
  )
}
