// After a crash: sweeps temporary files, sees which changes took place, mends the pointers.
import { placeTemporary, writeTemporary } from '../lib/atomic-write.ts'
import { MemdirError } from '../lib/errors.ts'
import { contentHash } from '../lib/hash.ts'
import type { Change } from './journal.ts'
import { indexFor } from './plan-index.ts'
import { bytesOf, type FileChange, indexSteps, type Session } from './write-step.ts'
import { openTargets, type Targets } from './write-target.ts'

/** Cheap when nothing was cut off. A read that fails is thrown: what cannot be seen must not be called undone. */
export function settleChanges(session: Session): void {
  const changes = session.journal.unfinished()
  if (changes.length === 0) return
  const targets = openTargets(session.ops, session.directory)
  try {
    // First: a temporary name left beside its target is a second link to it, and a file with two is not read.
    for (const file of changes.flatMap(({ file }) => [file, indexFor(file)])) targets.sweep(file)
    const seen = changes.map((change) => ({ change, ...look(targets, change) }))
    const indexes = indexSteps(
      session,
      targets,
      seen.flatMap(({ step }) => step ?? []),
      [],
    )
    for (const { target, temporary, after } of indexes) {
      if (!after) continue
      writeTemporary(session.ops, target.parent, temporary, after, 0o600)
      placeTemporary(session.ops, target.parent, temporary, target.name, false)
    }
    targets.sync()
    for (const group of new Set(changes.map((change) => change.group))) {
      const applied = seen.filter(({ change, applied }) => applied && change.group === group)
      session.journal.settle(
        group,
        applied.map(({ change }) => change.id),
      )
    }
  } finally {
    targets.close()
  }
}

/** Whether the change took place, and the step that leads the index to what is there now. */
function look(targets: Targets, change: Change): { applied: boolean; step?: FileChange } {
  try {
    const now = targets.open(change.file, { create: false })?.current
    const applied = (now ? contentHash(now) : null) === (change.after?.hash ?? null)
    // The index may have come through without the file: then its pointer is the one for `after`.
    const before = bytesOf(applied ? change.before : change.after)
    return { applied, step: { file: change.file, before, after: now } }
  } catch (error) {
    if (MemdirError.is(error)) return { applied: false }
    throw error
  }
}
