// All memories as one JSON document, or as a directory of Markdown files.

import { readdirSync } from 'node:fs'
import { writeFileBelow } from '../../base/files/atomic-write.ts'
import { makeDirectories } from '../../base/files/directory.ts'
import { nodeFileOps } from '../../base/files/file-ops.ts'
import { holdDirectory } from '../../base/files/held-directory.ts'
import { message } from '../../base/messages/message.ts'
import { transferTexts } from '../../base/messages/transfer.ts'
import { attempt } from '../../base/values/attempt.ts'
import { type Clock, isoSeconds } from '../../base/values/clock.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { Memory } from '../memory.ts'
import { INDEX_FILE } from '../memory-path.ts'
import type { MemoryStore } from '../memory-store.ts'
import { readMemoryBytes } from '../read-memory-file.ts'
import type { ExportSignature } from './export-signature.ts'
import { type ExportedFile, renderExport } from './formats/memdir-json.ts'
import type { ImportDependencies } from './import-outcome.ts'

interface ExportDependencies {
  store: MemoryStore
  usage: Pick<ImportDependencies['usage'], 'read'>
  clock: Clock
  signature: ExportSignature
}

export interface Exported {
  text: string
  count: number
  /** Files that are no UTF-8 text. */
  skipped: string[]
}

/** Lossless: importing it gives the same files and counts. Files that are not UTF-8 are reported, not exported. */
export function exportJson(
  { store, usage, clock, signature }: ExportDependencies,
  wanted: (memory: Memory) => boolean = () => true,
): Exported {
  const { within } = holdDirectory(store.directory)
  const totals = usage.read()
  const files: ExportedFile[] = []
  const skipped: string[] = []
  for (const memory of store.list().filter(wanted)) {
    const bytes = within((path) => readMemoryBytes(path, memory.file))
    const text = bytes?.toString('utf8')
    if (!bytes || text === undefined || !Buffer.from(text, 'utf8').equals(bytes)) skipped.push(memory.file)
    else files.push({ memory, text, usage: totals.get(memory.id) })
  }
  files.sort((a, b) => (a.memory.file < b.memory.file ? -1 : 1))
  const text = renderExport(files, isoSeconds(clock.now()), signature.sign)
  return { text, count: files.length, skipped }
}

/** Copies into a directory that is empty or not there: nothing is ever written over. */
export function exportMarkdown({ store }: Pick<ExportDependencies, 'store'>, directory: string): number {
  if ((attempt(() => readdirSync(directory)) ?? []).length > 0)
    throw new MemdirError('usage', message(transferTexts.notEmpty, { directory }), {
      fix: message(transferTexts.notEmptyFix),
    })
  makeDirectories(nodeFileOps, directory)
  const files = store.list().map(({ file }) => file)
  for (const file of [...files, INDEX_FILE]) {
    const bytes = readMemoryBytes(store.directory, file)
    if (bytes === undefined) continue
    writeFileBelow(directory, file, bytes, { durable: false, exclusive: true })
  }
  return files.length
}
