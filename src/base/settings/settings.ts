// The settings in force, and where each value came from.
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Refusal } from '../files/read-below.ts'
import { findGit } from '../git/git.ts'
import { type Message, message } from '../messages/message.ts'
import { settingsTexts } from '../messages/settings.ts'
import { openTrustStore, type TrustPart } from '../trust/trust-store.ts'
import { attempt } from '../values/attempt.ts'
import { configHome } from './config-home.ts'
import {
  DEFINITIONS,
  isSettingKey,
  needsApproval,
  type SettingKey,
  type SettingValue,
  valueProblem,
} from './definitions.ts'
import { BACKGROUND_VARIABLE, type Environment, findVariable, readSwitch, VARIABLES } from './environment.ts'
import { camelName, flatten, toSettingKey } from './setting-names.ts'
import { readSettingsFiles, type SettingsFile } from './settings-files.ts'
import { isUnsupported } from './unsupported-settings.ts'

export interface FoundSetting {
  key: SettingKey
  value: unknown
  /** `default`, a variable's name, `flag`, or a layer (`user`, `project`, …). */
  origin: string
  /** The file it was read from. */
  path?: string
}

export interface Settings {
  get<K extends SettingKey>(key: K): SettingValue<K>
  find(key: SettingKey): FoundSetting
  /** Every place that gives it a value that counts, lowest first. */
  findAll(key: SettingKey): FoundSetting[]
  all(): FoundSetting[]
  /** What is set and belongs to parts that are not there yet: names of settings and variables. */
  unsupported: string[]
  /** One line each: what was ignored and why. */
  warnings: Message[]
  /** Those of them that are about whole files that cannot be read or understood. */
  broken: Message[]
  /** What of the project's files does not count, and why. */
  trust: ProjectTrust
  /** All files that were looked for: who lives long follows them. */
  paths: string[]
}

/** Below a working tree, and not a regular file in plain directories. */
export interface RefusedFile {
  path: string
  reason: Refusal
}

export interface ProjectTrust {
  /** The real path that its approvals are kept by. */
  root: string
  /** What its files ask for and the person has not approved. */
  waiting: TrustPart[]
  refused: RefusedFile[]
  /** The path of trust.json where that cannot be understood: then nothing is approved. */
  damaged?: string
}

/** A folder that is not entered is one thing, however many files were looked for in it. */
export function eachOnce(refused: readonly RefusedFile[]): RefusedFile[] {
  return [...new Map(refused.map((one) => [one.path, one])).values()]
}

/** Whether there is anything to tell the person. */
export function hasNews({ waiting, refused, damaged }: ProjectTrust): boolean {
  return waiting.length > 0 || refused.length > 0 || damaged !== undefined
}

export interface LoadSettingsOptions {
  env: Environment
  /** The working directory. */
  directory: string
  /** Where the project is, if that is known already. */
  roots?: ProjectRoots
  /** The person's own settings file for this project. */
  ownPath?: string
  flags?: Partial<Record<SettingKey, unknown>>
  policyPath?: string
}

export function loadSettings(options: LoadSettingsOptions): Settings {
  const { env, ownPath, policyPath } = options
  const { checkout, root } = options.roots ?? projectRoots(options.directory)
  const files = readSettingsFiles({ env, projectRoot: checkout, ownPath, policyPath })
  // Read only where something asks for it: a prompt in most projects never does.
  let store: ReturnType<typeof openTrustStore> | undefined
  const isApproved = (part: TrustPart) => {
    store ??= openTrustStore(configHome(env))
    return store.isApproved(root, part)
  }
  const settings = mergeSettings(files, env, options.flags ?? {}, { root, isApproved })
  if (store?.damaged) settings.trust.damaged = store.path
  return settings
}

export interface ProjectRoots {
  /** Where the project's files are. */
  checkout: string
  /** The real path that its approvals are kept by: worktrees share it. */
  root: string
}

export function projectRoots(directory: string): ProjectRoots {
  const git = findGit(directory)
  const real = attempt(() => realpathSync.native(directory)) ?? resolve(directory)
  return { checkout: git?.workTree ?? directory, root: git?.canonicalRoot ?? real }
}

