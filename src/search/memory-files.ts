// The memory directory as the catalog follows it: which files and directories there are, and when they changed.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../lib/attempt.ts'
import type { Memory } from '../memory/memory.ts'
import { readMemoriesWith } from '../memory/memory-snapshot.ts'
import { listMemoryFiles, readMemory } from '../memory/scan-files.ts'

export interface FileState {
  size: number
  /** As a Memory tells it: whole milliseconds. */
  mtimeMs: number
}

/** What the catalog needs of a memory directory. Files are paths below it, with `/`. */
export interface MemoryFiles {
  list(): string[]
  /** Undefined when the file is gone. */
  state(file: string): FileState | undefined
  read(file: string): Memory | undefined
  /** All of them, where that is quicker than one by one. */
  readAll?(): Memory[]
  /** When names were last added to or taken from a directory; '' is the root. Undefined when it is gone. */
  directoryTime(path: string): number | undefined
}

/** `snapshot`: the file that keeps what a large directory said; who reads all of it leaves it for the next. */
export function memoryFiles(directory: string, snapshot?: string): MemoryFiles {
  return {
    ...(snapshot === undefined ? {} : { readAll: () => readMemoriesWith(snapshot, directory) }),
    list: () => listMemoryFiles(directory),
    state: (file) => {
      const stat = attempt(() => statSync(join(directory, file)))
      return stat?.isFile() ? { size: stat.size, mtimeMs: Math.floor(stat.mtimeMs) } : undefined
    },
    read: (file) => readMemory(directory, file),
    directoryTime: (path) => {
      const stat = attempt(() => statSync(join(directory, path)))
      return stat?.isDirectory() ? stat.mtimeMs : undefined
    },
  }
}

/** The directories of these files and all above them, root first. */
export function directoriesOf(files: readonly string[]): string[] {
  const paths = new Set([''])
  for (const file of files)
    for (let slash = file.lastIndexOf('/'); slash > 0; slash = file.lastIndexOf('/', slash - 1))
      paths.add(file.slice(0, slash))
  return [...paths].sort()
}
