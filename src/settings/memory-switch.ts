// Whether memory is on, and what decided it.
import { type Environment, type FoundVariable, findVariable, readSwitch, VARIABLES } from './environment.ts'
import type { FoundSetting, Settings } from './settings.ts'

export interface MemorySwitch {
  on: boolean
  /** For people: what decided. */
  reason: string
}

/** The policy decides; then an explicit variable, simple mode, remote runs without storage, and last the setting. */
export function memorySwitch(env: Environment, settings: Settings, bare = false): MemorySwitch {
  const setting = settings.find('autoMemoryEnabled')
  if (setting.origin === 'policy') return bySetting(setting)
  const disable = findVariable(env, VARIABLES.disableAutoMemory)
  const disabled = readSwitch(disable)
  if (disable && disabled !== undefined) return { on: !disabled, reason: written(disable) }
  if (bare) return { on: false, reason: '--bare' }
  const simple = findVariable(env, VARIABLES.simple)
  if (simple && readSwitch(simple)) return { on: false, reason: written(simple) }
  const remote = findVariable(env, VARIABLES.remote)
  if (remote && readSwitch(remote) && !hasRemoteStorage(env))
    return { on: false, reason: `${remote.name} without a memory directory: no durable storage` }
  return bySetting(setting)
}

/** Whether memory and all other extras are off: by `--bare`, or by the variable. */
export function isBare(env: Environment, flag = false): boolean {
  return flag || readSwitch(findVariable(env, VARIABLES.simple)) === true
}

function written({ name, value }: FoundVariable): string {
  return `${name}=${value}`
}

function bySetting({ value, origin, path }: FoundSetting): MemorySwitch {
  return { on: value === true, reason: path ? `${origin} settings: ${path}` : origin }
}

function hasRemoteStorage(env: Environment): boolean {
  return Boolean(
    findVariable(env, VARIABLES.remoteMemoryDirectory) ?? findVariable(env, VARIABLES.memoryPathOverride),
  )
}
