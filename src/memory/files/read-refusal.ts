// Why a file of a memory directory is not read, for people.

import { type Message, message } from '../../base/messages/message.ts'
import { pathsTexts } from '../../base/messages/paths.ts'
import { MAX_MEMORY_BYTES } from '../memory.ts'
import type { MemoryRefusal } from '../read-memory-file.ts'

export function readRefusal(reason: MemoryRefusal): Message {
  switch (reason) {
    case 'link':
      return message(pathsTexts.fileIsLink)
    case 'not_regular':
      return message(pathsTexts.fileNotRegular)
    case 'too_large':
      return message(pathsTexts.fileTooLarge, { most: MAX_MEMORY_BYTES / 1_000_000 })
    case 'outside':
      return message(pathsTexts.pathOutside)
  }
}
