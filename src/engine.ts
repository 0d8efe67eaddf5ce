// Wires the parts for one working directory. The only place that knows all of them.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from './lib/attempt.ts'
import { type Clock, isoSeconds, systemClock } from './lib/clock.ts'
import type { GitPlace } from './lib/git.ts'
import { INDEX_FILE, type LoadedIndex, loadIndexText } from './memory/index-file.ts'
import { type Location, locateMemory } from './memory/memory-location.ts'
import { type MemoryStore, openStore } from './memory/memory-store.ts'
import { hasOwnHistory, isShallow, readAliases } from './memory/project-identity.ts'
import { type ProjectEntry, readRegistry, updateRegistry } from './memory/project-registry.ts'
import { memoryRules } from './memory/rules.ts'
import { loadSecretScan } from './memory/secret-scan.ts'
import { openWriter } from './memory/writer.ts'
import { configHome, expandHome, userHome } from './settings/config-home.ts'
import type { SettingKey } from './settings/definitions.ts'
import { type Environment, findVariable, VARIABLES } from './settings/environment.ts'
import { type MemorySwitch, memorySwitch } from './settings/memory-switch.ts'
import { loadSettings, type Settings } from './settings/settings.ts'
import { stopgap } from './stopgap.ts'

export interface EngineOptions {
  /** The working directory. */
  directory: string
  env: Environment
  flags?: Partial<Record<SettingKey, unknown>>
  /** Memory and other extras off. */
  bare?: boolean
  /** May git be started to find a repository that moved? Off on the prompt's path. */
  probeHistory?: boolean
  clock?: Clock
  policyPath?: string
}

export interface Engine extends ReturnType<typeof stopgap> {
  readonly home: string
  readonly settings: Settings
  readonly switch: MemorySwitch
  readonly location: Location
  readonly store: MemoryStore
  /** Writes the project into projects.json; called before the first write. */
  register(): Promise<void>
  /** The rules for the system prompt; undefined when memory is off. Makes the directory. */
  loadMemoryPrompt(): string | undefined
  /** The index as it goes into a conversation; undefined when there is none or it is switched off. */
  loadIndex(): LoadedIndex | undefined
}

export function openEngine(options: EngineOptions): Engine {
  const { directory, env } = options
  const clock = options.clock ?? systemClock
  const home = configHome(env)
  const settings = loadSettings({ env, directory, flags: options.flags, policyPath: options.policyPath })
  const location = locate(options, home, settings)
  const writer = openWriter({
    directory: location.memory,
    state: location.state,
    loadScan: loadSecretScan,
    clock,
    retentionDays: settings.get('history.retentionDays'),
  })
  const on = memorySwitch(env, settings, options.bare)
  const store = openStore(location.memory, writer, clock)
  return {
    ...stopgap(location, store, on.on, directory),
    home,
    settings,
    switch: on,
    location,
    store,
    register: () => registerProject(home, location, clock, env),
    loadMemoryPrompt: () => (on.on ? rulesFor(settings, location) : undefined),
    loadIndex: () => (on.on && settings.get('index.enabled') ? readIndex(location.memory) : undefined),
  }
}

function locate(options: EngineOptions, home: string, settings: Settings): Location {
  const { env } = options
  const override = findVariable(env, VARIABLES.memoryPathOverride)
  const setting = settings.find('autoMemoryDirectory')
  const remoteRoot = findVariable(env, VARIABLES.remoteMemoryDirectory)?.value
  return locateMemory({
    directory: options.directory,
    home,
    userHome: userHome(env),
    override: override && { path: override.value, from: override.name },
    setting:
      typeof setting.value === 'string'
        ? { path: expandHome(setting.value, env), from: setting.path ?? setting.origin }
        : undefined,
    remoteRoot: remoteRoot && expandHome(remoteRoot, env),
    probeHistory: options.probeHistory,
    commandPath: env.PATH,
  })
}

async function registerProject(
  home: string,
  location: Location,
  clock: Clock,
  env: Environment,
): Promise<void> {
  const { identity } = location
  const known = attempt(() => readRegistry(home))?.projects[identity.name]
  if (known?.paths.includes(identity.root) && isComplete(known, identity.git)) return
  const aliases = identity.git
    ? readAliases(identity.git, { commandPath: env.PATH })
    : { roots: [], remotes: [] }
  await updateRegistry(home, ({ projects }) => {
    projects[identity.name] ??= { paths: [], roots: [], remotes: [], created: isoSeconds(clock.now()) }
    const entry = projects[identity.name]!
    entry.paths = union(entry.paths, [identity.root])
    entry.roots = union(entry.roots, aliases.roots)
    entry.remotes = union(entry.remotes, aliases.remotes)
  })
}

/** Starting git for the root commit costs as much as the whole command: only while it is not known. */
function isComplete(known: ProjectEntry, git: GitPlace | undefined): boolean {
  if (!git || !hasOwnHistory(git)) return true
  const { remotes } = readAliases(git, { probeHistory: false, commandPath: undefined })
  const knowsRoot = known.roots.length > 0 || isShallow(git)
  return knowsRoot && remotes.every((remote) => known.remotes.includes(remote))
}

function union(known: readonly string[], found: readonly string[]): string[] {
  return [...new Set([...known, ...found])]
}

function rulesFor(settings: Settings, location: Location): string {
  mkdirSync(location.memory, { recursive: true, mode: 0o700 })
  return memoryRules({
    directory: location.memory,
    index: settings.get('index.enabled'),
    searchHints: settings.get('recall.searchHints') ? { transcripts: location.sessions } : undefined,
    dailyLog: settings.get('dailyLog.enabled'),
    extraGuidelines: settings.get('extraGuidelines'),
  })
}

function readIndex(directory: string): LoadedIndex | undefined {
  const text = attempt(() => readFileSync(join(directory, INDEX_FILE), 'utf8'))
  return text === undefined || text.trim() === '' ? undefined : loadIndexText(text)
}
