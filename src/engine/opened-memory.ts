// A memory that the agent opens by itself: it is told how old it is, as it is for memories that are attached.
import { statSync } from 'node:fs'
import { basename, dirname, extname, relative, sep } from 'node:path'
import { isAgentMemory } from '../agent-memory/agent-memory-directory.ts'
import { attempt } from '../lib/attempt.ts'
import { INDEX_FILE } from '../memory/index-file.ts'
import { parseMemory } from '../memory/memory-file.ts'
import { isInside, memoryRoots } from '../memory/memory-path.ts'
import { readMemoryBytes } from '../memory/read-memory-file.ts'
import { everywherePlace } from '../projects/everywhere.ts'
import { openedNote } from '../recall/envelope.ts'
import type { EngineContext } from './engine-context.ts'

/** undefined where the file is no memory. */
export function openedMemoryNote(
  { location, clock }: Pick<EngineContext, 'location' | 'clock'>,
  path: string,
): string | undefined {
  const directory = directoryOf(location, path)
  if (directory === undefined || extname(path) !== '.md' || basename(path) === INDEX_FILE) return undefined
  const file = relative(directory, path).split(sep).join('/')
  const bytes = readMemoryBytes(directory, file)
  const modified = attempt(() => statSync(path).mtime)
  if (!bytes || !modified) return undefined
  return openedNote(parseMemory(bytes, { file, modified }), path, clock.now())
}

function directoryOf(location: EngineContext['location'], path: string): string | undefined {
  const roots = [...memoryRoots(location.memory), ...memoryRoots(everywherePlace(location.projects).memory)]
  return roots.find((root) => isInside(root, path)) ?? (isAgentMemory(path) ? dirname(path) : undefined)
}
