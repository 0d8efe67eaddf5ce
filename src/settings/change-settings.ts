// Changes one value in a settings file. Validation happens here, when a person changes something.
import { readFileSync, realpathSync } from 'node:fs'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { attempt } from '../lib/attempt.ts'
import { MemdirError, systemCode } from '../lib/errors.ts'
import { DEFINITIONS, type Definition, isSettingKey, type SettingKey, valueProblem } from './definitions.ts'
import { toSettingKey } from './settings.ts'

/** Text from a command line as the value that this setting wants. */
export function parseSettingValue(key: string, text: string): { key: SettingKey; value: unknown } {
  if (!isSettingKey(key)) {
    throw new MemdirError('usage', `there is no setting "${key}"`, {
      fix: 'See `memdir config` for all names.',
    })
  }
  const value = interpret(DEFINITIONS[key], text)
  const problem = valueProblem(key, value)
  if (problem) throw new MemdirError('usage', `${key} ${problem}`, { fix: 'Give another value.' })
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

/** Sets or, with undefined, removes a value. Other content of the file stays. */
export function changeSettingsFile(path: string, key: SettingKey, value: unknown, mode = 0o600): void {
  const data = readObject(path)
  const before = JSON.stringify(data)
  removeSpellings(data, key)
  if (value !== undefined) setValue(data, key, value)
  if (JSON.stringify(data) === before) return
  // A settings file that is a link into somebody's dotfiles stays one.
  const target = attempt(() => realpathSync.native(path)) ?? path
  writeFileAtomic(target, `${JSON.stringify(data, null, 2)}\n`, { mode })
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
  const last = parts.pop()!
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

function readObject(path: string): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return {}
    throw error
  }
  try {
    const data: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    if (isGroup(data)) return data
  } catch {
    // Told below.
  }
  throw new MemdirError('bad_settings', `${path} is not a JSON object, so it was left alone`, {
    fix: 'Correct it in an editor and try again.',
  })
}
