// What everything that works with the memories of one working directory is given, made once.
import type { Location } from '../base/projects/memory-location.ts'
import type { CallingAgent } from '../base/settings/calling-agent.ts'
import type { Environment } from '../base/settings/environment.ts'
import type { MemorySwitch } from '../base/settings/memory-switch.ts'
import type { Settings } from '../base/settings/settings.ts'
import type { Clock } from '../base/values/clock.ts'
import type { HookEventName } from '../base/values/hook-event-name.ts'
import type { InboxSource } from './inbox.ts'
import type { ChangedBy, MemoryStore } from './memory-store.ts'
import type { Place, PlaceKind } from './places.ts'
import type { Records } from './records/open-records.ts'
import type { LoggedNote } from './records.ts'
import type { Transfer } from './transfer/open-transfer.ts'
import type { EraseElsewhere, WrittenBy } from './writer.ts'

/** The life of records, import and export, and the log of the day. */
export interface MemoryRecords extends Records, Transfer {
  /** Appends a line to the log of the day. */
  logNote(text: string, by: ChangedBy): Promise<LoggedNote>
}

/** `failed`: not now; what was asked for waits for the next who asks. `off`: nobody will do it. */
export type WorkAsked = 'started' | 'running' | 'failed' | 'off'

/** What rooms below do for those above: passed in where a context is made, loaded when it is called. */
export interface Ports {
  /** Asks for background work: starts the detached worker unless one runs or it is switched off. */
  requestWork(reason: string): WorkAsked
  /** The hooks on MemorySaved and MemoryForgotten. Never throws. */
  memoryWritten(written: WrittenBy): Promise<void>
  /** What a purge cleans besides the memories and their history. */
  eraseElsewhere: EraseElsewhere
  /** Raises an event of the hooks outside of conversations, in the name of `what`. */
  fireEvent(what: string, name: HookEventName, data: Readonly<Record<string, unknown>>): Promise<void>
  /** The directories in which named agents of this project keep memories of their own. */
  agentMemories(): Promise<ReadonlyMap<string, string>>
  /** What may wait for the person in rooms below, besides what waits because of the memories. */
  inboxSources(): Promise<readonly InboxSource[]>
  /** Another place, as this project works with it. To be closed by whoever opens it. */
  openAt(kind: PlaceKind): MemoryContext
}

export interface MemoryContext {
  /** The working directory. */
  readonly directory: string
  readonly env: Environment
  /** The agent that the environment says it is called from; undefined: a person. Asked once. */
  readonly caller: CallingAgent | undefined
  /** The config home. */
  readonly home: string
  readonly clock: Clock
  readonly settings: Settings
  readonly location: Location
  readonly switch: MemorySwitch
  /** Hooks, instruction files, skills and agents are off as well; what the policy asks for stays. */
  readonly bare: boolean
  /** The one that is worked on. */
  readonly place: Place
  /** Opened when it is first read. */
  readonly store: MemoryStore
  readonly ports: Ports
  /** Loaded when it is first called. */
  records(): Promise<MemoryRecords>
  /** Ends what was opened: the catalogs, embedding threads. */
  close(): Promise<void>
}
