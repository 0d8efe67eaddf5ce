// Everything that faces do with the memory of one working directory.
import type { MemoryTool } from '../agent/memory-actions.ts'
import type { Runtime } from '../agent/runtime.ts'
import type { Location } from '../base/projects/memory-location.ts'
import { registerProject } from '../base/projects/register-project.ts'
import type { MemorySwitch } from '../base/settings/memory-switch.ts'
import type { Settings } from '../base/settings/settings.ts'
import { type ClockWatch, openClockWatch } from '../base/time/clock-watch.ts'
import type { MemdirError } from '../base/values/errors.ts'
import { once } from '../base/values/once.ts'
import type { Background } from '../learn/background.ts'
import type { Dreams } from '../learn/dream.ts'
import type { EngineExtract } from '../learn/extract-messages.ts'
import { requestWork } from '../learn/request-work.ts'
import type { ExtractionOutcome } from '../learn/run-extraction.ts'
import type { Memory } from '../memory/memory.ts'
import type { MemoryRecords, WorkAsked } from '../memory/memory-context.ts'
import { loadIndex, loadIndexesBeside, loadMemoryPrompt } from '../memory/memory-prompt.ts'
import type { ChangedBy, MemoryStore } from '../memory/memory-store.ts'
import type { Inbox } from '../memory/open-inbox.ts'
import { type Place, type PlaceKind, storesOf, type WhichPlaces } from '../memory/places.ts'
import type { AnswerUndo } from '../memory/plan-undo.ts'
import type { LoadedIndex, PlaceIndex } from '../memory/shown-index.ts'
import type { ListedMemories, ListQuery } from '../search/list-memories.ts'
import type { FoundMemories } from '../search/memory-search.ts'
import {
  hasIndex,
  ignoresMemory,
  inheritShown,
  noteIndex,
  noteRead,
  noteShown,
} from '../search/note-shown.ts'
import { recover } from '../search/open-project-store.ts'
import type { RecallResult } from '../search/recall.ts'
import {
  type Acted,
  type ActionCall,
  actFor,
  type EngineRecall,
  type Guards,
  guardsOf,
  prepareCalls,
  recallFor,
} from '../search/recall-for.ts'
import {
  type EngineFound,
  type EngineSearch,
  followFiles,
  type SearchData,
  searchDataOf,
  searchMemories,
} from '../search/search-memories.ts'
import { forgetShown } from '../search/shown-record.ts'
import type { Storage } from '../search/storage.ts'
import { type OpenOptions, openContext } from './open-context.ts'

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
  /** Those of the places beside, where they are not switched off. */
  loadIndexesBeside(): PlaceIndex[]
  /** What a message would be given. It counts as shown only after `noteShown`. */
  recall(request: EngineRecall): Promise<RecallResult>
  search(query: EngineSearch): Promise<EngineFound>
  /** Why a search compared words only, and what to do; undefined where it did not. Asks the chosen store. */
  whyByWords(
    found: Pick<FoundMemories, 'problem' | 'covered' | 'documents'>,
  ): Promise<MemdirError | undefined>
  /** A part of a large store's list, from the catalog; undefined where the files have to be read. */
  list(query: ListQuery): Promise<ListedMemories | undefined>
  /** Merge, expiry, clean-up, explain, statistics, import and export, quarantine, injection. Loaded when asked for. */
  records(): Promise<MemoryRecords>
  /** Where its memories are. */
  readonly place: Place
  /** The places of memories beside this one that are there and not switched off here; opened once, closed with it. */
  beside(which?: WhichPlaces): readonly Engine[]
  /** Another place, also where nothing is there yet; opened once, closed with it. */
  at(kind: PlaceKind): Engine
  /** The `memory` tool for agent frameworks. `files: false`: it reads and writes no files outside the memory. */
  memoryTool(options: { by: ChangedBy; files?: boolean }): Promise<MemoryTool>
  /** The conversation was given this. Never throws: what is not recorded is shown again. */
  noteShown(
    conversation: string,
    recalled: Pick<RecallResult, 'memories' | 'text' | 'prompt' | 'wish'>,
    /** The client's mark of the prompt. */
    occasion?: string,
  ): Promise<void>
  /** What the agent should be told at one of its calls. It counts as told only after `noteTold`. */
  act(call: ActionCall): Promise<Acted>
  /** Calls that the person wants held back once. Loaded when asked for. */
  guards(): Promise<Guards>
  /** Writes down for the hooks of calls which words a call must have that could bring something up. */
  prepareCalls(): Promise<void>
  /** Whether the person has told the conversation to leave memory aside until they say otherwise. */
  ignoresMemory(conversation: string): boolean
  /** Whether the conversation was given the index with a message, and that it was. */
  hasIndex(conversation: string): boolean
  noteIndex(conversation: string): void
  /** The agent opened these files itself: they are not attached again in this conversation. */
  noteRead(conversation: string, paths: readonly string[]): void
  /** Everything may be shown again. `after` a clear memory is used again, too. Default: a compaction. */
  forgetShown(conversation: string, after?: 'compaction' | 'clear'): void
  /** What all of these were shown counts as shown in this conversation, too: it is a fork of one of them. */
  inheritShown(parents: readonly string[], conversation: string): void
  /** Erases a memory, what was merged into it, their history, and the search data that was made of them. */
  purge(memory: Pick<Memory, 'id' | 'file'>, by: ChangedBy): ReturnType<MemoryStore['purge']>
  /** Finishes or takes back what a crash cut off; a write does it by itself. */
  recover(): Promise<void>
  /** Whether the clock was set: expiry waits after that, and the person is warned. */
  readonly clockWatch: ClockWatch
  /** What search is made of, which can be lost and made again: for the doctor. */
  readonly searchData: SearchData
  /** Where vectors live: what is there, moving them, and whether the chosen store works. Loaded when asked for. */
  storage(): Promise<Storage>
  /** For programs with a loop of their own: learns from what was said, every ten messages and at the end. */
  extract(request: EngineExtract): Promise<ExtractionOutcome>
  /** What waits for the person, and their answers. Loaded when asked for. */
  inbox(): Promise<Inbox>
  /** Takes changes back, and answers in the inbox. Loaded when asked for. */
  answerUndo(): Promise<AnswerUndo>
  /** Asks for background work: starts the detached worker unless one runs or it is switched off. */
  startWorker(reason: string): WorkAsked
  /** For processes that live long: search data follows the files as they change, until `close`. */
  followFiles(): Promise<void>
  /** Runs background jobs here and now, and shows what ran. Loaded here, when it is needed. */
  background(): Promise<Background>
  /** Tidies the memories, and shows what waits for a person to decide. Loaded here, when it is needed. */
  dreams(): Promise<Dreams>
  /** Conversations, what memdir's own model calls cost, and its sandbox. Loaded here, when it is needed. */
  runtime(): Promise<Runtime>
  /** Ends what was opened: the catalog, embedding threads. */
  close(): Promise<void>
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

