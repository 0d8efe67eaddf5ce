// `memdir on` and `memdir off`: one setting, for this project or for all.
import { join } from 'node:path'
import { findGit } from '../base/git/git.ts'
import { message } from '../base/messages/message.ts'
import { SEE_CONFIG_SOURCES, STAYS_OFF, STAYS_ON } from '../base/messages/settings-commands.ts'
import { changeSettingsFile } from '../base/settings/change-settings.ts'
import { configHome } from '../base/settings/config-home.ts'
import { type MemorySwitch, memorySwitch } from '../base/settings/memory-switch.ts'
import { systemClock } from '../base/values/clock.ts'
import { MemdirError } from '../base/values/errors.ts'
import { findProject, registerForSettings } from '../memory/find-project.ts'
import type { Command, CommandInput } from './command.ts'

export const SWITCH_OPTIONS: Command['options'] = {
  all: { type: 'boolean', short: 'a', en: 'for all projects', zh: '用于所有项目' },
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
    ? output.say({ en: 'all projects', zh: '所有项目' })
    : (findGit(directory)?.workTree ?? directory)
  output.print(
    output.say(
      on
        ? { en: `Memory is on for ${where}.`, zh: `已为 ${where} 打开记忆。` }
        : {
            en: `Memory is off for ${where}. Nothing was deleted.`,
            zh: `已为 ${where} 关闭记忆。未删除任何内容。`,
          },
    ),
  )
  return 0
}

/** Saved, and yet something stronger decides. */
function overruled(now: MemorySwitch): MemdirError {
  return new MemdirError('bad_settings', message(now.on ? STAYS_ON : STAYS_OFF, { reason: now.reason }), {
    fix: message(SEE_CONFIG_SOURCES),
  })
}
