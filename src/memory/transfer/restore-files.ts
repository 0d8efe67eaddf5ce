// An export of this installation, or one that the person vouches for: the same files again, under the same names and as
// old as they were.
import { lutimesSync } from 'node:fs'
import { join } from 'node:path'
import { message } from '../../base/messages/message.ts'
import { transferTexts } from '../../base/messages/transfer.ts'
import { attempt } from '../../base/values/attempt.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { contentHash } from '../../base/values/hash.ts'
import type { Memory } from '../memory.ts'
import { parseMemory } from '../memory-file.ts'
import type { ChangedBy } from '../memory-store.ts'
import { readMemoryFile } from '../read-memory-file.ts'
import type { PlannedWrite, WriteView } from '../writer.ts'
import type { RestoredFile } from './formats/memdir-json.ts'
import type { ImportDependencies, ImportOptions, Written } from './import-outcome.ts'

export async function restoreFiles(
  deps: ImportDependencies,
  files: readonly RestoredFile[],
  { actor, reason, staged }: ChangedBy,
  { conflict = 'refuse', dryRun = false, onProgress }: ImportOptions,
): Promise<Written> {
  const { store } = deps
  const fileOfId = new Map(store.list().map(({ id, file }) => [id, file]))
  if (dryRun) return planOnly(store, files, fileOfId, conflict)
  let plan: RestorePlan = { writes: [], known: 0, kept: 0 }
  const { warnings } = await store.writer.writePlanned(
    (view) => {
      plan = planRestore(view, files, fileOfId, conflict)
      return plan.writes
    },
    {
      actor,
      action: 'import',
      reason,
      staged,
      onProgress: onProgress && ((done, total) => onProgress(done, total, 'writing')),
    },
  )
  const { writes, known, kept } = plan
  restoreTimes(store.directory, files, writes)
  restoreUsage(deps, files)
  return {
    imported: writes.length,
    known,
    kept,
    warnings: warnings.map((warning) => ({ warning })),
    planned: [],
  }
}

/** A conflict that would refuse the import refuses the dry run too. */
function planOnly(
  { directory }: ImportDependencies['store'],
  files: readonly RestoredFile[],
  fileOfId: ReadonlyMap<string, string>,
  conflict: NonNullable<ImportOptions['conflict']>,
): Written {
  const read = (file: string) => {
    const found = attempt(() => readMemoryFile(directory, file))
    return found?.status === 'read' ? found.bytes : undefined
  }
  const { writes, known, kept } = planRestore({ read }, files, fileOfId, conflict)
  const texts = new Map(files.map((one) => [one.file, parsed(one)]))
  const planned = writes.flatMap(({ file }) => {
    const memory = texts.get(file)
    return memory ? [{ content: memory.content.trim(), type: memory.type, file }] : []
  })
  return { imported: writes.length, known, kept, warnings: [], planned }
}

interface RestorePlan {
  writes: PlannedWrite[]
  known: number
  kept: number
}

function planRestore(
  view: Pick<WriteView, 'read'>,
  files: readonly RestoredFile[],
  fileOfId: ReadonlyMap<string, string>,
  conflict: NonNullable<ImportOptions['conflict']>,
): RestorePlan {
  const plan: RestorePlan = { writes: [], known: 0, kept: 0 }
  for (const one of files) {
    const { file, text } = one
    const current = view.read(file)
    const elsewhere = fileOfId.get(parsed(one).id)
    if (current?.equals(Buffer.from(text, 'utf8'))) plan.known++
    else if (!current && (elsewhere === undefined || elsewhere === file))
      plan.writes.push({ file, create: text })
    else if (conflict === 'keep') plan.kept++
    else if (conflict === 'replace' && current)
      plan.writes.push({ file, replace: text, expect: contentHash(current) })
    else throw conflictOf(current ? file : (elsewhere ?? file))
  }
  return plan
}

/** Age counts from the file's time where the file says nothing of it. */
function restoreTimes(
  directory: string,
  files: readonly RestoredFile[],
  writes: readonly PlannedWrite[],
): void {
  const written = new Set(writes.map(({ file }) => file))
  for (const one of files.filter(({ file }) => written.has(file))) {
    const time = one.modified ?? parsed(one).created
    // The last name is not followed where it has become a link.
    if (time !== undefined)
      attempt(() => lutimesSync(join(directory, one.file), new Date(time), new Date(time)))
  }
}

/** Counts of memories that have none here. */
function restoreUsage({ usage }: ImportDependencies, files: readonly RestoredFile[]): void {
  const known = usage.read()
  const counted = files.flatMap((one) => (one.usage ? [[parsed(one).id, one.usage] as const] : []))
  const fresh = counted.filter(([id]) => !known.has(id))
  if (fresh.length > 0) usage.restore(new Map(fresh))
}

function parsed({ file, text }: RestoredFile): Memory {
  return parseMemory(Buffer.from(text, 'utf8'), { file, modified: new Date(0) })
}

function conflictOf(file: string): MemdirError {
  return new MemdirError('conflict', message(transferTexts.importConflict, { file }), {
    fix: message(transferTexts.importConflictFix),
    details: { file },
  })
}
