// A memory that the agent opens by itself: it is told how old it is, as it is for memories that are attached.

import { statSync } from 'node:fs'
import { basename, dirname, extname, relative, sep } from 'node:path'
import { isInside } from '../../base/paths/is-inside.ts'
import { attempt } from '../../base/values/attempt.ts'
import { isAgentMemory } from '../../memory/agent-memory-directory.ts'
import { parseMemory } from '../../memory/memory-file.ts'
import { INDEX_FILE, memoryRoots } from '../../memory/memory-path.ts'
import { type Around, storesOf } from '../../memory/places.ts'
import { readMemoryBytes } from '../../memory/read-memory-file.ts'
import { openedNote } from '../../search/envelope.ts'
import type { ProjectContext } from '../../search/project-context.ts'

/** undefined where the file is no memory. */
export function openedMemoryNote(
  context: Pick<ProjectContext, keyof Around | 'clock'>,
  path: string,
): string | undefined {
  const directory = directoryOf(context, path)
  if (directory === undefined || extname(path) !== '.md' || basename(path) === INDEX_FILE) return undefined
  const file = relative(directory, path).split(sep).join('/')
  const bytes = readMemoryBytes(directory, file)
  const modified = attempt(() => statSync(path).mtime)
  if (!bytes || !modified) return undefined
  const now = context.clock.now()
  return openedNote(parseMemory(bytes, { file, modified, now }), path, now)
}

function directoryOf(around: Around, path: string): string | undefined {
  const roots = storesOf(around).flatMap(({ directory }) => memoryRoots(directory))
  return roots.find((root) => isInside(root, path)) ?? (isAgentMemory(path) ? dirname(path) : undefined)
}
