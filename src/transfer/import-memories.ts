// Puts what was read into the memory: all or nothing. What is there already is left; what gives orders is held back.
import { attempt } from '../lib/attempt.ts'
import { MemdirError } from '../lib/errors.ts'
import { contentHash } from '../lib/hash.ts'
import { changeMemory, parseMemory } from '../memory/memory-file.ts'
import type { ChangedBy } from '../memory/memory-store.ts'
import { placeOf } from '../memory/place.ts'
import type { PlannedWrite } from '../memory/planned-write.ts'
import type { StagedFile } from '../memory/staged-files.ts'
import { judgeMemory } from '../records/judge-memory.ts'
import { addImported, asImported } from './add-imported.ts'
import type { RestoredFile } from './formats/memdir-json.ts'
import type { ImportOptions, ImportOutcome, ImportParts } from './import-outcome.ts'
import type { ReadImport } from './read-import.ts'

export async function importMemories(
  parts: ImportParts,
  read: ReadImport,
  by: ChangedBy,
  options: ImportOptions = {},
): Promise<ImportOutcome> {
  if (read.format !== 'memdir') return addImported(parts, read.format, read.memories, by, options)
  const isOwn = read.signed !== undefined && parts.signature.verify(read.signed.text, read.signed.signature)
  return restoreFiles(parts, read.files, by, { ...options, trust: isOwn || options.trust })
}

/** An export of memdir: the same files again, under the same names; of another's only the origin changes. */
async function restoreFiles(
  { store, usage, quarantine, clock }: ImportParts,
  files: readonly RestoredFile[],
  by: ChangedBy,
  { conflict = 'refuse', trust = false, onProgress }: ImportOptions,
): Promise<ImportOutcome> {
  const outcome: ImportOutcome = { format: 'memdir', imported: 0, known: 0, kept: 0, quarantined: [] }
  const doubtful = new Set<string>()
  const staged: StagedFile[] = []
  const hashes = new Map(store.list().map((memory) => [memory.file, memory.hash]))
  const wanted = trust ? files : files.map((one) => ({ ...one, text: importedText(one) }))
  for (const [at, { file, text }] of trust ? [] : files.entries()) {
    onProgress?.(at, files.length, 'checking')
    const memory = parseMemory(Buffer.from(text, 'utf8'), { file, modified: clock.now() })
    if (hashes.get(file) === memory.hash) continue
    // An export is a file like any other: what it says of its origin makes nothing trusted.
    const judgement = [memory, asImported(memory)]
      .map((one) => judgeMemory({ actor: by.actor, memory: one }))
      .find(({ verdict }) => verdict === 'quarantine')
    if (judgement?.verdict !== 'quarantine') continue
    const { reason } = judgement
    doubtful.add(file)
    const { text: content } = await store.writer.clean(memory.content, placeOf(undefined))
    const held = await quarantine.stage(
      { reason, by: by.actor, memory: { ...asImported(memory), content, file: undefined } },
      staged,
    )
    outcome.quarantined.push({ id: held.id, reason })
  }
  const ids = new Map(store.list().map((memory) => [memory.id, memory.file]))
  await store.writer.writePlanned(
    (view) => {
      const writes: PlannedWrite[] = []
      outcome.imported = outcome.known = outcome.kept = 0
      for (const [at, { file, text }] of wanted.entries()) {
        if (doubtful.has(file)) continue
        const current = view.read(file)
        const memory = parseMemory(Buffer.from(text, 'utf8'), { file, modified: clock.now() })
        const elsewhere = ids.get(memory.id)
        const isKnown = [text, files[at]!.text].some((one) => current?.equals(Buffer.from(one, 'utf8')))
        if (isKnown) outcome.known++
        else if (current === undefined && (elsewhere === undefined || elsewhere === file))
          writes.push({ file, create: text })
        else if (conflict === 'keep') outcome.kept++
        else if (conflict === 'replace' && current)
          writes.push({ file, replace: text, expect: contentHash(current) })
        else throw conflictOf(current ? file : elsewhere!)
      }
      outcome.imported = writes.length
      return writes
    },
    {
      actor: by.actor,
      action: 'import',
      reason: by.reason,
      staged,
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

/** Frontmatter that cannot be changed safely cannot be read either: it claims nothing. */
function importedText({ file, text }: RestoredFile): string {
  const bytes = Buffer.from(text, 'utf8')
  const { source } = asImported(parseMemory(bytes, { file, modified: new Date(0) }))
  return attempt(() => changeMemory(bytes, { source })) ?? text
}

function conflictOf(file: string): MemdirError {
  return new MemdirError('conflict', `${file} is there with another text; nothing was imported`, {
    fix: 'Give --keep to keep what is there, or --replace to take what is imported.',
    details: { file },
  })
}
