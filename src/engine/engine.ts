// Wires the parts for one working directory. The only place that knows all of them.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MemoryTool } from '../clients/tools/memory-actions.ts'
import { attempt } from '../lib/attempt.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { startDetached } from '../lib/detached.ts'
import { GUARD_VARIABLE } from '../lib/guard.ts'
import { holdDirectory } from '../lib/held-directory.ts'
import { readLock } from '../lib/lock.ts'
import { type ClockWatch, openClockWatch } from '../memory/clock-watch.ts'
import { INDEX_FILE, type LoadedIndex, loadIndexText } from '../memory/index-file.ts'
import type { Memory } from '../memory/memory.ts'
import { SNAPSHOT_FILE } from '../memory/memory-snapshot.ts'
import { type ChangedBy, type MemoryStore, openStore } from '../memory/memory-store.ts'
import type { Purged } from '../memory/purge.ts'
import { readMemoryText } from '../memory/read-memory-file.ts'
import type { Recovered } from '../memory/recover-changes.ts'
import { memoryRules } from '../memory/rules.ts'
import { loadSecretScan } from '../memory/secret-scan.ts'
import { openWriter } from '../memory/writer.ts'
import type { Location } from '../projects/memory-location.ts'
import { registerProject } from '../projects/register-project.ts'
import { inertText } from '../recall/inert-text.ts'
import type { RecallResult } from '../recall/recall.ts'
import { forgetShown } from '../recall/shown-record.ts'
import type { RecordSearch } from '../records/record.ts'
import type { Records } from '../records/records.ts'
import type { SearchFilter } from '../search/backend.ts'
import type { CatalogResult } from '../search/catalog.ts'
import type { CatalogWork } from '../search/memory-search.ts'
import { callingAgent } from '../settings/calling-agent.ts'
import { configHome } from '../settings/config-home.ts'
import type { SettingKey } from '../settings/definitions.ts'
import type { Environment } from '../settings/environment.ts'
import { type MemorySwitch, memorySwitch } from '../settings/memory-switch.ts'
import type { Settings } from '../settings/settings.ts'
import { failedLately, type Job, openJobLog } from '../worker/job-log.ts'
import type { WorkerOutcome } from '../worker/run-worker.ts'
import { startOnce } from '../worker/start-once.ts'
import { locate, projectSettings } from './project.ts'
import { CATALOG, type EngineRecall, noteRead, noteShown, recallFor, type WorkAsked } from './recall.ts'
import type { Runtime } from './runtime.ts'
import { lazySearch, type SearchData, type SearchOpening, searchDataIn, searchesIn } from './search.ts'

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
  /** Told when something that a crash had cut off was finished or taken back. */
  onRecovered?: (recovered: readonly Recovered[]) => void
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
  /** What a message would be given. It counts as shown only when `noteShown` is told that it was. */
  recall(request: EngineRecall): Promise<RecallResult>
  search(query: EngineSearch): Promise<CatalogResult>
  /** Merge, expiry, clean-up, explain, statistics, import and export, quarantine, injection. Loaded when asked for. */
  records(): Promise<Records>
  /** The `memory` tool for agent frameworks. `files: false`: it reads and writes no files outside the memory. */
  memoryTool(options: { by: ChangedBy; files?: boolean }): Promise<MemoryTool>
  /** The conversation was given this. Never throws: what is not recorded is shown again. */
  noteShown(conversation: string, recalled: Pick<RecallResult, 'memories' | 'text'>): Promise<void>
  /** The agent opened these files itself: they are not attached again in this conversation. */
  noteRead(conversation: string, paths: readonly string[]): void
  /** After a compaction or a clear, everything may be shown again. */
  forgetShown(conversation: string): void
  /** Erases a memory, what was merged into it, their history, and the search data that was made of them. */
  purge(memory: Pick<Memory, 'id' | 'file'>, by: ChangedBy): Promise<Purged>
  /** Finishes or takes back what a crash cut off; a write does it by itself. */
  recover(): Promise<void>
  /** Whether the clock was set: what ages waits after that, and the person is told. */
  readonly clockWatch: ClockWatch
  /** What search is made of, which can be lost and made again: for the doctor. */
  readonly searchData: SearchData
  /** Asks for background work: starts the detached worker unless one runs or it is switched off. */
  startWorker(reason: string): boolean
  /** For processes that live long: search data follows the files as they change, until `close`. */
  followFiles(): Promise<void>
  /** Does the background work here and now. */
  work(options: {
    reason: string
    deadline?: number
    /** All search data is made anew. */
    anew?: boolean
    onProgress?: CatalogWork['onProgress']
  }): Promise<WorkerOutcome>
  /** What ran in the background, oldest first. */
  jobs(): Job[]
  /** Conversations, what memdir's own model calls cost, and its sandbox. Loaded here, when it is needed. */
  runtime(): Promise<Runtime>
  /** Ends what was opened: the catalog, embedding threads. */
  close(): Promise<void>
}

