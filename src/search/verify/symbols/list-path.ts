import { join } from 'node:path'
import { entryOfText, MENTIONED } from './entry.ts'

/** The directory of a project's symbol lists: its worktrees have different files, so each has its own. */
export function symbolListDirectory(state: string): string {
  return join(state, 'cache', 'symbols')
}

export function symbolListPath(state: string, root: string): string {
  return join(symbolListDirectory(state), `${entryOfText(root, MENTIONED, 'path').toString(36)}.bin`)
}
