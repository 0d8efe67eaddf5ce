// Which files of a memory directory are memories, and reading them. Never fails because of a single file.
import { type Dirent, existsSync, opendirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../base/values/attempt.ts'
import { isLogFile, LOGS } from './daily-log.ts'
import type { Memory } from './memory.ts'
import { parseMemory } from './memory-file.ts'
import { INDEX_FILE, isMemoryName, MAX_DEPTH } from './memory-path.ts'
import { type MemoryReader, openMemoryReader } from './read-memory-file.ts'

/** All memory files, as paths below the directory: `.md`, no dot names, no MEMORY.md, no links. */
export function listMemoryFiles(directory: string): string[] {
  return listMemoryTree(directory).files
}

/** The daily logs, which are no memories. */
export function listLogFiles(directory: string): { files: string[]; directories: string[] } {
  const all = visitTree(directory)
  return {
    files: all.files.filter(isLogFile).sort(),
    directories: all.directories.filter((path) => path === LOGS || path.startsWith(`${LOGS}/`)),
  }
}

/** The same, with the directories that were looked into, `''` for the root. */
export function listMemoryTree(directory: string): { files: string[]; directories: string[] } {
  const { files, directories } = visitTree(directory)
  return { files: files.some(isLogFile) ? files.filter((file) => !isLogFile(file)) : files, directories }
}

function visitTree(directory: string): { files: string[]; directories: string[] } {
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
  return entry.isFile() && isMemoryName(entry.name)
}

/** Shared by all reads: a buffer of its own for each of 10,000 files costs more than reading them. */
let shared = Buffer.allocUnsafeSlow(64 * 1024)
const OPTIONS = {
  buffer: (size: number) => {
    if (size > shared.length) shared = Buffer.allocUnsafeSlow(size)
    return shared
  },
}

/** undefined when the file is gone or cannot be read. */
export function readMemory(directory: string, file: string): Memory | undefined {
  const reader = openMemoryReader(directory, OPTIONS)
  try {
    return parseFile(reader, file)
  } finally {
    reader.close()
  }
}

function parseFile(reader: MemoryReader, file: string): Memory | undefined {
  const read = attempt(() => reader.read(file))
  if (read?.status !== 'read') return undefined
  const modified = new Date(read.stat.mtimeMs)
  return attempt(() => parseMemory(read.bytes, { file, modified, now: new Date() }))
}

/** Memory files that are there, but not among those that could be read. */
export function unreadFiles(directory: string, read: readonly Pick<Memory, 'file'>[]): string[] {
  const known = new Set(read.map(({ file }) => file))
  return listMemoryFiles(directory).filter((file) => !known.has(file))
}

/** Every memory that can be read. */
export function readMemories(directory: string): Memory[] {
  return readFiles(directory, listMemoryFiles(directory))
}

export function readFiles(directory: string, files: readonly string[]): Memory[] {
  return [...eachMemory(directory, files)]
}

/** One after the other: 100,000 at once take more than a gigabyte. */
export function* eachMemory(
  directory: string,
  files: readonly string[] = listMemoryFiles(directory),
): Generator<Memory> {
  const reader = openMemoryReader(directory, OPTIONS)
  try {
    for (const file of files) {
      const memory = parseFile(reader, file)
      if (memory) yield memory
    }
  } finally {
    reader.close()
  }
}

/** True also where it cannot be listed: whoever searches it says why. */
export function holdsMemories(directory: string): boolean {
  const entries = attempt(() => opendirSync(directory))
  if (!entries) return existsSync(directory)
  try {
    for (let entry = entries.readSync(); entry; entry = entries.readSync())
      if (entry.name !== INDEX_FILE && !entry.name.startsWith('.')) return true
    return false
  } finally {
    entries.closeSync()
  }
}
