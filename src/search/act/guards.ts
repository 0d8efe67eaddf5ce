// Calls that a person wants held back once: by the id of a memory and what it said then. Kept in the person's own state: no
// repository, import or team brings one along. What the memory says now has to be confirmed again.
import { join } from 'node:path'
import { readState, type StateKind, updateState } from '../../base/files/state-file.ts'
import { contentHash } from '../../base/values/hash.ts'
import { isObject } from '../../base/values/is-object.ts'
import type { Memory } from '../../memory/memory.ts'

interface Guard {
  /** Of the memory. */
  id: string
  /** Of its text and its triggers. */
  hash: string
}

export interface Guards {
  /** Ids, with whether the memory still says the same; `gone`: there is none. */
  list(memories: readonly Memory[]): { id: string; status: 'held' | 'changed' | 'gone' }[]
  hold(memory: Memory): Promise<void>
  /** False where there was none. */
  release(id: string): Promise<boolean>
}

const FILE: StateKind<{ guards: readonly Guard[] }> = {
  read: ({ guards }) => (Array.isArray(guards) && guards.every(isGuard) ? { guards } : undefined),
}

function isGuard(value: unknown): value is Guard {
  return isObject(value) && typeof value.id === 'string' && typeof value.hash === 'string'
}

/** `state`: of the place where the memories are. */
export function openGuards(state: string): Guards {
  const path = pathOf(state)
  return {
    list(memories) {
      return guardsIn(state).map(({ id, hash }) => {
        const memory = memories.find((one) => one.id === id)
        return { id, status: memory === undefined ? 'gone' : hashOf(memory) === hash ? 'held' : 'changed' }
      })
    },
    async hold(memory) {
      const guard = { id: memory.id, hash: hashOf(memory) }
      await updateState(path, FILE, (known = { guards: [] }) => ({
        guards: [...known.guards.filter(({ id }) => id !== memory.id), guard],
      }))
    },
    async release(reference) {
      const isKnown = guardsIn(state).some(({ id }) => id === reference)
      if (isKnown)
        await updateState(path, FILE, (known = { guards: [] }) => ({
          guards: known.guards.filter(({ id }) => id !== reference),
        }))
      return isKnown
    },
  }
}

/** The files of these memories that are held. */
export function heldFiles(state: string, memories: readonly Memory[]): ReadonlySet<string> {
  const guards = guardsIn(state)
  const isHeld = (memory: Memory) =>
    guards.some(({ id, hash }) => id === memory.id && hash === hashOf(memory))
  return new Set(guards.length === 0 ? [] : memories.filter(isHeld).map(({ file }) => file))
}

function guardsIn(state: string): readonly Guard[] {
  return readState(pathOf(state), FILE)?.guards ?? []
}

function hashOf({ content, on }: Memory): string {
  return contentHash(JSON.stringify([content, on]))
}

function pathOf(state: string): string {
  return join(state, 'guards.json')
}
