// The project's memories with their writer: what a write loads, what it asks for afterwards, what a purge cleans.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MemdirError } from '../lib/errors.ts'
import { type MemoryStore, openStore } from '../memory/memory-store.ts'
import { isPerson } from '../memory/origin-rules.ts'
import { SNAPSHOT_FILE } from '../memory/snapshot-file.ts'
import { openWriter } from '../memory/writer.ts'
import { message } from '../messages/message.ts'
import { EVERYWHERE_BY_PERSON, EVERYWHERE_BY_PERSON_FIX } from '../messages/origin.ts'
import { locateFiles } from '../search/locate-files.ts'
import { openWriteNotes } from '../search/write-notes.ts'
import { callingAgent } from '../settings/calling-agent.ts'
import type { EngineContext, EngineOptions } from './engine-context.ts'
import { raiseMemoryEvents } from './memory-events.ts'
import { requestWork } from './request-work.ts'

export function openProjectStore(
  context: EngineContext,
  { onRecovered, onRoomMade }: Pick<EngineOptions, 'onRecovered' | 'onRoomMade'>,
): MemoryStore {
  const { env, clock, location, home } = context
  const cache = join(location.state, 'cache')
  const writer = openWriter({
    directory: location.memory,
    state: location.state,
    loadScan: async () => (await import('../memory/secret-scan.ts')).loadSecretScan(),
    loadJudge: async () => (await import('../records/judge-write.ts')).judgeWrite,
    ...(context.everywhere && { checkActor: demandPerson }),
    noteWrite: openWriteNotes(location.memory, cache),
    insideAgent: callingAgent(env)?.name,
    clock,
    onWritten(written) {
      requestWork(context, 'write')
      return raiseMemoryEvents(context, written)
    },
    onRecovered,
    // What V8 made of our code, then what search made of the memories.
    disposable: { places: [join(home, 'code'), cache], ...(onRoomMade && { onEmptied: onRoomMade }) },
    eraseElsewhere: async (erasure) => {
      const { eraseElsewhere } = await import('./erase-elsewhere.ts')
      await Promise.all([context.search.close(), context.workSearch.close()])
      return eraseElsewhere(context, erasure)
    },
  })
  return openStore(location.memory, writer, clock, {
    snapshot: join(cache, SNAPSHOT_FILE),
    locate: (reference) => locateFiles(location.memory, cache, reference),
  })
}

/** What holds in all projects is changed by the person alone, and by what memdir does for them. */
function demandPerson(actor: string): void {
  if (isPerson(actor) || actor === 'memdir') return
  throw new MemdirError('needs_person', message(EVERYWHERE_BY_PERSON), {
    fix: message(EVERYWHERE_BY_PERSON_FIX),
  })
}

/** Finishes or takes back what a crash cut off; nothing is made where there is nothing yet. */
export async function recover(context: EngineContext): Promise<void> {
  if (existsSync(context.location.state)) await context.store.writer.recover()
}
