// Puts what was read into the memory: all or nothing of what can be taken. What is there already is left; what gives
// orders is held back; an entry with values that have no meaning is named and left out.
import type { ChangedBy } from '../memory/memory-store.ts'
import { message } from '../messages/message.ts'
import { INCLUDE_NOT_READ } from '../messages/transfer.ts'
import { addImported } from './add-imported.ts'
import type { ImportDependencies, Imported, ImportOptions, ImportOutcome } from './import-outcome.ts'
import type { ReadImport } from './read-import.ts'
import { restoreFiles } from './restore-files.ts'

export async function importMemories(
  deps: ImportDependencies,
  read: ReadImport,
  by: ChangedBy,
  options: ImportOptions = {},
): Promise<ImportOutcome> {
  const done = await importEntries(deps, read, by, options)
  const unread = read.format === 'memdir' ? [] : (read.unread ?? [])
  const said = unread.map((path) => ({ warning: message(INCLUDE_NOT_READ, { path }) }))
  return { ...done, warnings: [...done.warnings, ...said], refused: read.refused ?? [] }
}

async function importEntries(
  deps: ImportDependencies,
  read: ReadImport,
  by: ChangedBy,
  options: ImportOptions,
): Promise<Imported> {
  if (read.format !== 'memdir') return addImported(deps, read.format, read.memories, by, options)
  const isOwn = read.signed !== undefined && deps.signature.verify(read.signed.text, read.signed.signature)
  return restoreFiles(deps, read.files, by, { ...options, trust: isOwn || options.trust })
}
