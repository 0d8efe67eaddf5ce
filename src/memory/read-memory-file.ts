// The one way in which a file of a memory directory is read, by whatever part of memdir: regular files of bounded size,
// and no link on the way. The directory may be shared, cloned or unpacked from an archive: what is in it was put there
// by others.

import { type Directory, openDirectory } from '../base/files/directory.ts'
import { type FileOps, nodeFileOps } from '../base/files/file-ops.ts'
import { type ReadRefusal, type RegularRead, readRegularFile } from '../base/files/read-regular.ts'
import { attempt } from '../base/values/attempt.ts'
import { MemdirError, systemCode } from '../base/values/errors.ts'
import { MAX_MEMORY_BYTES } from './memory.ts'

/** Why a file that is there, or could be, is not read. */
export type MemoryRefusal = ReadRefusal | 'outside'
type MemoryRead = RegularRead | { status: 'refused'; reason: MemoryRefusal }

interface MemoryReaderOptions {
  ops?: FileOps
  most?: number
  /** See `readRegularFile`. */
  buffer?: (size: number) => Buffer
}

export interface MemoryReader {
  /** `file`: a path below the directory, with `/`. Throws only what the system says of a failing disk. */
  read(file: string): MemoryRead
  close(): void
}

/** Holds the directory of the last file open: those of one directory are mostly read one after another. */
export function openMemoryReader(directory: string, options: MemoryReaderOptions = {}): MemoryReader {
  const { ops = nodeFileOps, most = MAX_MEMORY_BYTES, buffer } = options
  let held: { path: string; parent: Directory } | undefined
  const close = () => {
    held?.parent.close()
    held = undefined
  }
  const parentOf = (steps: readonly string[]): Directory => {
    const path = steps.join('/')
    if (held?.path === path) return held.parent
    close()
    held = { path, parent: openDirectory(ops, directory, steps) }
    return held.parent
  }
  return {
    close,
    read(file) {
      const steps = file.split('/')
      if (steps.some((step) => step === '' || step === '.' || step === '..'))
        return { status: 'refused', reason: 'outside' }
      const name = steps.pop()!
      // The directory itself may be reached through links; with no step below it there is nothing to prove.
      if (steps.length === 0) return readRegularFile(`${directory}/${name}`, { most, ops, buffer })
      try {
        return readRegularFile(parentOf(steps).at(name), { most, ops, buffer })
      } catch (error) {
        if (MemdirError.is(error)) return { status: 'refused', reason: 'link' }
        if (systemCode(error) === 'ENOENT') return { status: 'missing' }
        throw error
      }
    },
  }
}

export function readMemoryFile(
  directory: string,
  file: string,
  options: MemoryReaderOptions = {},
): MemoryRead {
  const reader = openMemoryReader(directory, options)
  try {
    return reader.read(file)
  } finally {
    reader.close()
  }
}

/** undefined where it is missing, refused or cannot be read. */
export function readMemoryBytes(directory: string, file: string): Buffer | undefined {
  const read = attempt(() => readMemoryFile(directory, file))
  return read?.status === 'read' ? read.bytes : undefined
}

export function readMemoryText(directory: string, file: string): string | undefined {
  return readMemoryBytes(directory, file)?.toString('utf8')
}
