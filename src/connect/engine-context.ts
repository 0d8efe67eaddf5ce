// What everything in this folder works with, made once for one working directory.

import type { Location } from '../base/projects/memory-location.ts'
import type { Environment } from '../base/settings/environment.ts'
import type { MemorySwitch } from '../base/settings/memory-switch.ts'
import type { Settings } from '../base/settings/settings.ts'
import type { Clock } from '../base/values/clock.ts'
import type { FindProjectOptions, FoundProject } from '../memory/find-project.ts'
import type { MemoryStore } from '../memory/memory-store.ts'
import type { Records } from '../memory/records/records.ts'
import type { Transfer } from '../memory/transfer/transfer.ts'
import type { Recovered } from '../memory/writer/recover-changes.ts'
import type { LazySearch, SearchesIn } from '../search/lazy-search.ts'

export interface EngineOptions extends FindProjectOptions {
  /** The same working directory's, where it was found already. */
  project?: FoundProject
  /** The person's memories that hold in all projects, in place of the project's. */
  everywhere?: boolean
  /** Memory and all other extras off; what the policy asks for stays. */
  bare?: boolean
  clock?: Clock
  /** Called when something that a crash had cut off was finished or taken back. */
  onRecovered?: (recovered: readonly Recovered[]) => void
  /** Called with a directory that was emptied, because the disk was too full to remove a memory. */
  onRoomMade?: (directory: string) => void
}

/** The life of records, import and export. */
export type EngineRecords = Records & Transfer

export interface EngineContext {
  /** The working directory. */
  readonly directory: string
  readonly env: Environment
  /** The config home. */
  readonly home: string
  readonly clock: Clock
  readonly settings: Settings
  readonly location: Location
  readonly switch: MemorySwitch
  /** Hooks, instruction files, skills and agents are off as well; what the policy asks for stays. */
  readonly bare: boolean
  /** It works on the memories that hold in all projects, and on no others. */
  readonly everywhere: boolean
  /** Opened when it is first read. */
  readonly store: MemoryStore
  /** The project's own memories, for whoever waits for an answer. */
  readonly search: LazySearch
  /** The same for background work, which may take its time. */
  readonly workSearch: LazySearch
  /** Other directories, such as those of named agents. */
  readonly searchIn: SearchesIn
  /** Single entries of the daily logs; by words. */
  readonly searchLogs: LazySearch
  /** What the person said in earlier conversations, where that is kept; by words. */
  readonly searchEpisodes: LazySearch
  /** Loaded when it is first called. */
  records(): Promise<EngineRecords>
  /** Ends what was opened: the catalogs, embedding threads. */
  close(): Promise<void>
}
