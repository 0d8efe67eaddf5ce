// The one door for what comes from elsewhere, in whatever form. Who wrote it decides: what this installation signed, and
// what the person vouches for, is taken at once; everything else waits in the inbox until the person takes it. What it
// says decides nothing.

import { message } from '../../base/messages/message.ts'
import { transferTexts } from '../../base/messages/transfer.ts'
import type { ReadImport } from '../import-format.ts'
import type { ChangedBy } from '../memory-store.ts'
import { isPerson } from '../origin-rules.ts'
import type { StagedFile } from '../writer.ts'
import { asImported, asPlaced, withPlaces } from './foreign-places.ts'
import type { ImportedMemory } from './formats/imported.ts'
import { importedFile } from './formats/markdown.ts'
import type { RestoredFile } from './formats/memdir-json.ts'
import { withoutFuture } from './future-times.ts'
import type { ImportDependencies, ImportOptions, ImportOutcome, Written } from './import-outcome.ts'
import { refuseManyPlain } from './plain-files.ts'
import { restoreFiles } from './restore-files.ts'
import { type SortedImport, sortImported } from './sort-imported.ts'
import { writeImported } from './write-imported.ts'

export async function importMemories(
  deps: ImportDependencies,
  read: ReadImport,
  by: ChangedBy,
  options: ImportOptions = {},
): Promise<ImportOutcome> {
  refuseManyPlain(read, options)
  const given = byOrigin(deps, read, by, options)
  const now = deps.clock.now()
  const foreign = withoutFuture(given.foreign, now)
  const vouched = withoutFuture(given.own.memories, now)
  const own = { files: given.own.files, memories: vouched.memories }
  const sorted = await sortImported(deps.store, foreign.memories, {
    ...options,
    wasRemoved: deps.removed.read(),
    waiting: deps.waiting.list().flatMap(({ entries }) => entries.map(({ memory }) => memory.content)),
  })
  const entries = sorted.fresh.map((memory) => ({ memory, doubtful: deps.isDoubtful(memory) }))
  const { format, from } = read
  const batch =
    options.dryRun || entries.length === 0
      ? undefined
      : await deps.waiting.stage({ by: by.actor, format, from }, entries)
  const reason = by.reason ?? message(transferTexts.importedFrom, { format }).en
  const staged = batch ? [batch.staged] : []
  const written = await takeOwn(deps, own, { ...by, reason, staged }, options)
  const future = foreign.future + vouched.future
  return {
    format,
    imported: written.imported,
    kept: written.kept,
    known: written.known + sorted.known,
    removed: sorted.removed,
    waiting: {
      ...(batch && { batch: batch.id }),
      count: entries.length,
      doubtful: entries.filter(({ doubtful }) => doubtful).length,
      known: sorted.waiting,
    },
    warnings: [
      ...(future > 0 ? [{ warning: message(transferTexts.futureTimes, { count: future }) }] : []),
      ...written.warnings,
      ...warningsOf(read, sorted, by, options),
    ],
    ...(options.dryRun && { planned: [...written.planned, ...sorted.fresh.map(plannedOf)] }),
    refused: read.refused ?? [],
  }
}

interface Own {
  /** Restored under their names. */
  files: readonly RestoredFile[]
  /** Added. */
  memories: readonly ImportedMemory[]
}

/** An agent vouches for nothing, and what it hands over may be an old export that the person has corrected since. */
function byOrigin(
  { signature }: ImportDependencies,
  read: ReadImport,
  { actor }: ChangedBy,
  { trust = false }: ImportOptions,
): { own: Own; foreign: ImportedMemory[] } {
  const vouched = trust && isPerson(actor)
  if (read.format !== 'memdir')
    return vouched
      ? { own: { files: [], memories: read.memories.map(asPlaced) }, foreign: [] }
      : { own: { files: [], memories: [] }, foreign: read.memories.map(asImported) }
  const isOwn = ({ signed }: RestoredFile) =>
    isPerson(actor) && signed !== undefined && signature.verify(signed.text, signed.signature)
  const own = new Set(read.files.filter(isOwn))
  const others = read.files.filter((one) => !own.has(one))
  if (vouched) return { own: { files: [...own, ...withPlaces(others, [...own])], memories: [] }, foreign: [] }
  const foreign = others.map((one) =>
    asImported({ ...importedFile(one.file, one), ...(one.usage && { usage: one.usage }) }),
  )
  return { own: { files: [...own], memories: [] }, foreign }
}

/** With what waits, in one write. */
async function takeOwn(
  deps: ImportDependencies,
  { files, memories }: Own,
  by: ChangedBy & { staged: readonly StagedFile[] },
  options: ImportOptions,
): Promise<Written> {
  if (files.length > 0) return restoreFiles(deps, files, by, options)
  const { fresh, known, warnings } = await sortImported(deps.store, memories, options)
  const { dryRun, onProgress } = options
  if (!dryRun && (fresh.length > 0 || by.staged.length > 0))
    await writeImported(deps, fresh, by, onProgress && { onProgress })
  return { imported: fresh.length, known, kept: 0, warnings, planned: fresh.map(plannedOf) }
}

function plannedOf({ content, type, file }: ImportedMemory): Written['planned'][number] {
  return { content, type, ...(file !== undefined && { file }) }
}

/** What only a conflict would need has no effect on what waits: that is said, too. */
function warningsOf(
  read: ReadImport,
  { fresh, warnings }: SortedImport,
  { actor }: ChangedBy,
  { conflict = 'refuse' }: ImportOptions,
): ImportOutcome['warnings'] {
  const unread = read.format === 'memdir' ? [] : (read.unread ?? [])
  return [
    // An agent is shown nothing of what waits.
    ...(isPerson(actor) ? warnings : warnings.map(({ warning }) => ({ warning }))),
    ...unread.map((path) => ({ warning: message(transferTexts.includeNotRead, { path }) })),
    ...(conflict !== 'refuse' && fresh.length > 0
      ? [{ warning: message(transferTexts.conflictUnused) }]
      : []),
  ]
}
