// The memory that an agent means by an id or a file name: the project's, or where it has none of that name one that holds
// in all projects.
import { attempt } from '../base/values/attempt.ts'
import { MemdirError } from '../base/values/errors.ts'
import type { Memory } from '../memory/memory.ts'
import type { ClientHost, MemoryHost } from './client-host.ts'

export interface Meant {
  readonly memory: Memory
  /** Where it is: an agent's change there is refused by the store itself. */
  readonly place: MemoryHost
  readonly everywhere: boolean
}

/** Throws as `store.find` of the project does. */
export function findMeant(host: ClientHost, reference: string): Meant {
  try {
    return { memory: host.store.find(reference), place: host, everywhere: false }
  } catch (error) {
    const place = MemdirError.is(error) && error.code === 'not_found' ? host.everywhere() : undefined
    const memory = place && attempt(() => place.store.find(reference))
    if (!place || !memory) throw error
    return { memory, place, everywhere: true }
  }
}
