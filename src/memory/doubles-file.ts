// What the search for likely doubles found last: a cache next to the search data. Files are named by their hashes: one
// that changed is another one, and nothing here quotes a memory.
import { join } from 'node:path'
import { readState, type StateKind, writeState } from '../base/files/state-file.ts'

export interface KeptDoubles {
  /** Whose vectors were compared, and of which files. */
  model: string
  compared: string[]
  pairs: { one: string; other: string; similarity: number }[]
}

const DOUBLES: StateKind<KeptDoubles> = {
  read: ({ model, compared, pairs }) =>
    typeof model === 'string' && Array.isArray(compared) && Array.isArray(pairs)
      ? { model, compared, pairs }
      : undefined,
  most: 64_000_000,
  durable: false,
  rebuilt: true,
}

export function readDoubles(state: string): KeptDoubles | undefined {
  return readState(doublesPath(state), DOUBLES)
}

export function keepDoubles(state: string, doubles: KeptDoubles): void {
  writeState(doublesPath(state), DOUBLES, doubles)
}

function doublesPath(state: string): string {
  return join(state, 'cache', 'doubles.json')
}
