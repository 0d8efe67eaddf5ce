// Puts what was read into the memory: all or nothing. What is there already is left; what gives orders is held back.
import { MemdirError } from '../lib/errors.ts'
import { contentHash } from '../lib/hash.ts'
import { parseMemory } from '../memory/memory-file.ts'
import type { ChangedBy } from '../memory/memory-store.ts'
import type { PlannedWrite } from '../memory/planned-write.ts'
import { addImported, asImported } from './add-imported.ts'
import { quarantineReason } from './add-record.ts'
import type { RestoredFile } from './formats/memdir-json.ts'
import type { ImportOptions, ImportOutcome, ImportParts } from './import-outcome.ts'
import type { ReadImport } from './read-import.ts'

export async function importMemories(
  parts: ImportParts,
  read: ReadImport,
  by: ChangedBy,
  options: ImportOptions = {},
): Promise<ImportOutcome> {
  return read.format === 'memdir'
    ? restoreFiles(parts, read.files, by, options)
    : addImported(parts, read.format, read.memories, by, options)
}

/** Our own export: the same files again, under the same names. */
async function restoreFiles(
  { store, usage, quarantine, clock }: ImportParts,
  files: readonly RestoredFile[],
  by: ChangedBy,
  { conflict = 'refuse', trust = false, onProgress }: ImportOptions,
): Promise<ImportOutcome> {
  const outcome: ImportOutcome = { format: 'memdir', imported: 0, known: 0, kept: 0, quarantined: [] }
  const doubtful = new Set<string>()
  const hashes = new Map(store.list().map((memory) => [memory.file, memory.hash]))
  for (const [at, { file, text }] of trust ? [] : files.entries()) {
    onProgress?.(at, files.length, 'checking')
    const memory = parseMemory(Buffer.from(text, 'utf8'), { file, modified: clock.now() })
    if (hashes.get(file) === memory.hash) continue
    // An export is a file like any other: what it says of its origin makes nothing trusted.
    const doubt = quarantineReason(memory) ?? quarantineReason(asImported(memory))
    if (!doubt) continue
    doubtful.add(file)
    const { text: content } = await store.writer.clean(memory.content)
    const held = await quarantine.hold({
      ...doubt,
      by: by.actor,
      memory: { ...asImported(memory), content, file: undefined },
    })
    outcome.quarantined.push({ id: held.id, reason: doubt.reason })
  }
  const ids = new Map(store.list().map((memory) => [memory.id, memory.file]))
  await store.writer.writePlanned(
    (view) => {
      const writes: PlannedWrite[] = []
      outcome.imported = outcome.known = outcome.kept = 0
      for (const { file, text } of files) {
        if (doubtful.has(file)) continue
        const current = view.read(file)
        const memory = parseMemory(Buffer.from(text, 'utf8'), { file, modified: clock.now() })
        const elsewhere = ids.get(memory.id)
        if (current?.equals(Buffer.from(text, 'utf8'))) outcome.known++
        else if (current === undefined && (elsewhere === undefined || elsewhere === file))
          writes.push({ file, content: text, expect: null })
        else if (conflict === 'keep') outcome.kept++
        else if (conflict === 'replace' && current)
          writes.push({ file, content: text, expect: contentHash(current) })
        else throw conflictOf(current ? file : elsewhere!)
      }
      outcome.imported = writes.length
      return writes
    },
    {
      actor: by.actor,
      action: 'import',
      reason: by.reason,
      onProgress: onProgress && ((done, total) => onProgress(done, total, 'writing')),
    },
  )
  const counted = files.flatMap(({ file, text, usage: totals }) =>
    totals
      ? [[parseMemory(Buffer.from(text, 'utf8'), { file, modified: clock.now() }).id, totals] as const]
      : [],
  )
  const known = usage.read()
  const fresh = counted.filter(([id]) => !known.has(id))
  if (fresh.length > 0) usage.restore(new Map(fresh))
  return outcome
}

function conflictOf(file: string): MemdirError {
  return new MemdirError('conflict', `${file} is there with another text; nothing was imported`, {
    fix: 'Give --keep to keep what is there, or --replace to take what is imported.',
    details: { file },
  })
}
