// The memory that a person or an agent means by an id or a file name.
import { ioError, MemdirError } from '../lib/errors.ts'
import { READING_MEMORY } from '../messages/io.ts'
import { message } from '../messages/message.ts'
import {
  AMBIGUOUS_MEMORY,
  GIVE_MORE_OF_ID,
  MEMORY_GONE,
  NO_SUCH_MEMORY,
  SEE_LIST,
  SEE_LIST_IDS,
} from '../messages/store.ts'
import type { Memory } from './memory.ts'
import { plainPath } from './memory-path.ts'
import { readMemoryFile } from './read-memory-file.ts'
import { listMemoryFiles, readMemory } from './scan-files.ts'

/** By id, unique beginning of an id, or file name. Throws `not_found` or `ambiguous`. */
export function findMemory(directory: string, reference: string, list: () => Memory[]): Memory {
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
    throw new MemdirError('ambiguous', message(AMBIGUOUS_MEMORY, { reference, matches }), {
      fix: message(GIVE_MORE_OF_ID),
    })
  }
  throw new MemdirError('not_found', message(NO_SUCH_MEMORY, { reference }), { fix: message(SEE_LIST_IDS) })
}

function isNamed(file: string, reference: string): boolean {
  const plain = plainPath(reference.normalize('NFC'))
  const name = file.normalize('NFC')
  return [name, name.replace(/\.md$/, ''), name.slice(name.lastIndexOf('/') + 1)].includes(plain)
}

/** Gone in the meantime, or there and not to be read: which of both makes a difference to whoever looks for it. */
function unreadable(directory: string, file: string): MemdirError {
  try {
    readMemoryFile(directory, file)
    return memoryGone(file)
  } catch (error) {
    return ioError(message(READING_MEMORY, { file }), error)
  }
}

export function memoryGone(file: string): MemdirError {
  return new MemdirError('not_found', message(MEMORY_GONE, { file }), { fix: message(SEE_LIST) })
}
