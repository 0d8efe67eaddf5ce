// `memdir on` and `memdir off`: one setting, for this project or for all.
import { join } from 'node:path'
import { openEngine } from '../engine.ts'
import { changeSettingsFile } from '../settings/change-settings.ts'
import type { Command, CommandInput } from './command.ts'
import { excludeFromGit, localSettingsPath } from './local-settings.ts'

export const SWITCH_OPTIONS: Command['options'] = {
  all: { type: 'boolean', short: 'a', en: 'for all projects', zh: '用于所有项目' },
}

export function switchMemory({ context, values, output }: CommandInput, on: boolean): number {
  const engine = context.engine()
  const path = values.all ? join(engine.home, 'settings.json') : localSettingsPath(context.directory)
  changeSettingsFile(path, 'autoMemoryEnabled', on)
  if (!values.all) excludeFromGit(context.directory)
  const now = openEngine({ directory: context.directory, env: context.env }).switch
  output.data({ on: now.on, reason: now.reason, path })
  if (now.on === on) {
    const where = values.all
      ? output.say({ en: 'all projects', zh: '所有项目' })
      : engine.location.identity.root
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
  output.note(
    output.say({
      en: `Saved, but memory stays ${now.on ? 'on' : 'off'}: ${now.reason} decides.`,
      zh: `已保存，但记忆仍为${now.on ? '开' : '关'}：由 ${now.reason} 决定。`,
    }),
  )
  return 1
}
