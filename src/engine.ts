// Wires the parts for one working directory. The only place that knows all of them.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProviderOptions } from './embed/provider-embedder.ts'
import type { Runtime } from './engine-runtime.ts'
import { attempt } from './lib/attempt.ts'
import { type Clock, isoSeconds, systemClock } from './lib/clock.ts'
import { startDetached } from './lib/detached.ts'
import type { GitPlace } from './lib/git.ts'
import { GUARD_VARIABLE } from './lib/guard.ts'
import { readLock } from './lib/lock.ts'
import { INDEX_FILE, type LoadedIndex, loadIndexText } from './memory/index-file.ts'
import type { Memory } from './memory/memory.ts'
import { type Location, locateMemory } from './memory/memory-location.ts'
import { isInside } from './memory/memory-path.ts'
import { SNAPSHOT_FILE } from './memory/memory-snapshot.ts'
import { type ChangedBy, type MemoryStore, openStore } from './memory/memory-store.ts'
import { hasOwnHistory, isShallow, readAliases } from './memory/project-identity.ts'
import { type ProjectEntry, readRegistry, updateRegistry } from './memory/project-registry.ts'
import { redactMemory } from './memory/redact-memory.ts'
import { memoryRules } from './memory/rules.ts'
import { loadSecretScan } from './memory/secret-scan.ts'
import { rootsOf } from './memory/write-target.ts'
import { openWriter } from './memory/writer.ts'
import type { RecallResult } from './recall/recall.ts'
import { forgetShown, readShown, recordShown } from './recall/shown-record.ts'
import type { MemoryTool } from './records/memory-tool.ts'
import type { RecordSearch } from './records/record.ts'
import type { Records } from './records/records.ts'
import type { SearchFilter } from './search/backend.ts'
import type { CatalogResult } from './search/catalog.ts'
import { type Job, openJobLog } from './search/job-log.ts'
import type { CatalogWork, MemorySearch } from './search/memory-search.ts'
import type { WorkerOutcome } from './search/run-worker.ts'
import { configHome, expandHome, userHome } from './settings/config-home.ts'
import type { SettingKey } from './settings/definitions.ts'
import { type Environment, findVariable, VARIABLES } from './settings/environment.ts'
import { type MemorySwitch, memorySwitch } from './settings/memory-switch.ts'
import { loadSettings, type Settings } from './settings/settings.ts'

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

export interface Engine {
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
  /** What a message would be given. With `record` it counts as shown to the conversation. */
  recall(request: EngineRecall): Promise<RecallResult>
  search(query: EngineSearch): Promise<CatalogResult>
  /** Merge, expiry, clean-up, explain, statistics, import and export, quarantine, injection. Loaded when asked for. */
  records(): Promise<Records>
  /** The `memory` tool for agent frameworks. `files: false`: it reads and writes no files outside the memory. */
  memoryTool(options: { by: ChangedBy; files?: boolean }): Promise<MemoryTool>
  /** The agent opened these files itself: they are not attached again in this conversation. */
  noteRead(conversation: string, paths: readonly string[]): void
  /** After a compaction or a clear, everything may be shown again. */
  forgetShown(conversation: string): void
  /** Erases a memory, its history and the search data that was made of it. */
  purge(memory: Pick<Memory, 'id' | 'file'>, by: ChangedBy): Promise<number>
  /** Asks for background work: starts the detached worker unless one runs or it is switched off. */
  startWorker(reason: string): boolean
  /** Does the background work here and now. */
  work(options: {
    reason: string
    deadline?: number
    onProgress?: CatalogWork['onProgress']
  }): Promise<WorkerOutcome>
  /** What ran in the background, oldest first. */
  jobs(): Job[]
  /** Conversations, what memdir's own model calls cost, and its sandbox. Loaded here, when it is needed. */
  runtime(): Promise<Runtime>
  /** Ends what was opened: the catalog, embedding threads. */
  close(): Promise<void>
}

export interface EngineRecall {
  prompt: string
  conversation?: string
  record?: boolean
  /** Characters that the face can take. */
  budget?: number
  recentTools?: readonly string[]
  signal?: AbortSignal
}

export interface EngineSearch {
  query: string
  /** Default 10. */
  limit?: number
  /** Similarity, 0–1. Default 0: all that search found, best first. */
  threshold?: number
  filter?: SearchFilter
  signal?: AbortSignal
}

