// Apart from saved-notices.ts, so that a hook which has nothing to say loads nothing of it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export function savedPath(state: string): string {
  return join(state, 'saved.json')
}

/** Asked with every prompt. */
export function hasSavedNotices(state: string): boolean {
  return existsSync(savedPath(state))
}
