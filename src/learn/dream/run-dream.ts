// One dream: what needs no model first, then what a model decides over statements that are new to it, then the index.
// Everything is planned on a copy; a unit at a time reaches the disk. A run that fails does not count.

import type { Message } from '../../base/messages/message.ts'
import { type Clock, isoSeconds } from '../../base/values/clock.ts'
import type { MemdirError } from '../../base/values/errors.ts'
import { randomId } from '../../base/values/ids.ts'
import { findLikelyConflicts, type LikelyConflict } from '../../memory/likely-conflicts.ts'
import { type Memory, supersededBy } from '../../memory/memory.ts'
import { INDEX_FILE, placeOf } from '../../memory/memory-path.ts'
import type { MemoryStore } from '../../memory/memory-store.ts'
import { readMemoryBytes } from '../../memory/read-memory-file.ts'
import type {
  DreamPhase,
  DreamPlan,
  DreamReport,
  DreamUnit,
  HeldOperation,
  NearPair,
  RefusedOperation,
  ShownHeld,
} from '../dream-plan.ts'
import { type AppliedUnits, applyUnits } from './apply-units.ts'
import { type Draft, openDraft } from './draft.ts'
import { readDreamState, updateDreamState } from './dream-state.ts'
import { stillHeld } from './held-operations.ts'
import { type ModelDream, planByModel } from './plan-by-model.ts'
import {
  type MergeFiles,
  planArchive,
  planDates,
  planIndexUnit,
  planMerges,
  type SamePair,
} from './plan-tidy.ts'
import { seenMark } from './seen-mark.ts'

export interface DreamDependencies {
  store: Pick<MemoryStore, 'directory' | 'list' | 'writer'>
  /** `state/` */
  state: string
  clock: Clock
  /** Pairs of the same text. */
  findSame(): readonly SamePair[]
  mergeFiles: MergeFiles
  /** Memories that may say the same. */
  findNear(): readonly NearPair[]
  isExpired(memory: Memory): boolean
  /** Absent where no model is set up, or a cap is reached. */
  model?: ModelDream
}

export interface DreamOptions {
  actor: string
  signal?: AbortSignal
  onPhase?: (phase: DreamPhase) => void
  onProgress?: (done: number, total: number) => void
}

interface Planned {
  draft: Draft
  units: DreamUnit[]
  held: ShownHeld[]
  refused: RefusedOperation[]
  near: NearPair[]
  conflicts: LikelyConflict[]
  shared: number
  /** What the model has seen by then. */
  seen: Record<string, string>
  problem?: Message
  failure?: MemdirError
}

/** Shows what `runDream` would do. Changes nothing, but asks the model where there is one. */
export async function planOnly(deps: DreamDependencies, options: DreamOptions): Promise<DreamPlan> {
  const planned = await planAll(deps, options)
  const index = planIndex(deps, planned.draft)
  const units = [...planned.units, ...(index ? [index.unit] : [])]
  const { held, refused, near, conflicts, shared, problem, failure } = planned
  return {
    operations: units.flatMap(({ operations }) => operations),
    ...{ held, refused, near, conflicts, shared },
    files: filesOf(deps, units),
    ...(problem && { problem }),
    ...(failure && { failure }),
  }
}

export async function runDream(deps: DreamDependencies, options: DreamOptions): Promise<DreamReport> {
  const { actor, signal, onPhase, onProgress } = options
  const run = `dream-${randomId()}`
  await deps.store.writer.recover()
  const planned = await planAll(deps, options)
  onPhase?.('updating')
  // Before anything else is written: the writer itself drops the lines of what has expired, and nobody would be told.
  const archived = await applyUnits(deps.store.writer, planArchiveNow(deps), { actor, run })
  const done = await applyUnits(deps.store.writer, planned.units, {
    ...{ actor, run },
    ...(signal && { signal }),
    ...(onProgress && { onApplied: onProgress }),
  })
  const indexed = await tidyIndexNow(deps, { actor, run })
  await keepState(deps, planned, done)
  onPhase?.('done')
  const { held, refused, near, conflicts, shared, problem, failure } = planned
  const improved = new Set(done.files.filter((file) => file !== INDEX_FILE)).size
  return {
    run,
    operations: [...done.operations, ...archived.operations, ...indexed.operations],
    ...{ held, refused, near, conflicts, shared, improved },
    files: [...new Set([...done.files, ...archived.files, ...indexed.files])],
    changes: [...archived.changes, ...done.changes, ...indexed.changes],
    failed: [...done.failed, ...archived.failed, ...indexed.failed],
    ...(problem && { problem }),
    ...(failure && { failure }),
  }
}

