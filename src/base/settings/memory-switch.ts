// Whether memory is on, and what decided it.
import { type Message, message, verbatim } from '../messages/message.ts'
import { LAYERS, settingsTexts } from '../messages/settings.ts'
import { type Environment, type FoundVariable, findVariable, readSwitch, VARIABLES } from './environment.ts'
import type { FoundSetting, Settings } from './settings.ts'

export interface MemorySwitch {
  on: boolean
  /** For people: what decided. */
  reason: Message
}

/** The policy decides; then an explicit variable, simple mode, remote runs without storage, and last the setting. */
export function memorySwitch(env: Environment, settings: Settings, bare = false): MemorySwitch {
  const setting = settings.find('autoMemoryEnabled')
  if (setting.origin === 'policy') return bySetting(setting)
  const disable = findVariable(env, VARIABLES.disableAutoMemory)
  const disabled = readSwitch(disable)
  if (disable && disabled !== undefined) return { on: !disabled, reason: written(disable) }
  if (bare) return { on: false, reason: verbatim('--bare') }
  const simple = findVariable(env, VARIABLES.simple)
  if (simple && readSwitch(simple)) return { on: false, reason: written(simple) }
  const remote = findVariable(env, VARIABLES.remote)
  if (remote && readSwitch(remote) && !hasRemoteStorage(env))
    return { on: false, reason: message(settingsTexts.noDurableStorage, { name: remote.name }) }
  return bySetting(setting)
}

/** Whether memory and all other extras are off: by `--bare`, or by the variable. */
export function isBare(env: Environment, flag = false): boolean {
  return flag || readSwitch(findVariable(env, VARIABLES.simple)) === true
}

function written({ name, value }: FoundVariable): Message {
  return verbatim(`${name}=${value}`)
}

function bySetting({ value, origin, path }: FoundSetting): MemorySwitch {
  const reason =
    path !== undefined
      ? message(settingsTexts.setByFile, { layer: layerName(origin), path })
      : origin === 'default'
        ? message(settingsTexts.setByDefault)
        : verbatim(origin)
  return { on: value === true, reason }
}

function layerName(layer: string): Message {
  const known = LAYERS[layer]
  return known ? message(known) : verbatim(layer)
}

function hasRemoteStorage(env: Environment): boolean {
  return Boolean(
    findVariable(env, VARIABLES.remoteMemoryDirectory) ?? findVariable(env, VARIABLES.memoryPathOverride),
  )
}
