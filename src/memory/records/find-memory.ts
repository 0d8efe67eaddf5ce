// The memory that a person or an agent means by an id or a file name.

import { ioTexts } from '../../base/messages/io.ts'
import { message } from '../../base/messages/message.ts'
import { storeTexts } from '../../base/messages/store.ts'
import { plainPath } from '../../base/paths/is-inside.ts'
import { ioError, MemdirError } from '../../base/values/errors.ts'
import type { Memory } from '../memory.ts'
import { isNamed } from '../memory-path.ts'
import { readMemoryFile } from '../read-memory-file.ts'
import { listMemoryFiles, readMemory } from '../scan-files.ts'

/** The files that a reference may mean: by their names, by the ids of their memories. Undefined: not known. */
export type LocateMemory = (reference: string) => { named: string[]; ofIds: string[] } | undefined

interface FindMemoryOptions {
  list(): Memory[]
  /** A quicker way, which need not know. */
  locate?: LocateMemory
}

/** By id, unique beginning of an id, or file name. Throws `not_found` or `ambiguous`. */
export function findMemory(
  directory: string,
  reference: string,
  { list, locate }: FindMemoryOptions,
): Memory {
  const located = locate && readLocated(directory, reference, locate)
  if (located) return located
  const files = listMemoryFiles(directory)
  const byName = files.filter((file) => isNamed(file, reference))
  const [named, ...alike] = byName
  if (named !== undefined && alike.length === 0) {
    const memory = readMemory(directory, named)
    if (memory) return memory
    throw unreadable(directory, named)
  }
  const memories = named === undefined ? list() : []
  const exact = memories.filter((memory) => memory.id === reference)
  const found = exact.length > 0 ? exact : memories.filter((memory) => memory.id.startsWith(reference))
  const [only, ...others] = found
  if (only && others.length === 0 && reference !== '') return only
  const many = named === undefined ? found.map((memory) => `${memory.id} (${memory.file})`) : byName
  if (many.length > 1) {
    const matches = many.slice(0, 5).join(', ')
    throw new MemdirError('ambiguous', message(storeTexts.ambiguousMemory, { reference, matches }), {
      fix: message(storeTexts.giveMoreOfId),
    })
  }
  throw new MemdirError('not_found', message(storeTexts.noSuchMemory, { reference }), {
    fix: message(storeTexts.seeListIds),
  })
}

/** Whatever is not plainly this one memory is looked up among all files. */
function readLocated(directory: string, reference: string, locate: LocateMemory): Memory | undefined {
  const plain = plainPath(reference.normalize('NFC'))
  const { named, ofIds } = (plain && locate(plain)) || { named: [], ofIds: [] }
  const [file, ...others] = named.length > 0 ? named : ofIds
  if (file === undefined || others.length > 0) return undefined
  const memory = readMemory(directory, file)
  const isMeant = memory && (named.length > 0 ? isNamed(file, reference) : memory.id.startsWith(reference))
  return isMeant ? memory : undefined
}

/** Gone in the meantime, or there and not to be read: which of both makes a difference to whoever looks for it. */
function unreadable(directory: string, file: string): MemdirError {
  try {
    readMemoryFile(directory, file)
    return memoryGone(file)
  } catch (error) {
    return ioError(message(ioTexts.readingMemory, { file }), error)
  }
}

export function memoryGone(file: string): MemdirError {
  return new MemdirError('not_found', message(storeTexts.memoryGone, { file }), {
    fix: message(storeTexts.seeList),
  })
}
