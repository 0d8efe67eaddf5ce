// What is in the directory while a change is planned and made: under the lock, so each directory is listed once.
import { join } from 'node:path'
import { MemdirError, systemCode } from '../lib/errors.ts'
import { message } from '../messages/message.ts'
import { CANNOT_BE_READ, LOOK_AT_THE_FILE } from '../messages/paths.ts'
import type { WriteView } from './planned-write.ts'
import { type MemoryRefusal, readMemoryFile } from './read-memory-file.ts'
import { readRefusal } from './read-refusal.ts'
import { isTaken, type ListNames, siblingNames } from './sibling-names.ts'
import type { WriterIo } from './write-step.ts'

export function viewOf(io: WriterIo, list = listNames(io)): WriteView {
  const { ops, directory } = io
  const siblings = siblingNames(list)
  return {
    read: (file) => {
      const read = readMemoryFile(directory, file, { ops })
      if (read.status === 'refused') throw unreadable(file, read.reason)
      return read.status === 'read' ? read.bytes : undefined
    },
    exists: (file) => look(() => ops.find(join(directory, file))) !== undefined,
    isTaken: (file) => isTaken(file, siblings),
  }
}

/** Lists each directory once: for one change, under the lock. */
export function listNames({ ops, directory }: WriterIo): ListNames {
  const known = new Map<string, readonly string[]>()
  return (path) => {
    const names = known.get(path) ?? look(() => ops.readdir(join(directory, path))) ?? []
    known.set(path, names)
    return names
  }
}

function look<T>(see: () => T): T | undefined {
  try {
    return see()
  } catch (error) {
    // What is there but cannot be read must not pass for missing.
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return undefined
    throw error
  }
}

function unreadable(file: string, reason: MemoryRefusal): MemdirError {
  return new MemdirError('refused_path', message(CANNOT_BE_READ, { file, reason: readRefusal(reason) }), {
    fix: message(LOOK_AT_THE_FILE),
  })
}
