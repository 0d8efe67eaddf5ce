// The memory directory as the catalog follows it: which files and directories there are, and when they changed.
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { changeStamp } from '../../base/files/change-stamp.ts'
import { holdDirectory } from '../../base/files/held-directory.ts'
import { attempt } from '../../base/values/attempt.ts'
import type { Memory } from '../../memory/memory.ts'
import { readMemoriesWith } from '../../memory/memory-snapshot.ts'
import { listMemoryTree, readFiles, readMemory } from '../../memory/scan-files.ts'
import { directoryTime } from './write-notes.ts'

export interface FileState {
  size: number
  /** `changeStamp` */
  stamp: number
}

export interface MemoryTree {
  files: string[]
  /** All that may hold some, '' for the root. */
  directories: string[]
}

/** What the catalog needs of a memory directory. Files are paths below it, with `/`. */
export interface MemoryFiles {
  tree(): MemoryTree
  /** Undefined when the file is gone. */
  state(file: string): FileState | undefined
  read(file: string): Memory | undefined
  /** Those that can be read: the directory is opened once for all of them. */
  readSome(files: readonly string[]): Memory[]
  /** All of them, where that is quicker than one by one. */
  readAll?(): Memory[]
  /** When names were last added to or taken from a directory; '' is the root. Undefined when it is gone. */
  directoryTime(path: string): number | undefined
}

/** `snapshot`: the file that keeps what a large directory said; who reads all of it leaves it for the next. */
export function memoryFiles(directory: string, snapshot?: string): MemoryFiles {
  const { within } = holdDirectory(directory)
  return {
    ...(snapshot === undefined
      ? {}
      : { readAll: () => within((path) => readMemoriesWith(snapshot, path, directory)) }),
    tree: () => within(listMemoryTree),
    state: (file) => {
      const stat = attempt(() => lstatSync(join(directory, file)))
      if (!stat?.isFile()) return undefined
      return { size: stat.size, stamp: changeStamp(stat) }
    },
    read: (file) => within((path) => readMemory(path, file)),
    readSome: (files) => within((path) => readFiles(path, files)),
    directoryTime: (path) => directoryTime(directory, path) ?? undefined,
  }
}