export function openEngine(options: OpenOptions): Engine {
  const context = openContext(options)
  const { home, env, settings, location, clock, records } = context
  const clockWatch = once(() => openClockWatch(location.state, clock))
  const searchData = once(() => searchDataOf(context))
  const opened = new Map<PlaceKind, Engine>()
  const at = (kind: PlaceKind): Engine => {
    const there = opened.get(kind) ?? openEngine({ ...options, at: kind })
    opened.set(kind, there)
    return there
  }
  const extractMessages = once(async () =>
    (await import('../learn/extract-messages.ts')).extractMessagesOf(context),
  )
  const engine: Engine = {
    home,
    settings,
    switch: context.switch,
    location,
    get store() {
      return context.store
    },
    get clockWatch() {
      return clockWatch()
    },
    get searchData() {
      return searchData()
    },
    register: async () => {
      if (context.place.kind === 'project') await registerProject(home, location, clock, env.PATH)
    },
    loadMemoryPrompt: () => loadMemoryPrompt(context),
    loadIndex: () => loadIndex(context),
    loadIndexesBeside: () => loadIndexesBeside(context),
    recall: (request) => recallFor(context, request),
    search: (query) => searchMemories(context, query),
    whyByWords: async (found) => (await import('../learn/why-by-words.ts')).whyByWords(context, found),
    list: async (query) => (await import('../search/list-memories.ts')).listMemories(context, query),
    records,
    place: context.place,
    beside: (which) =>
      storesOf(context, which)
        .slice(1)
        .map(({ kind }) => at(kind)),
    at,
    memoryTool: async (tool) => (await import('../agent/open-memory-tool.ts')).openMemoryTool(context, tool),
    act: (call) => actFor(context, call),
    guards: () => guardsOf(context),
    prepareCalls: () => prepareCalls(context),
    noteShown: (conversation, recalled, occasion) => noteShown(context, conversation, recalled, occasion),
    ignoresMemory: (conversation) => ignoresMemory(context, conversation),
    hasIndex: (conversation) => hasIndex(context, conversation),
    noteIndex: (conversation) => noteIndex(context, conversation),
    noteRead: (conversation, paths) => noteRead(context, conversation, paths),
    inheritShown: (parents, conversation) => inheritShown(context, parents, conversation),
    forgetShown: (conversation, after = 'compaction') => forgetShown(location.state, conversation, after),
    purge: (memory, by) => context.store.purge(memory, by),
    recover: () => recover(context),
    storage: async () => (await import('../search/storage.ts')).openStorage(context),
    extract: async (request) => (await extractMessages())(request),
    inbox: async () => (await import('../memory/open-inbox.ts')).openInbox(context),
    answerUndo: async () => (await import('../memory/undo-answers.ts')).openAnswerUndo(context),
    startWorker: (reason) => requestWork(context, reason),
    followFiles: () => followFiles(context),
    background: async () => {
      const [{ openBackground }, { backgroundJobs }] = await Promise.all([
        import('../learn/background.ts'),
        import('./background-jobs.ts'),
      ])
      return openBackground(context, backgroundJobs)
    },
    dreams: async () => (await import('../learn/dream.ts')).openDreams(context),
    runtime: async () => {
      // Conversations go on without it, and say so.
      const unrecovered = await recover(context).then(() => undefined, asError)
      return (await import('../agent/runtime.ts')).createRuntime(context, engine, unrecovered)
    },
    async close() {
      await Promise.all([context.close(), ...[...opened.values()].map((there) => there.close())])
    },
  }
  return engine
}
