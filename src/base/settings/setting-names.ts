// The names of settings as files spell them.
import { DEFINITIONS, isSettingKey, type SettingKey } from './definitions.ts'

/** No setting is nested deeper; a file that nests further is not followed. */
const MAX_DEPTH = 6

/** Nested groups as dotted names. An object setting is a value of its own. */
export function flatten(data: Record<string, unknown>, prefix = '', depth = 1): [string, unknown][] {
  return Object.entries(data).flatMap(([part, value]): [string, unknown][] => {
    const name = prefix + part
    const key = toSettingKey(name)
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (!isGroup || depth >= MAX_DEPTH || (key && DEFINITIONS[key].kind === 'object')) return [[name, value]]
    return flatten(value as Record<string, unknown>, `${name}.`, depth + 1)
  })
}

/** `storage.vector_db_path` and `memory.storage.vectorDbPath` are other spellings of `storage.vectorDbPath`. */
export function toSettingKey(name: string): SettingKey | undefined {
  const camel = camelName(name)
  return isSettingKey(camel) ? camel : undefined
}

/** In the spelling of `memdir config`, whether there is such a setting or not. */
export function camelName(name: string): string {
  return name.replace(/^memory\./, '').replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
