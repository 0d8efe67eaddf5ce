// Temporary files that killed processes left, anywhere below a directory of ours.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../values/attempt.ts'
import { isAbandoned, unlinkQuietly } from './atomic-write.ts'
import { nodeFileOps } from './file-ops.ts'

/** Links are not followed. */
export function abandonedBelow(directory: string): string[] {
  const entries = attempt(() => readdirSync(directory, { withFileTypes: true })) ?? []
  const below = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(directory, name))
  return [...abandonedIn(directory), ...below.flatMap(abandonedBelow)]
}

export function abandonedIn(directory: string): string[] {
  const names = attempt(() => readdirSync(directory)) ?? []
  return names.map((name) => join(directory, name)).filter((path) => isAbandoned(nodeFileOps, path))
}

export function removeAbandonedBelow(directory: string): void {
  for (const path of abandonedBelow(directory)) unlinkQuietly(nodeFileOps, path)
}
