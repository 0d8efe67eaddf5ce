// Apart from saved-notices.ts and waiting-counts.ts, so that a hook which has nothing to say loads nothing of it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export function savedPath(state: string): string {
  return join(state, 'saved.json')
}

export function waitingPath(state: string): string {
  return join(state, 'waiting.json')
}

/** Asked where a conversation starts. */
export function hasWaiting(state: string): boolean {
  return existsSync(waitingPath(state))
}

/** Asked with every prompt. */
export function hasSavedNotices(state: string): boolean {
  return existsSync(savedPath(state))
}
