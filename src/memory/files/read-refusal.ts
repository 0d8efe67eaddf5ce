// Why a file of a memory directory is not read, for people.
import { type Message, message } from '../../base/messages/message.ts'
import { FILE_IS_LINK, FILE_NOT_REGULAR, FILE_TOO_LARGE, PATH_OUTSIDE } from '../../base/messages/paths.ts'
import { MAX_MEMORY_BYTES } from './memory-size.ts'
import type { MemoryRefusal } from './read-memory-file.ts'

export function readRefusal(reason: MemoryRefusal): Message {
  switch (reason) {
    case 'link':
      return message(FILE_IS_LINK)
    case 'not_regular':
      return message(FILE_NOT_REGULAR)
    case 'too_large':
      return message(FILE_TOO_LARGE, { most: MAX_MEMORY_BYTES / 1_000_000 })
    case 'outside':
      return message(PATH_OUTSIDE)
  }
}
