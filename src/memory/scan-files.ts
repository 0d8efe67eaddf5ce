// Which files of a memory directory are memories, and reading them. Never fails because of a single file.
import { type Dirent, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../lib/attempt.ts'
import { INDEX_FILE } from './index-file.ts'
import type { Memory } from './memory.ts'
import { parseMemory } from './memory-file.ts'

/** Directories deeper than this are not looked into. */
const MAX_DEPTH = 16

/** All memory files, as paths below the directory: `.md`, no dot names, no MEMORY.md, no links. */
export function listMemoryFiles(directory: string): string[] {
  const files: string[] = []
  const visit = (path: string, prefix: string, depth: number) => {
    const entries = attempt(() => readdirSync(path, { withFileTypes: true })) ?? []
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue
      if (entry.isDirectory() && depth < MAX_DEPTH)
        visit(join(path, entry.name), `${prefix}${entry.name}/`, depth + 1)
      else if (isMemoryEntry(entry)) files.push(prefix + entry.name)
    }
  }
  visit(directory, '', 1)
  return files
}

function isMemoryEntry(entry: Dirent): boolean {
  return entry.isFile() && entry.name.endsWith('.md') && entry.name !== INDEX_FILE
}

/** undefined when the file is gone or cannot be read. */
export function readMemory(directory: string, file: string): Memory | undefined {
  const path = join(directory, file)
  return attempt(() => {
    if (!lstatSync(path).isFile()) throw new Error('not a regular file')
    return parseMemory(readFileSync(path), { file, modified: statSync(path).mtime })
  })
}

/** Every memory that can be read. */
export function readMemories(directory: string): Memory[] {
  const memories: Memory[] = []
  for (const file of listMemoryFiles(directory)) {
    const memory = readMemory(directory, file)
    if (memory) memories.push(memory)
  }
  return memories
}
