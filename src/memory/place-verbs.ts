// The verbs over several places of memories: which memory is meant, and which there are.
import { attempt } from '../base/values/attempt.ts'
import { MemdirError } from '../base/values/errors.ts'
import type { Memory } from './memory.ts'
import { chooseListed, type ListFilter, type ListOrder } from './memory-list.ts'
import type { MemoryStore } from './memory-store.ts'
import type { Place } from './places.ts'

/** A place that is worked on. */
export interface PlaceHost {
  readonly place: Place
  readonly store: Pick<MemoryStore, 'find' | 'list'>
}

/** With those beside it, opened when they are asked for. */
type WithBeside<Host extends PlaceHost> = Host & { beside(): readonly Host[] }

export interface PlacedMemory<Host extends PlaceHost = PlaceHost> {
  readonly memory: Memory
  readonly host: Host
  /** As it is seen from the one that was asked. */
  readonly place: Place
}

/** The memory that somebody means: of those beside only where the place itself has none of this name. */
export function findIn<Host extends PlaceHost>(own: WithBeside<Host>, reference: string): PlacedMemory<Host> {
  try {
    return { memory: own.store.find(reference), host: own, place: own.place }
  } catch (error) {
    if (!MemdirError.is(error) || error.code !== 'not_found') throw error
    for (const host of own.beside()) {
      const memory = attempt(() => host.store.find(reference))
      if (memory) return { memory, host, place: seenBeside(host) }
    }
    throw error
  }
}

/** What there is in the places beside; the place itself lists its own, which can be many. */
export function listBeside<Host extends PlaceHost>(
  own: WithBeside<Host>,
  {
    filter = {},
    order = 'newest',
    most,
  }: { filter?: ListFilter; order?: ListOrder; most?: number | undefined },
): PlacedMemory<Host>[] {
  return own.beside().flatMap((host) => {
    const place = seenBeside(host)
    const listed = chooseListed(host.store.list(), filter, order).slice(0, most)
    return listed.map((memory) => ({ memory, host, place }))
  })
}

function seenBeside({ place }: PlaceHost): Place {
  return { ...place, isBeside: true }
}
