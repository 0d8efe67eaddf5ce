// Changes one value in a settings file. Validation happens here, when a person changes something.
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../files/atomic-write.ts'
import { message } from '../messages/message.ts'
import { settingsTexts } from '../messages/settings.ts'
import { attempt } from '../values/attempt.ts'
import { MemdirError, systemCode } from '../values/errors.ts'
import { DEFINITIONS, type Definition, isSettingKey, type SettingKey, valueProblem } from './definitions.ts'
import { readProjectFile, writeProjectFile } from './project-file.ts'
import { toSettingKey } from './setting-names.ts'

/** Text from a command line as the value that this setting wants. */
export function parseSettingValue(key: string, text: string): { key: SettingKey; value: unknown } {
  if (!isSettingKey(key)) {
    throw new MemdirError('usage', message(settingsTexts.unknownSetting, { name: key }), {
      fix: message(settingsTexts.seeConfig),
    })
  }
  const value = interpret(DEFINITIONS[key], text)
  const problem = valueProblem(key, value)
  if (problem)
    throw new MemdirError('usage', message(settingsTexts.invalidSetting, { name: key, problem }), {
      fix: message(settingsTexts.giveAnotherValue),
    })
  return { key, value }
}

function interpret(definition: Definition, text: string): unknown {
  if (definition.kind === 'boolean')
    return /^(?:true|on|yes|1)$/i.test(text) || (/^(?:false|off|no|0)$/i.test(text) ? false : text)
  if (definition.kind === 'number') return text.trim() === '' ? text : Number(text)
  if (definition.kind !== 'object') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Sets or, with undefined, removes a value of the person's own settings. Other content of the file stays. */
export function changeSettingsFile(path: string, key: SettingKey, value: unknown): void {
  const after = changedText(path, readText(path), key, value)
  if (after === undefined) return
  // A settings file that is a link into somebody's dotfiles stays one.
  writeFileAtomic(attempt(() => realpathSync.native(path)) ?? path, after)
}

export const SHARED_SETTINGS = '.memdir/settings.json'

/** The same in the project's shared file. A repository that somebody else made must not lead the write elsewhere. */
export function changeSharedSettings(root: string, key: SettingKey, value: unknown): void {
  const before = readProjectFile(root, SHARED_SETTINGS)
  const after = changedText(join(root, SHARED_SETTINGS), before?.bytes.toString('utf8'), key, value)
  if (after !== undefined) writeProjectFile(root, SHARED_SETTINGS, after, before?.mode)
}

/** undefined: it says so already. */
function changedText(
  path: string,
  text: string | undefined,
  key: SettingKey,
  value: unknown,
): string | undefined {
  const data = parseObject(path, text)
  const before = JSON.stringify(data)
  removeSpellings(data, key)
  if (value !== undefined) setValue(data, key, value)
  return JSON.stringify(data) === before ? undefined : `${JSON.stringify(data, null, 2)}\n`
}

/** Every spelling goes (dotted, snake_case, below `memory`), or the old value might win over the new one. */
function removeSpellings(data: Record<string, unknown>, key: SettingKey, prefix = '', depth = 1): void {
  for (const [part, value] of Object.entries(data)) {
    if (toSettingKey(prefix + part) === key) delete data[part]
    else if (isGroup(value) && depth < 6) {
      const wasEmpty = Object.keys(value).length === 0
      removeSpellings(value, key, `${prefix}${part}.`, depth + 1)
      // An empty group says nothing.
      if (!wasEmpty && Object.keys(value).length === 0) delete data[part]
    }
  }
}

function setValue(data: Record<string, unknown>, key: SettingKey, value: unknown): void {
  const parts = key.split('.')
  const last = parts.pop() ?? key
  let group = data
  for (const part of parts) {
    const next = isGroup(group[part]) ? group[part] : {}
    group[part] = next
    group = next
  }
  group[last] = value
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}

function parseObject(path: string, text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {}
  const data: unknown = attempt(() => JSON.parse(text.replace(/^\ufeff/, '')))
  if (isGroup(data)) return data
  throw new MemdirError('bad_settings', message(settingsTexts.notJsonObject, { path }), {
    fix: message(settingsTexts.correctAndRetry),
  })
}
