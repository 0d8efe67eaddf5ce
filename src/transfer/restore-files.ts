// An export of memdir: the same files again, under the same names; of another's only the origin changes.
import { attempt } from '../lib/attempt.ts'
import { MemdirError } from '../lib/errors.ts'
import { contentHash } from '../lib/hash.ts'
import type { Memory } from '../memory/memory.ts'
import { changeMemory, parseMemory } from '../memory/memory-file.ts'
import type { ChangedBy } from '../memory/memory-store.ts'
import { placeOf } from '../memory/place.ts'
import type { PlannedWrite, WriteView } from '../memory/planned-write.ts'
import { readMemoryFile } from '../memory/read-memory-file.ts'
import type { StagedFile } from '../memory/staged-files.ts'
import { message } from '../messages/message.ts'
import { IMPORT_CONFLICT, IMPORT_CONFLICT_FIX } from '../messages/transfer.ts'
import { asImported } from './formats/imported.ts'
import type { RestoredFile } from './formats/memdir-json.ts'
import type { ImportDependencies, Imported, ImportOptions } from './import-outcome.ts'

export async function restoreFiles(
  deps: ImportDependencies,
  files: readonly RestoredFile[],
  by: ChangedBy,
  { conflict = 'refuse', trust = false, dryRun = false, onProgress }: ImportOptions,
): Promise<Imported> {
  const { store } = deps
  const here = store.list()
  const staged: StagedFile[] = []
  const held = trust
    ? new Map()
    : await holdDoubtful(dryRun ? withoutHolding(deps) : deps, files, here, by, staged, onProgress)
  const wanted = files
    .filter(({ file }) => !held.has(file))
    .map((one) => ({ ...one, given: one.text, text: trust ? one.text : importedText(one) }))
  const fileOfId = new Map(here.map(({ id, file }) => [id, file]))
  let plan: RestorePlan = { writes: [], known: 0, kept: 0 }
  if (dryRun) return planOnly(store, wanted, fileOfId, conflict, [...held.values()])
  const written = await store.writer.writePlanned(
    (view) => {
      plan = planRestore(view, wanted, fileOfId, conflict)
      return plan.writes
    },
    {
      actor: by.actor,
      action: 'import',
      reason: by.reason,
      staged,
      onProgress: onProgress && ((done, total) => onProgress(done, total, 'writing')),
    },
  )
  restoreUsage(deps, files)
  const { writes, known, kept } = plan
  const warnings = written.warnings.map((warning) => ({ warning }))
  const quarantined = [...held.values()]
  return { format: 'memdir', imported: writes.length, known, kept, quarantined, warnings }
}

function withoutHolding(deps: ImportDependencies): ImportDependencies {
  return { ...deps, hold: async () => ({ id: '' }) }
}

/** A conflict that would refuse the import refuses the dry run too. */
function planOnly(
  { directory }: ImportDependencies['store'],
  wanted: readonly (RestoredFile & { given: string })[],
  fileOfId: ReadonlyMap<string, string>,
  conflict: NonNullable<ImportOptions['conflict']>,
  quarantined: Imported['quarantined'],
): Imported {
  const read = (file: string) => {
    const found = attempt(() => readMemoryFile(directory, file))
    return found?.status === 'read' ? found.bytes : undefined
  }
  const { writes, known, kept } = planRestore({ read }, wanted, fileOfId, conflict)
  const texts = new Map(wanted.map((one) => [one.file, parsed(one)]))
  const planned = writes.flatMap(({ file }) => {
    const memory = texts.get(file)
    return memory ? [{ content: memory.content.trim(), type: memory.type, file }] : []
  })
  return { format: 'memdir', imported: writes.length, known, kept, quarantined, warnings: [], planned }
}

/** An export is a file like any other: what it says of its origin makes nothing trusted. By file. */
async function holdDoubtful(
  { store, reasonToHold, hold }: ImportDependencies,
  files: readonly RestoredFile[],
  here: readonly Memory[],
  { actor }: ChangedBy,
  staged: StagedFile[],
  onProgress: ImportOptions['onProgress'],
): Promise<Map<string, Imported['quarantined'][number]>> {
  const hashes = new Map(here.map(({ file, hash }) => [file, hash]))
  const held = new Map<string, Imported['quarantined'][number]>()
  for (const [at, one] of files.entries()) {
    onProgress?.(at, files.length, 'checking')
    const memory = parsed(one)
    if (hashes.get(one.file) === memory.hash) continue
    const reason = reasonToHold(actor, memory) ?? reasonToHold(actor, asImported(memory))
    if (reason === undefined) continue
    const { text: content } = await store.writer.clean(memory.content, placeOf(undefined))
    const waiting = { ...asImported(memory), content, file: undefined }
    const { id } = await hold({ reason, by: actor, memory: waiting }, staged)
    held.set(one.file, { id, reason })
  }
  return held
}

interface RestorePlan {
  writes: PlannedWrite[]
  known: number
  kept: number
}

/** `given`: as the export has it, before its origin was changed. */
function planRestore(
  view: Pick<WriteView, 'read'>,
  files: readonly (RestoredFile & { given: string })[],
  fileOfId: ReadonlyMap<string, string>,
  conflict: NonNullable<ImportOptions['conflict']>,
): RestorePlan {
  const plan: RestorePlan = { writes: [], known: 0, kept: 0 }
  for (const one of files) {
    const { file, text, given } = one
    const current = view.read(file)
    const elsewhere = fileOfId.get(parsed(one).id)
    if (current && [text, given].some((version) => current.equals(Buffer.from(version, 'utf8')))) plan.known++
    else if (!current && (elsewhere === undefined || elsewhere === file))
      plan.writes.push({ file, create: text })
    else if (conflict === 'keep') plan.kept++
    else if (conflict === 'replace' && current)
      plan.writes.push({ file, replace: text, expect: contentHash(current) })
    else throw conflictOf(current ? file : (elsewhere ?? file))
  }
  return plan
}

/** Counts of memories that have none here. */
function restoreUsage({ usage }: ImportDependencies, files: readonly RestoredFile[]): void {
  const known = usage.read()
  const counted = files.flatMap((one) => (one.usage ? [[parsed(one).id, one.usage] as const] : []))
  const fresh = counted.filter(([id]) => !known.has(id))
  if (fresh.length > 0) usage.restore(new Map(fresh))
}

/** Frontmatter that cannot be changed safely cannot be read either: it claims nothing. */
function importedText(one: RestoredFile): string {
  const { source } = asImported(parsed(one))
  return attempt(() => changeMemory(Buffer.from(one.text, 'utf8'), { source })) ?? one.text
}

function parsed({ file, text }: RestoredFile): Memory {
  return parseMemory(Buffer.from(text, 'utf8'), { file, modified: new Date(0) })
}

function conflictOf(file: string): MemdirError {
  return new MemdirError('conflict', message(IMPORT_CONFLICT, { file }), {
    fix: message(IMPORT_CONFLICT_FIX),
    details: { file },
  })
}