export type { EngineRecall }

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
  const settings = projectSettings({ env, directory, flags: options.flags, policyPath: options.policyPath })
  const location = locate(options, home, settings)
  const insideAgent = callingAgent(env)?.name
  const askForWork = (reason: string) => requestWork(options, settings, location, reason)
  const startWorker = (reason: string) => askForWork(reason) !== 'off'
  const writer = openWriter({
    directory: location.memory,
    state: location.state,
    loadScan: loadSecretScan,
    loadJudge: async () => (await import('../records/judge-write.ts')).judgeWrite,
    insideAgent,
    clock,
    onWritten: () => startWorker('write'),
    onRecovered: options.onRecovered,
    eraseElsewhere: async (erasure) => {
      const { eraseElsewhere } = await import('./purge.ts')
      await Promise.all([search.close(), workSearch.close()])
      return eraseElsewhere({ location, clock, env }, erasure)
    },
  })
  /** Nothing is made where there is nothing yet. */
  const recover = async () => {
    if (existsSync(location.state)) await writer.recover()
  }
  const on = memorySwitch(env, settings, options.bare)
  const own = { directory: location.memory, state: location.state }
  const opening = { home, settings, env, mayConvert: false }
  const search = lazySearch(own, opening)
  const workSearch = lazySearch(own, { ...opening, mayConvert: true })
  const searchIn = searchesIn(location.projects, opening)
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
    opened ??= import('./records.ts').then(({ openRecordsFor }) =>
      openRecordsFor({
        store,
        state: location.state,
        home,
        insideAgent,
        settings,
        clock,
        search: findRecords,
        compare: async (text, others) => (await search()).compare(text, others),
        withoutVectors: async () =>
          existsSync(location.memory) ? (await search()).withoutVectors() : new Set(),
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
    register: () => registerProject(home, location, clock, env.PATH),
    loadMemoryPrompt: () => (on.on ? rulesFor(settings, location) : undefined),
    loadIndex: () => (on.on && settings.get('index.enabled') ? readIndex(location.memory) : undefined),
    records,
    memoryTool: async ({ by, files }) => {
      const { createMemoryTool } = await import('../clients/tools/memory-actions.ts')
      return createMemoryTool({
        store,
        records: await records(),
        search: findRecords,
        clock,
        by: () => by,
        inert: inertText,
        files,
      })
    },
    recall: (request) =>
      recallFor({ home, env, settings, location, on, search, searchIn, clock, askForWork }, request),
    search: async ({ query, limit = 10, threshold = 0, filter, signal }) =>
      (await search()).search({
        text: query,
        limit,
        minSimilarity: threshold,
        filter,
        now: clock.now(),
        signal,
      }),
    noteShown: (conversation, recalled) => noteShown({ location, clock }, conversation, recalled),
    noteRead: (conversation, paths) => noteRead(location, conversation, paths),
    forgetShown: (conversation) => forgetShown(location.state, conversation),
    purge: store.purge,
    recover,
    clockWatch: openClockWatch(location.state, clock),
    searchData: searchDataIn(own, search),
    startWorker,
    async followFiles() {
      if (!existsSync(location.memory)) return
      await recover()
      ;(await search()).followFiles(({ added, changed }) => {
        if (added + changed > 0) startWorker('files')
      })
    },
    work: async ({ reason, deadline = Date.now() + WORKER_DEADLINE_MS, anew, onProgress }) => {
      const { runWorker } = await import('../worker/run-worker.ts')
      const { drainSpool } = await import('../worker/spool.ts')
      await recover().catch(() => {})
      const { proveReported } = await import('../clients/prove-reported.ts')
      // Before the catalog is brought up to date, so that what goes is gone from there too.
      if (existsSync(location.memory))
        await (await records()).cleanUpIfDue({ actor: 'memdir' }).catch(() => {})
      const outcome = await runWorker({
        state: location.state,
        reason,
        search: await workSearch(),
        deadline,
        anew,
        onProgress,
        features: async () => {
          await workOnAgents(home, env, location, { deadline }, { ...opening, mayConvert: true })
          const handled = await drainSpool(location.state, async (turn) => {
            await proveReported(store, turn, env)
          })
          return { turns: handled.turns }
        },
      })
      // With vectors at hand: what was added in a hurry is compared now.
      if (outcome.status === 'ended' && settings.get('merge.automatic') && existsSync(location.memory))
        await (await records()).mergeRecent({ actor: 'memdir' }).catch(() => {})
      return outcome
    },
    jobs: () => openJobLog(join(location.state, 'jobs')).read(),
    runtime: async () => {
      await recover().catch(() => {})
      const { createRuntime } = await import('./runtime.ts')
      return createRuntime({ ...engine, directory, env, clock })
    },
    close: async () => {
      await Promise.all([search.close(), workSearch.close(), searchIn.close()])
    },
  }
  return engine
}

const WORKER_DEADLINE_MS = 600_000

/** What named agents remember is found by meaning too. */
async function workOnAgents(
  home: string,
  env: Environment,
  location: Location,
  work: CatalogWork,
  opening: SearchOpening,
): Promise<void> {
  const { agentMemories, existingMemories } = await import('./agents.ts')
  const searchIn = searchesIn(location.projects, opening)
  try {
    for (const directory of existingMemories(agentMemories(home, env, location)))
      await (await searchIn(directory)).work(work).catch(() => {})
  } finally {
    await searchIn.close()
  }
}

/** The command beside this file: in the bundle, or in the library's `bin/`. */
function commandPath(): string | undefined {
  const here = fileURLToPath(new URL('.', import.meta.url))
  return [join(here, 'memdir.js'), join(here, '..', 'bin', 'memdir.js')].find((path) => existsSync(path))
}

function requestWork(
  options: EngineOptions,
  settings: Settings,
  location: Location,
  reason: string,
): WorkAsked {
  const command = settings.get('background.enabled') ? commandPath() : undefined
  if (command === undefined) return 'off'
  const jobs = join(location.state, 'jobs')
  const log = openJobLog(jobs)
  if (reason === CATALOG && failedLately(log.read(), Date.now())) return 'off'
  log.request()
  const running = attempt(() => readLock(join(location.state, 'locks'), 'worker'))
  if (running && !running.takeable) return 'running'
  const args = [command, 'jobs', 'run', '--reason', reason, '--project', options.directory]
  const env = { ...options.env, [GUARD_VARIABLE]: '1' }
  const start = () => startDetached(args, { cwd: options.directory, env })
  const outcome = attempt(() => startOnce(jobs, start))
  return outcome === undefined || outcome === 'failed' ? 'off' : outcome
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
  const text = holdDirectory(directory).within((path) => readMemoryText(path, INDEX_FILE))
  return text === undefined || text.trim() === '' ? undefined : loadIndexText(text)
}
