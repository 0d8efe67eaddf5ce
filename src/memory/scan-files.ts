// Which files of a memory directory are memories, and reading them. Never fails because of a single file.
import { closeSync, constants, type Dirent, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../lib/attempt.ts'
import { INDEX_FILE } from './index-file.ts'
import type { Memory } from './memory.ts'
import { parseMemory } from './memory-file.ts'

/** Directories deeper than this are not looked into. */
const MAX_DEPTH = 16

/** All memory files, as paths below the directory: `.md`, no dot names, no MEMORY.md, no links. */
export function listMemoryFiles(directory: string): string[] {
  return listMemoryTree(directory).files
}

/** The same, with the directories that were looked into, `''` for the root. */
export function listMemoryTree(directory: string): { files: string[]; directories: string[] } {
  const files: string[] = []
  const directories: string[] = []
  const visit = (path: string, prefix: string, depth: number) => {
    directories.push(prefix.slice(0, -1))
    const entries = attempt(() => readdirSync(path, { withFileTypes: true })) ?? []
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue
      if (entry.isDirectory() && depth < MAX_DEPTH)
        visit(join(path, entry.name), `${prefix}${entry.name}/`, depth + 1)
      else if (isMemoryEntry(entry)) files.push(prefix + entry.name)
    }
  }
  visit(directory, '', 1)
  return { files, directories }
}

function isMemoryEntry(entry: Dirent): boolean {
  return entry.isFile() && entry.name.endsWith('.md') && entry.name !== INDEX_FILE
}

const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
/** Shared by all reads: a buffer of its own for each of 10,000 files costs more than reading them. */
let shared = Buffer.allocUnsafeSlow(64 * 1024)

/** undefined when the file is gone or cannot be read. Four system calls a file. */
export function readMemory(directory: string, file: string): Memory | undefined {
  let fd: number
  try {
    fd = openSync(`${directory}/${file}`, READ)
  } catch {
    return undefined
  }
  try {
    const stat = fstatSync(fd)
    if (!stat.isFile()) return undefined
    return parseMemory(readWhole(fd, stat.size), { file, modified: new Date(stat.mtimeMs) })
  } catch {
    return undefined
  } finally {
    closeSync(fd)
  }
}

/** A view of the shared buffer: valid until the next read. */
function readWhole(fd: number, size: number): Buffer {
  if (size + 1 > shared.length) shared = Buffer.allocUnsafeSlow(size + 1)
  let length = 0
  // The file may have grown since its size was asked for.
  for (let more = readSync(fd, shared, 0, shared.length, 0); more > 0; ) {
    length += more
    if (length < shared.length) break
    shared = Buffer.concat([shared, Buffer.allocUnsafeSlow(shared.length)])
    more = readSync(fd, shared, length, shared.length - length, length)
  }
  return shared.subarray(0, length)
}

/** Every memory that can be read. */
export function readMemories(directory: string): Memory[] {
  return readFiles(directory, listMemoryFiles(directory))
}

export function readFiles(directory: string, files: readonly string[]): Memory[] {
  const memories: Memory[] = []
  for (const file of files) {
    const memory = readMemory(directory, file)
    if (memory) memories.push(memory)
  }
  return memories
}
