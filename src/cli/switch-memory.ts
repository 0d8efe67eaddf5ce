// `memdir on` and `memdir off`: one setting, for this project or for all.
import { join } from 'node:path'
import { MemdirError } from '../lib/errors.ts'
import { findGit } from '../lib/git.ts'
import { changeSettingsFile } from '../settings/change-settings.ts'
import { configHome } from '../settings/config-home.ts'
import { type MemorySwitch, memorySwitch } from '../settings/memory-switch.ts'
import { loadSettings } from '../settings/settings.ts'
import type { Command, CommandInput } from './command.ts'
import { excludeFromGit, localSettingsPath } from './local-settings.ts'

export const SWITCH_OPTIONS: Command['options'] = {
  all: { type: 'boolean', short: 'a', en: 'for all projects', zh: '用于所有项目' },
}

export function switchMemory({ context, values, output }: CommandInput, on: boolean): number {
  const { env, directory } = context
  const path = values.all ? join(configHome(env), 'settings.json') : localSettingsPath(directory)
  changeSettingsFile(path, 'autoMemoryEnabled', on)
  if (!values.all) excludeFromGit(directory)
  const settings = loadSettings({ env, directory })
  const now = memorySwitch(env, settings)
  if (now.on !== on) throw overruled(path, now, settings.warnings)
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
function overruled(path: string, now: MemorySwitch, warnings: readonly string[]): MemdirError {
  const ignored = warnings.find((warning) => warning.startsWith(`${path} is ignored`))
  if (ignored)
    return new MemdirError('bad_settings', ignored, { fix: 'Take it out of git: git rm --cached.' })
  return new MemdirError(
    'bad_settings',
    `saved, but memory stays ${now.on ? 'on' : 'off'}: ${now.reason} decides`,
    { fix: 'Change that, or see `memdir config` for where each value comes from.' },
  )
}
