// How people ask: by words and meaning, by words alone, by meaning alone.
import type { Mode } from './ranking/fusion.ts'

export const SEARCH_MODES = ['hybrid', 'words', 'meaning'] as const
export type SearchMode = (typeof SEARCH_MODES)[number]

export function isSearchMode(value: unknown): value is SearchMode {
  return SEARCH_MODES.includes(value as SearchMode)
}

/** As the ranking calls it; both together is what it does by itself, with words alone where there are no vectors. */
export function rankingMode(mode: SearchMode | undefined): { mode?: Mode; words?: boolean } {
  if (mode === 'words') return { mode: 'fulltext', words: true }
  return mode === 'meaning' ? { mode: 'vectors' } : {}
}