export function openEngine(options: EngineOptions): Engine {
  const { directory, env } = options
  const clock = options.clock ?? systemClock
  const home = configHome(env)
  const settings = loadSettings({ env, directory, flags: options.flags, policyPath: options.policyPath })
  const location = locate(options, home, settings)
  const startWorker = (reason: string) => requestWork(options, settings, location, reason)
  const writer = openWriter({
    directory: location.memory,
    state: location.state,
    loadScan: loadSecretScan,
    clock,
    retentionDays: settings.get('history.retentionDays'),
    onWritten: () => startWorker('write'),
  })
  const on = memorySwitch(env, settings, options.bare)
  const search = lazySearch(home, location, settings, env, { mayConvert: false })
  const workSearch = lazySearch(home, location, settings, env, { mayConvert: true })
  const store = openStore(location.memory, writer, clock, {
    snapshot: join(location.state, 'cache', SNAPSHOT_FILE),
  })
  const findRecords: RecordSearch = async (text, { limit, threshold, words }) => {
    if (!existsSync(location.memory)) return []
    const query = { text, limit, minSimilarity: threshold, words, now: clock.now() }
    return (await (await search()).search(query)).hits
  }
  let opened: Promise<Records> | undefined
  const records = () => {
    opened ??= import('./engine-records.ts').then(({ openRecordsFor }) =>
      openRecordsFor({
        store,
        state: location.state,
        settings,
        clock,
        search: findRecords,
        compare: async (text, others) => (await search()).compare(text, others),
      }),
    )
    return opened
  }
  const engine: Engine = {
    home,
    settings,
    switch: on,
    location,
    store,
    register: () => registerProject(home, location, clock, env),
    loadMemoryPrompt: () => (on.on ? rulesFor(settings, location) : undefined),
    loadIndex: () => (on.on && settings.get('index.enabled') ? readIndex(location.memory) : undefined),
    records,
    memoryTool: async ({ by, files }) => {
      const { createMemoryTool } = await import('./records/memory-tool.ts')
      return createMemoryTool({ store, records: await records(), search: findRecords, by: () => by, files })
    },
    recall: (request) => recallFor({ settings, location, on, search, clock }, request),
    search: async ({ query, limit = 10, threshold = 0, filter, signal }) =>
      (await search()).search({
        text: query,
        limit,
        minSimilarity: threshold,
        filter,
        now: clock.now(),
        signal,
      }),
    noteRead: (conversation, paths) => noteRead(location, conversation, paths),
    forgetShown: (conversation) => forgetShown(location.state, conversation),
    async purge(memory, by) {
      const erased = await store.purge(memory, by)
      // What was made of the text goes too: the whole cache, which is rebuilt from the files.
      await search.close()
      rmSync(join(location.state, 'cache'), { recursive: true, force: true })
      return erased
    },
    startWorker,
    work: async ({ reason, deadline = Date.now() + WORKER_DEADLINE_MS, onProgress }) => {
      const { runWorker } = await import('./search/run-worker.ts')
      const { drainSpool } = await import('./clients/spool.ts')
      // Before the catalog is brought up to date, so that what goes is gone from there too.
      if (existsSync(location.memory))
        await (await records()).cleanUpIfDue({ actor: 'memdir' }).catch(() => {})
      const outcome = await runWorker({
        state: location.state,
        reason,
        search: await workSearch(),
        deadline,
        onProgress,
        // Until there is extraction, turns that ended are only counted.
        features: async () => ({ turns: (await drainSpool(location.state, () => {})).turns }),
      })
      // With vectors at hand: what was added in a hurry is compared now.
      if (outcome.status === 'ended' && settings.get('merge.automatic') && existsSync(location.memory))
        await (await records()).mergeRecent({ actor: 'memdir' }).catch(() => {})
      return outcome
    },
    jobs: () => openJobLog(join(location.state, 'jobs')).read(),
    runtime: async () => {
      const { createRuntime } = await import('./engine-runtime.ts')
      return createRuntime({ ...engine, directory, env, clock })
    },
    close: async () => {
      await Promise.all([search.close(), workSearch.close()])
    },
  }
  return engine
}

const WORKER_DEADLINE_MS = 600_000

interface LazySearch {
  (): Promise<MemorySearch>
  close(): Promise<void>
}

