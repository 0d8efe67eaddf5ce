// Puts what was read into the memory: all or nothing of what can be taken. What is there already is left; what gives
// orders is held back; an entry with values that have no meaning is named and left out.
import type { ChangedBy } from '../memory/memory-store.ts'
import { addImported } from './add-imported.ts'
import type { Imported, ImportOptions, ImportOutcome, ImportParts } from './import-outcome.ts'
import type { ReadImport } from './read-import.ts'
import { restoreFiles } from './restore-files.ts'

export async function importMemories(
  parts: ImportParts,
  read: ReadImport,
  by: ChangedBy,
  options: ImportOptions = {},
): Promise<ImportOutcome> {
  return { ...(await importEntries(parts, read, by, options)), refused: read.refused ?? [] }
}

async function importEntries(
  parts: ImportParts,
  read: ReadImport,
  by: ChangedBy,
  options: ImportOptions,
): Promise<Imported> {
  if (read.format !== 'memdir') return addImported(parts, read.format, read.memories, by, options)
  const isOwn = read.signed !== undefined && parts.signature.verify(read.signed.text, read.signed.signature)
  return restoreFiles(parts, read.files, by, { ...options, trust: isOwn || options.trust })
}
