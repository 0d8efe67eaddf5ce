// The project's memories with their writer: what a write loads, what it asks for afterwards, what a purge cleans.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SNAPSHOT_FILE } from '../memory/memory-snapshot.ts'
import { type MemoryStore, openStore } from '../memory/memory-store.ts'
import { openWriter, ownJudge } from '../memory/open-writer.ts'
import { demandOwner } from '../memory/origin-rules.ts'
import { heldFrom } from '../memory/places.ts'
import type { Recovered } from '../memory/writer.ts'
import { locateFiles } from './catalog/locate-files.ts'
import { openWriteNotes } from './catalog/write-notes.ts'
import type { ProjectContext } from './project-context.ts'

export interface StoreOptions {
  /** Called when something that a crash had cut off was finished or taken back. */
  onRecovered?: (recovered: readonly Recovered[]) => void
  /** Called with a directory that was emptied, because the disk was too full to remove a memory. */
  onRoomMade?: (directory: string) => void
}

export function openProjectStore(
  context: ProjectContext,
  { onRecovered, onRoomMade }: StoreOptions,
): MemoryStore {
  const { caller, clock, location, home } = context
  const cache = join(location.state, 'cache')
  const writer = openWriter({
    directory: location.memory,
    state: location.state,
    loadJudge: ownJudge,
    ...(heldFrom(context.place) && { checkActor: demandOwner }),
    noteWrite: openWriteNotes(location.memory, cache),
    insideAgent: caller?.name,
    clock,
    onWritten(written) {
      context.ports.requestWork('write')
      return context.ports.memoryWritten(written)
    },
    onRecovered,
    // What V8 made of our code, then what search made of the memories.
    disposable: { places: [join(home, 'code'), cache], ...(onRoomMade && { onEmptied: onRoomMade }) },
    eraseElsewhere: async (erasure) => {
      await Promise.all([context.search.close(), context.workSearch.close()])
      return context.ports.eraseElsewhere(erasure)
    },
  })
  return openStore(location.memory, writer, clock, {
    snapshot: join(cache, SNAPSHOT_FILE),
    tooWide: async (triggers) => (await import('./act/too-wide.ts')).tooWide(triggers),
    locate: (reference) => locateFiles(location.memory, cache, reference),
  })
}

/** Finishes or takes back what a crash cut off; nothing is made where there is nothing yet. */
export async function recover(context: ProjectContext): Promise<void> {
  if (existsSync(context.location.state)) await context.store.writer.recover()
}
