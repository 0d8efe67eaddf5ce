// Finding, adding, changing and removing memories: what every face does with a memory directory. What only a change
// needs is loaded with the first one.
import { readdirSync } from 'node:fs'
import { holdDirectory } from '../base/files/held-directory.ts'
import { ioTexts } from '../base/messages/io.ts'
import { message } from '../base/messages/message.ts'
import type { Clock } from '../base/values/clock.ts'
import { ioError, systemCode } from '../base/values/errors.ts'
import { once } from '../base/values/once.ts'
import { type MemoryList, memoryListOf } from './listed-memories.ts'
import type { Memory } from './memory.ts'
import { listMemoriesWith, readMemoriesWith } from './memory-snapshot.ts'
import type { FindTooWide } from './moments.ts'
import type { MemoryWriter } from './open-writer.ts'
import { findMemory, type LocateMemory } from './records/find-memory.ts'
import type { ChangedBy, SeenMemory, StoreChanges } from './records/store-changes.ts'
import { readMemories, readMemory, unreadFiles } from './scan-files.ts'
import type { Purged, Written } from './writer.ts'

export type { ChangedBy, Saved, SeenMemory } from './records/store-changes.ts'

export interface MemoryStore extends StoreChanges {
  readonly directory: string
  readonly writer: MemoryWriter
  /** The widest of these triggers that is too wide to be written. */
  tooWide: FindTooWide
  list(): Memory[]
  /** The same for those who only sort, cut and pass on. */
  listed(): MemoryList
  /** Files that are there and could not be read: `list` leaves them out. */
  unread(): string[]
  /** By id, unique beginning of an id, or file name. Throws `not_found` or `ambiguous`. */
  find(reference: string): Memory
  remove(memory: SeenMemory, by: ChangedBy): Promise<Written>
  /** Removes the file, its history, and what was made of it for good. */
  purge(memory: Pick<Memory, 'id' | 'file'>, by: ChangedBy): Promise<Purged>
}

interface StoreOptions {
  /** Where the snapshot of a large directory is kept; absent: its files are read each time. */
  snapshot?: string
  /** Finds a memory of a large directory without reading all of it. */
  locate?: LocateMemory
  /** Absent: no trigger is. */
  tooWide?: FindTooWide
}

export function openStore(
  directory: string,
  writer: MemoryWriter,
  clock: Clock,
  { snapshot, locate, tooWide = async () => undefined }: StoreOptions = {},
): MemoryStore {
  const { within } = holdDirectory(directory)
  const list = () =>
    checked(
      directory,
      within((path) =>
        snapshot === undefined ? readMemories(path) : readMemoriesWith(snapshot, path, directory),
      ),
    )
  const changes = once(async () => {
    const { changesOf } = await import('./records/store-changes.ts')
    return changesOf({
      ...{ writer, clock, list, tooWide },
      read: (file) => within((path) => readMemory(path, file)),
    })
  })
  return {
    directory,
    writer,
    tooWide,
    list,
    listed: () =>
      snapshot === undefined
        ? memoryListOf(list())
        : checked(
            directory,
            within((path) => listMemoriesWith(snapshot, path, directory)),
          ),
    unread: () => within((path) => unreadFiles(path, list())),
    find: (reference) => within((path) => findMemory(path, reference, { list, ...(locate && { locate }) })),
    add: async (...given) => (await changes()).add(...given),
    addAll: async (...given) => (await changes()).addAll(...given),
    edit: async (...given) => (await changes()).edit(...given),
    replace: async (...given) => (await changes()).replace(...given),
    remove: async (memory, by) => (await changes()).removeAll([memory], by),
    removeAll: async (...given) => (await changes()).removeAll(...given),
    purge: (memory, by) => writer.purge(memory, by.actor),
  }
}

/** A directory that cannot be read must not pass for one without memories. */
function checked<T extends { length: number }>(directory: string, found: T): T {
  if (found.length > 0) return found
  try {
    readdirSync(directory)
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw ioError(message(ioTexts.readingMemories), error)
  }
  return found
}