async function planAll(deps: DreamDependencies, { signal, onPhase }: DreamOptions): Promise<Planned> {
  onPhase?.('starting')
  const { store, state, clock, model } = deps
  const memories = store.list()
  const draft = openDraft(memories, (file) => readMemoryBytes(store.directory, file))
  onPhase?.('tidying')
  const isLive = (memory: Memory) => supersededBy(memory) === undefined && !deps.isExpired(memory)
  const same = deps.findSame()
  const shared = same.filter(({ removed }) => placeOf(removed.file).kind === 'team').length
  const units = [...planMerges(draft, same, deps.mergeFiles), ...planDates(draft, isLive)]
  signal?.throwIfAborted()
  const live = draft.memories().filter(isLive)
  const known = readDreamState(state)
  const near = deps.findNear().filter(({ one, other }) => draft.memory(one) && draft.memory(other))
  const tidied = { draft, shared, near: [...near], conflicts: findLikelyConflicts(live) }
  if (!model) return { ...tidied, units, held: [], refused: [], seen: known.files }
  onPhase?.('asking')
  const asked = await planByModel(model, {
    ...{ draft, live, known: known.files, now: clock.now() },
    ...(signal && { signal }),
  })
  return { ...tidied, ...asked, units: [...units, ...asked.units] }
}

function planIndex({ store, isExpired }: DreamDependencies, draft: Draft) {
  const before = readMemoryBytes(store.directory, INDEX_FILE)?.toString('utf8')
  // What was a memory and is none in the draft goes with it.
  const listed = new Set(store.list().map(({ file }) => file))
  const exists = (target: string) =>
    !listed.has(target) && readMemoryBytes(store.directory, target) !== undefined
  const isEmpty = before === undefined && draft.memories().length === 0
  return isEmpty ? undefined : planIndexUnit(draft, INDEX_FILE, { before, isExpired, exists })
}

function planArchiveNow({ store, isExpired }: DreamDependencies): DreamUnit[] {
  const before = readMemoryBytes(store.directory, INDEX_FILE)?.toString('utf8')
  const expired = new Set(store.list().flatMap((memory) => (isExpired(memory) ? [memory.file] : [])))
  return before === undefined ? [] : planArchive(INDEX_FILE, before, expired)
}

/** By what is on the disk by then: the writer has changed single pointers already. */
async function tidyIndexNow(
  deps: DreamDependencies,
  by: { actor: string; run: string },
): Promise<AppliedUnits> {
  const { store } = deps
  const draft = openDraft(store.list(), (file) => readMemoryBytes(store.directory, file))
  const index = planIndex(deps, draft)
  return applyUnits(store.writer, index ? [index.unit] : [], by)
}

/** After all of it: a dream that was cut off is begun again. */
async function keepState(
  { state, clock, store }: DreamDependencies,
  planned: Planned,
  done: AppliedUnits,
): Promise<void> {
  const memories = store.list()
  const now = new Map(memories.map(({ file, hash }) => [file, hash]))
  // What the model saw and decided on needs no second look, as it is now. What failed is not as it was planned: it is new.
  const files = Object.fromEntries(
    Object.entries(planned.seen).flatMap(([file, hash]) => {
      const current = now.get(file)
      if (current === undefined) return []
      return [[file, done.files.includes(file) ? seenMark({ hash: current }) : hash]]
    }),
  )
  // What was answered while it dreamt is not held again by it.
  await updateDreamState(state, ({ scanned: _, ...known }) => ({
    ...known,
    ...(!planned.failure && { last: isoSeconds(clock.now()) }),
    files,
    held: stillHeld([...known.held, ...planned.held.map(withoutWords)], memories),
  }))
}

/** What the state keeps says nothing that a purge would have to look for. */
function withoutWords({ text: _, survivor: __, ...held }: ShownHeld): HeldOperation {
  return held
}

function filesOf({ store }: DreamDependencies, units: readonly DreamUnit[]): DreamPlan['files'] {
  const after = new Map<string, string>()
  for (const { edits } of units) for (const { file, after: text = '' } of edits) after.set(file, text)
  return [...after].map(([file, text]) => ({
    file,
    before: readMemoryBytes(store.directory, file)?.toString('utf8') ?? '',
    after: text,
  }))
}
