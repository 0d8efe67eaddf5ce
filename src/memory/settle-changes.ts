// After a crash: sees which changes took place, sweeps their temporary files, mends the pointers.
import { placeTemporary, unlinkQuietly, writeTemporary } from '../lib/atomic-write.ts'
import { attempt } from '../lib/attempt.ts'
import { contentHash } from '../lib/hash.ts'
import type { Change } from './journal.ts'
import { bytesOf, indexSteps, type Session, type Step } from './write-step.ts'
import { openTargets, type Targets } from './write-target.ts'

/** Cheap when nothing was cut off. */
export function settleChanges(session: Session): void {
  const changes = session.journal.unfinished()
  if (changes.length === 0) return
  const targets = openTargets(session.ops, session.directory)
  try {
    const applied = changes.filter((change) => isApplied(session, targets, change))
    const steps = applied.map((change) => settledStep(targets, change)).filter((step) => step !== undefined)
    const indexes = indexSteps(session, targets, steps, [])
    for (const { target, temporary, after } of indexes) {
      if (!after) continue
      writeTemporary(session.ops, target.parent, temporary, after, 0o600)
      placeTemporary(session.ops, target.parent, temporary, target.name, false)
    }
    targets.sync()
    for (const group of new Set(changes.map((change) => change.group))) {
      session.journal.settle(
        group,
        applied.filter((change) => change.group === group).map((change) => change.id),
      )
    }
  } finally {
    targets.close()
  }
}

function isApplied(session: Session, targets: Targets, change: Change): boolean {
  const target = attempt(() => targets.open(change.file, { create: false }))
  if (target && change.temporary) unlinkQuietly(session.ops, target.parent.at(change.temporary))
  const now = target?.current ? contentHash(target.current) : null
  return now === (change.after?.hash ?? null)
}

function settledStep(targets: Targets, change: Change): Step | undefined {
  const target = attempt(() => targets.open(change.file, { create: true }))
  if (!target) return undefined
  return {
    target,
    file: change.file,
    before: bytesOf(change.before),
    after: bytesOf(change.after),
    temporary: '',
  }
}
