// Files of a directory that nothing marks as memories: many of them may be a whole disk of notes.

import { listOf, message } from '../../base/messages/message.ts'
import { transferTexts } from '../../base/messages/transfer.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { ReadImport } from '../import-format.ts'
import { plainFilesOf } from '../import-format.ts'
import type { ImportOptions } from './import-outcome.ts'

export function refuseManyPlain(read: ReadImport, { plain = false, dryRun = false }: ImportOptions): void {
  const files = plainFilesOf(read)
  if (files.length === 0 || plain || dryRun) return
  const values = { count: files.length, files: listOf(files.slice(0, 3)) }
  throw new MemdirError('usage', message(transferTexts.manyPlainFiles, values), {
    fix: message(transferTexts.manyPlainFilesFix),
  })
}
