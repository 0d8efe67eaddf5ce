// What the search for likely doubles found last: a cache next to the search data. Files are named by their hashes: one
// that changed is another one, and nothing here quotes a memory. Only read here: a prompt loads nothing that writes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../../base/values/attempt.ts'

export interface KeptDoubles {
  v: 1
  /** Whose vectors were compared, and of which files. */
  model: string
  compared: string[]
  pairs: { one: string; other: string; similarity: number }[]
}

export function readDoubles(state: string): KeptDoubles | undefined {
  const kept = attempt(() => JSON.parse(readFileSync(doublesPath(state), 'utf8')) as KeptDoubles)
  return kept?.v === 1 && [kept.pairs, kept.compared].every(Array.isArray) ? kept : undefined
}

export function doublesPath(state: string): string {
  return join(state, 'cache', 'doubles.json')
}