/** Files below policy, then the environment, then flags, then policy: later wins. */
export function mergeSettings(
  files: readonly SettingsFile[],
  env: Environment,
  flags: Partial<Record<SettingKey, unknown>>,
  project: { root: string; isApproved: (part: TrustPart) => boolean },
): Settings {
  const found: FoundSetting[] = []
  const warnings: Message[] = []
  const unsupported = new Set<string>()
  const waiting: TrustPart[] = []
  const take = (file: SettingsFile) => {
    const read = readValues(file)
    warnings.push(...read.warnings)
    for (const name of read.unsupported) unsupported.add(name)
    const part = partOf(file, read.values)
    const approved = part === undefined || project.isApproved(part)
    if (!approved) waiting.push(part)
    for (const setting of read.values)
      if (approved || !needsApproval(setting.key, setting.value)) found.push(setting)
  }
  for (const file of files) if (file.layer !== 'policy') take(file)
  found.push(...fromEnvironment(env, warnings))
  for (const [key, value] of Object.entries(flags))
    if (isSettingKey(key) && value !== undefined) found.push({ key, value, origin: 'flag' })
  for (const file of files) if (file.layer === 'policy') take(file)
  const inForce = new Map(found.map((setting) => [setting.key, setting]))
  const find = (key: SettingKey): FoundSetting =>
    inForce.get(key) ?? { key, value: DEFINITIONS[key].default, origin: 'default' }
  return {
    get: (key) => find(key).value as SettingValue<typeof key>,
    find,
    findAll: (key) => found.filter((setting) => setting.key === key),
    all: () => (Object.keys(DEFINITIONS) as SettingKey[]).map(find),
    unsupported: [...unsupported],
    warnings,
    broken: files.filter((file) => file.broken).map(ignored),
    trust: {
      root: project.root,
      waiting,
      refused: eachOnce(files.flatMap(({ refused }) => refused ?? [])),
    },
    paths: files.map(({ path }) => path),
  }
}

function ignored({ path, problem }: SettingsFile): Message {
  return message(settingsTexts.fileIgnored, { path, problem: problem ?? '' })
}

interface ReadValues {
  /** Each key once. */
  values: FoundSetting[]
  warnings: Message[]
  unsupported: string[]
}

function readValues(file: SettingsFile): ReadValues {
  const values = new Map<SettingKey, FoundSetting>()
  const warnings = file.problem ? [ignored(file)] : []
  const unsupported: string[] = []
  for (const [name, value] of flatten(file.data ?? {})) {
    const key = toSettingKey(name)
    // Another program's hooks are written for its own tools, and everything else there is its own business.
    if (file.foreign && (!key || key === 'hooks')) continue
    if (!key) {
      if (isUnsupported(camelName(name))) unsupported.push(camelName(name))
      else warnings.push(message(settingsTexts.unknownSettingIn, { path: file.path, name }))
      continue
    }
    const problem = valueProblem(key, value)
    if (!problem) values.set(key, { key, value, origin: file.layer, path: file.path })
    else if (!file.foreign)
      warnings.push(message(settingsTexts.settingIgnoredIn, { path: file.path, name: key, problem }))
  }
  return { values: [...values.values()], warnings, unsupported }
}

/** What of a project's file needs approval, all of it together; undefined where nothing does. */
function partOf(file: SettingsFile, values: readonly FoundSetting[]): TrustPart | undefined {
  if (file.inProject === undefined) return undefined
  const asking = values.filter(({ key, value }) => needsApproval(key, value))
  if (asking.length === 0) return undefined
  const content = Object.fromEntries(asking.map(({ key, value }) => [key, value]))
  return { kind: 'settings', name: file.inProject, content }
}

function fromEnvironment(env: Environment, warnings: Message[]): FoundSetting[] {
  const settings: FoundSetting[] = []
  const guidelines = findVariable(env, VARIABLES.extraGuidelines)
  if (guidelines) settings.push({ key: 'extraGuidelines', value: guidelines.value, origin: guidelines.name })
  const window = findVariable(env, VARIABLES.autoCompactWindow)
  const problem = window && valueProblem('compact.window', Number(window.value))
  if (problem) warnings.push(message(settingsTexts.settingIgnored, { name: window.name, problem }))
  else if (window) settings.push({ key: 'compact.window', value: Number(window.value), origin: window.name })
  const collapse = findVariable(env, VARIABLES.contextCollapse)
  const collapses = readSwitch(collapse)
  if (collapse && collapses !== undefined)
    settings.push({ key: 'collapse.enabled', value: collapses, origin: collapse.name })
  const background = readSwitch(findVariable(env, [BACKGROUND_VARIABLE]))
  if (background !== undefined)
    settings.push({ key: 'background.enabled', value: background, origin: BACKGROUND_VARIABLE })
  return settings
}