/** The catalog, SQLite and the embedders are loaded by the first search, not by commands that need none. */
function lazySearch(
  home: string,
  location: Location,
  settings: Settings,
  env: Environment,
  /** A model's first conversion takes a second: for the background, not for a prompt. */
  { mayConvert }: { mayConvert: boolean },
): LazySearch {
  let opening: Promise<MemorySearch> | undefined
  const open = async (): Promise<MemorySearch> => {
    const { openMemorySearch } = await import('./search/memory-search.ts')
    return openMemorySearch({
      directory: location.memory,
      cacheDirectory: join(location.state, 'cache'),
      embedding: { modelsDirectory: join(home, 'models'), mayConvert, ...embeddingProvider(settings, env) },
    })
  }
  const lazy = () => {
    opening ??= open()
    return opening
  }
  lazy.close = async () => {
    await (await opening)?.close()
    opening = undefined
  }
  return lazy
}

/** A configured provider instead of the local models. Its key comes from the environment, never from a file of ours. */
function embeddingProvider(settings: Settings, env: Environment): { provider?: ProviderOptions } {
  const baseUrl = settings.get('storage.embeddingUrl')
  const model = settings.get('storage.embeddingModel')
  if (!baseUrl || !model) return {}
  const apiKey = env.MEMDIR_EMBEDDING_KEY ?? env.OPENAI_API_KEY
  const dimensions = settings.get('storage.embeddingDimension')
  return {
    provider: { baseUrl, model, ...(apiKey ? { apiKey } : {}), ...(dimensions ? { dimensions } : {}) },
  }
}

interface RecallWiring {
  settings: Settings
  location: Location
  on: MemorySwitch
  search: LazySearch
  clock: Clock
}

/** 0.6 is where a calibrated store stops answering questions that it has no answer to. */
const ANSWER = 0.6

async function recallFor(wiring: RecallWiring, request: EngineRecall): Promise<RecallResult> {
  const { settings, location, on, search, clock } = wiring
  const { conversation, prompt, budget, recentTools, signal } = request
  const { recall } = await import('./recall/recall.ts')
  const result = await recall(
    {
      memoryOn: on.on && existsSync(location.memory),
      recallOn: settings.get('recall.enabled'),
      directory: location.memory,
      workTree: location.identity.git?.workTree ?? location.identity.root,
      maxMemories: settings.get('recall.maxMemories') ?? 5,
      redact: redactMemory,
      search: async (text, { limit, threshold }) =>
        (await search()).search({
          text,
          limit,
          minSimilarity: threshold ? ANSWER : 0,
          now: clock.now(),
          signal,
        }),
    },
    { prompt, budget, recentTools, signal, now: clock.now(), shown: readShown(location.state, conversation) },
  )
  if (request.record && conversation !== undefined && result.status === 'recalled') {
    const shown = result.memories.map(({ memory }) => memory.file)
    recordShown(location.state, conversation, { shown, bytes: Buffer.byteLength(result.text) })
    const { openUsageLog } = await import('./records/usage-log.ts')
    openUsageLog(join(location.state, 'usage'), clock).record(
      result.memories.map(({ memory, similarity, why }) => ({
        id: memory.id,
        similarity,
        terms: (why as { matchedTerms?: readonly string[] }).matchedTerms,
        conversation,
      })),
    )
  }
  return result
}

function noteRead(location: Location, conversation: string, paths: readonly string[]): void {
  const roots = rootsOf(location.memory)
  const read = paths.flatMap((path) => {
    const root = roots.find((candidate) => isInside(candidate, path))
    return root === undefined ? [] : [path.slice(root.length + 1)]
  })
  if (read.length > 0) recordShown(location.state, conversation, { read })
}

/** The command beside this file: in the bundle, or in the library's `bin/`. */
function commandPath(): string | undefined {
  const here = fileURLToPath(new URL('.', import.meta.url))
  return [join(here, 'memdir.js'), join(here, 'bin', 'memdir.js')].find((path) => existsSync(path))
}

function requestWork(
  options: EngineOptions,
  settings: Settings,
  location: Location,
  reason: string,
): boolean {
  if (!settings.get('background.enabled')) return false
  openJobLog(join(location.state, 'jobs')).request()
  const running = attempt(() => readLock(join(location.state, 'locks'), 'worker'))
  if (running && !running.takeable) return true
  const command = commandPath()
  if (command === undefined) return false
  return startDetached([command, 'jobs', 'run', '--reason', reason, '--project', options.directory], {
    cwd: options.directory,
    env: { ...options.env, [GUARD_VARIABLE]: '1' },
  })
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
