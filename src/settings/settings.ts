// The settings in force, and where each value came from.
import { findGit } from '../lib/git.ts'
import { configHome } from './config-home.ts'
import {
  DEFINITIONS,
  isSettingKey,
  type ProjectDecision,
  type SettingKey,
  type SettingValue,
  valueProblem,
} from './definitions.ts'
import { BACKGROUND_VARIABLE, type Environment, findVariable, readSwitch, VARIABLES } from './environment.ts'
import { readSettingsFiles, type SettingsFile } from './settings-files.ts'

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
  all(): FoundSetting[]
  /** One line each: what was ignored and why. */
  warnings: string[]
  /** Those of them that are about whole files that cannot be read or understood. */
  broken: string[]
}

export interface LoadSettingsOptions {
  env: Environment
  /** The working directory. */
  directory: string
  flags?: Partial<Record<SettingKey, unknown>>
  policyPath?: string
  /** The user has trusted this project: what may run programs counts from its committed file too. */
  trusted?: boolean
}

export function loadSettings(options: LoadSettingsOptions): Settings {
  const git = findGit(options.directory)
  const files = readSettingsFiles({
    home: configHome(options.env),
    projectRoot: git?.workTree ?? options.directory,
    git,
    policyPath: options.policyPath,
  })
  return mergeSettings(files, options.env, options.flags ?? {}, options.trusted)
}

/** Files below policy, then the environment, then flags, then policy: later wins. */
export function mergeSettings(
  files: readonly SettingsFile[],
  env: Environment,
  flags: Partial<Record<SettingKey, unknown>>,
  trusted = false,
): Settings {
  const found = new Map<SettingKey, FoundSetting>()
  const warnings: string[] = []
  const broken = files.filter((file) => file.broken).map(ignored)
  const take = (file: SettingsFile) => takeFile(file, trusted, found, warnings)
  for (const file of files) if (file.layer !== 'policy') take(file)
  for (const setting of fromEnvironment(env, warnings)) found.set(setting.key, setting)
  for (const [key, value] of Object.entries(flags)) {
    if (isSettingKey(key) && value !== undefined) found.set(key, { key, value, origin: 'flag' })
  }
  for (const file of files) if (file.layer === 'policy') take(file)
  const find = (key: SettingKey): FoundSetting =>
    found.get(key) ?? { key, value: DEFINITIONS[key].default, origin: 'default' }
  return {
    get: (key) => find(key).value as SettingValue<typeof key>,
    find,
    all: () => (Object.keys(DEFINITIONS) as SettingKey[]).map(find),
    warnings,
    broken,
  }
}

function ignored({ path, problem }: SettingsFile): string {
  return `${path} is ignored: ${problem}`
}

function takeFile(
  file: SettingsFile,
  trusted: boolean,
  found: Map<SettingKey, FoundSetting>,
  warnings: string[],
): void {
  if (file.problem) warnings.push(ignored(file))
  for (const [name, value] of flatten(file.data ?? {})) {
    const key = toSettingKey(name)
    if (!key) {
      if (!file.foreign) warnings.push(`${file.path}: there is no setting "${name}"`)
      continue
    }
    const refusal = file.layer === 'project' ? projectRefusal(key, trusted) : undefined
    const problem = valueProblem(key, value)
    if (refusal) {
      // Another program's own hooks are its business; what would move our writes is told.
      if (!file.foreign || DEFINITIONS[key].project === 'deny')
        warnings.push(`${file.path}: "${key}" ${refusal}`)
    } else if (problem) {
      if (!file.foreign) warnings.push(`${file.path}: "${key}" ${problem}; it is ignored`)
    } else found.set(key, { key, value, origin: file.layer, path: file.path })
  }
}

/** Why a project's committed file may not set this, or undefined. */
function projectRefusal(key: SettingKey, trusted: boolean): string | undefined {
  const decision: ProjectDecision = DEFINITIONS[key].project
  if (decision === 'deny') return "may not be set by a project's committed file"
  return decision === 'trusted' && !trusted ? 'counts only once you have trusted this project' : undefined
}

/** No setting lies deeper; a file that nests further is not followed. */
const MAX_DEPTH = 6

/** Nested groups as dotted names. An object setting is a value of its own. */
function flatten(data: Record<string, unknown>, prefix = '', depth = 1): [string, unknown][] {
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
  const camel = name
    .replace(/^memory\./, '')
    .replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return isSettingKey(camel) ? camel : undefined
}

function fromEnvironment(env: Environment, warnings: string[]): FoundSetting[] {
  const settings: FoundSetting[] = []
  const guidelines = findVariable(env, VARIABLES.extraGuidelines)
  if (guidelines) settings.push({ key: 'extraGuidelines', value: guidelines.value, origin: guidelines.name })
  const window = findVariable(env, VARIABLES.autoCompactWindow)
  const problem = window && valueProblem('compact.window', Number(window.value))
  if (problem) warnings.push(`${window.name} ${problem}; it is ignored`)
  else if (window) settings.push({ key: 'compact.window', value: Number(window.value), origin: window.name })
  const collapse = findVariable(env, VARIABLES.contextCollapse)
  const collapsed = readSwitch(collapse)
  if (collapse && collapsed === undefined) warnings.push(`${collapse.name} must be 1 or 0; it is ignored`)
  if (collapsed !== undefined)
    settings.push({ key: 'collapse.enabled', value: collapsed, origin: collapse!.name })
  const background = readSwitch(findVariable(env, [BACKGROUND_VARIABLE]))
  if (background !== undefined)
    settings.push({ key: 'background.enabled', value: background, origin: BACKGROUND_VARIABLE })
  return settings
}
