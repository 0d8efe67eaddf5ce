// Temporary files that killed processes left, anywhere below a directory of ours.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isAbandoned, unlinkQuietly } from './atomic-write.ts'
import { attempt } from './attempt.ts'
import { nodeFileOps } from './file-ops.ts'

/** Links are not followed. */
export function abandonedBelow(directory: string): string[] {
  const entries = attempt(() => readdirSync(directory, { withFileTypes: true })) ?? []
  return entries.flatMap((entry) => {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) return abandonedBelow(path)
    return isAbandoned(nodeFileOps, path) ? [path] : []
  })
}

export function removeAbandonedBelow(directory: string): void {
  for (const path of abandonedBelow(directory)) unlinkQuietly(nodeFileOps, path)
}
