// Memories of this project that are about the person: proposed to move to the place of their own until the person has
// answered. One small file with their ids; the memories stay where they are until then.
import { join } from 'node:path'
import { readState, type StateKind, updateState } from '../base/files/state-file.ts'
import { isObject } from '../base/values/is-object.ts'
import type { Memory } from './memory.ts'
import type { MemoryContext } from './memory-context.ts'
import { type PlaceKind, personsPlaces } from './places.ts'
import { readRefused, refusing } from './refused.ts'
import type { StateChange } from './state-change.ts'

interface Proposed {
  id: string
  /** ISO. */
  time: string
}

const MOST_PROPOSED = 200
const PROPOSED: StateKind<Proposed[]> = {
  read: ({ proposed }) =>
    Array.isArray(proposed)
      ? proposed.filter(
          (one): one is Proposed =>
            isObject(one) && typeof one.id === 'string' && typeof one.time === 'string',
        )
      : undefined,
  plain: (proposed) => ({ proposed }),
}

/** Undefined where the person has no place of their own beside this one, by their own setting too. */
export function proposedTo(context: MemoryContext): PlaceKind | undefined {
  return personsPlaces(context)[0]?.kind
}

export function readProposed(state: string, at: PlaceKind): Proposed[] {
  return readState(join(state, fileOf(at)), PROPOSED) ?? []
}

/** What proposes it, for the write that it goes with. Once: not what was answered before. */
export function proposing(context: MemoryContext, { id, content, source }: Memory): StateChange[] {
  const { state } = context.location
  const at = source?.origin === 'user' ? proposedTo(context) : undefined
  if (at === undefined || readProposed(state, at).some((one) => one.id === id)) return []
  if (readRefused(join(state, 'candidates'))(keyOf(at, content))) return []
  const proposed = { id, time: context.clock.now().toISOString() }
  return [{ file: fileOf(at), entry: entryOf(id), before: null, after: proposed }]
}

/** The same by itself. */
export async function propose(context: MemoryContext, memory: Memory): Promise<void> {
  for (const { file, after } of proposing(context, memory))
    await updateState(join(context.location.state, file), PROPOSED, (known = []) =>
      [...known.filter(({ id }) => id !== memory.id), after as Proposed].slice(-MOST_PROPOSED),
    )
}

/** What an answer to it changes: its text is not proposed again, whatever the answer was. */
export function answeringProposed(
  { location: { state } }: MemoryContext,
  at: PlaceKind,
  { id, content }: Pick<Memory, 'id' | 'content'>,
  now: Date,
): StateChange[] {
  const before = readProposed(state, at).find((one) => one.id === id) ?? null
  return [{ file: fileOf(at), entry: entryOf(id), before, after: null }, refusing(keyOf(at, content), now)]
}

function fileOf(at: PlaceKind): string {
  return `${at}-proposals.json`
}

function entryOf(key: string) {
  return { of: 'proposed', key }
}

/** As which its answer is kept. */
export function keyOf(at: PlaceKind, content: string): string {
  return `${at} ${content}`
}
