// What everything that searches, learns or talks in one working directory is given: its memories, and the searches over them.
import type { MemoryContext, Ports } from '../memory/memory-context.ts'
import type { Model } from '../models/model.ts'
import type { LazySearch, SearchOf } from './lazy-search.ts'

/** Why a prompt asks for the worker: its search data is missing or damaged. */
export const CATALOG = 'catalog'

/** A task for a model that may read and search in the sandbox, without a conversation of its own. */
export interface ReadingTask {
  readonly system: string
  readonly task: string
  readonly model: Model
  readonly maxTurns: number
  /** Who runs: for events, logs and the ledger. */
  readonly label: string
  readonly signal?: AbortSignal
}

export interface ProjectPorts extends Ports {
  /** The last words of the fork, and what ended it too early. */
  readingFork(task: ReadingTask): Promise<{ text: string; error?: Error }>
}

export interface ProjectContext extends MemoryContext {
  readonly ports: ProjectPorts
  /** The project's own memories, for whoever waits for an answer. */
  readonly search: LazySearch
  /** The same for background work, which may take its time. */
  readonly workSearch: LazySearch
  /** Of any place, for whoever waits for an answer. */
  readonly searchOf: SearchOf
}
