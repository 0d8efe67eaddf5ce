// What is in the directory while a change is planned and made, under the lock.
import { join } from 'node:path'
import { message } from '../../base/messages/message.ts'
import { pathsTexts } from '../../base/messages/paths.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { look } from '../files/look.ts'
import { readRefusal } from '../files/read-refusal.ts'
import { type MemoryRefusal, readMemoryFile } from '../read-memory-file.ts'
import type { WriteView } from '../writer.ts'
import { listedNames, type NamesIn } from './folded-names.ts'
import { isTaken, siblingNames } from './sibling-names.ts'
import type { WriterIo } from './write-step.ts'

export function viewOf(io: WriterIo, namesIn = listed(io)): WriteView {
  const { ops, directory } = io
  const siblings = siblingNames(namesIn)
  const exists = (file: string) => look(() => ops.find(join(directory, file))) !== undefined
  return {
    read: (file) => {
      const read = readMemoryFile(directory, file, { ops })
      if (read.status === 'refused') throw unreadable(file, read.reason)
      return read.status === 'read' ? read.bytes : undefined
    },
    exists,
    // Looked at first: what the names say may be a moment old.
    isTaken: (file) => exists(file) || isTaken(file, siblings),
  }
}

function listed({ ops, directory }: WriterIo): NamesIn {
  return listedNames((path) => look(() => ops.readdir(join(directory, path))) ?? [])
}

function unreadable(file: string, reason: MemoryRefusal): MemdirError {
  return new MemdirError(
    'refused_path',
    message(pathsTexts.cannotBeRead, { file, reason: readRefusal(reason) }),
    {
      fix: message(pathsTexts.lookAtTheFile),
    },
  )
}
