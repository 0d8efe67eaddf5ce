import type { Stats } from 'node:fs'

/** The times of content and entry in microseconds, added up: an edit may restore the one, never the other. */
export function changeStamp({ mtimeMs, ctimeMs }: Pick<Stats, 'mtimeMs' | 'ctimeMs'>): number {
  return Math.floor(1000 * mtimeMs) + Math.floor(1000 * ctimeMs)
}
