// Changes one value in a settings file. Validation happens here, when a person changes something.
import { readFileSync } from 'node:fs'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { MemdirError, systemCode } from '../lib/errors.ts'
import { DEFINITIONS, type Definition, isSettingKey, type SettingKey, valueProblem } from './definitions.ts'

/** Text from a command line as the value that this setting wants. */
export function parseSettingValue(key: string, text: string): { key: SettingKey; value: unknown } {
  if (!isSettingKey(key)) {
    throw new MemdirError('bad_settings', `there is no setting "${key}"`, {
      fix: 'See `memdir config` for all names.',
    })
  }
  const value = interpret(DEFINITIONS[key], text)
  const problem = valueProblem(key, value)
  if (problem) throw new MemdirError('bad_settings', `${key} ${problem}`, { fix: 'Give another value.' })
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
  const parts = key.split('.')
  const last = parts.pop()!
  const owners: [Record<string, unknown>, string][] = []
  let group = data
  for (const part of parts) {
    owners.push([group, part])
    const next = group[part]
    const isGroup = typeof next === 'object' && next !== null && !Array.isArray(next)
    group[part] = isGroup ? next : {}
    group = group[part] as Record<string, unknown>
  }
  if (value === undefined) delete group[last]
  else group[last] = value
  // An empty group says nothing.
  for (const [owner, part] of owners.reverse()) {
    if (Object.keys(owner[part] as object).length === 0) delete owner[part]
  }
  writeFileAtomic(path, `${JSON.stringify(data, null, 2)}\n`, { mode })
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
    const data: unknown = JSON.parse(text)
    if (typeof data === 'object' && data !== null && !Array.isArray(data))
      return data as Record<string, unknown>
  } catch {
    // Told below.
  }
  throw new MemdirError('bad_settings', `${path} is not a JSON object, so it was left alone`, {
    fix: 'Correct it in an editor and try again.',
  })
}
