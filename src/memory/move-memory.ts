// A memory of one directory becomes one of another: those of a project, and those that hold in all projects.

import { type Memory, supersededBy } from './memory.ts'
import type { MemoryContext } from './memory-context.ts'
import type { ChangedBy } from './memory-store.ts'
import type { AddOutcome, NewMemory } from './records.ts'

type Side = Pick<MemoryContext, 'store' | 'records'>

/**
 * Written there first and removed here then: a crash leaves it twice, never not at all. What it had taken the place of
 * goes along: left behind alone, it would count again.
 */
export async function moveMemory(
  { from, to }: { from: Side; to: Side },
  memory: Memory,
  by: ChangedBy,
): Promise<AddOutcome> {
  const outcome = await (await to.records()).add(asNew(memory), by, { confirmed: true })
  if (!('memory' in outcome)) return outcome
  const replaced = replacedBy(memory, from.store.list())
  for (const older of replaced) {
    const successor = supersededBy(older) === memory.id ? outcome.memory.id : supersededBy(older)
    await to.store.add({ ...asNew(older), extra: { superseded_by: successor } }, by)
  }
  await from.store.removeAll([memory, ...replaced], by)
  return outcome
}

/** And what those had taken the place of. */
function replacedBy({ id }: Memory, all: readonly Memory[]): Memory[] {
  const found: Memory[] = []
  const known = new Set([id])
  for (let ids = new Set([id]); ids.size > 0; ) {
    const next = all.filter((one) => ids.has(supersededBy(one) ?? '') && !known.has(one.id))
    found.push(...next)
    ids = new Set(next.map((one) => one.id))
    for (const one of ids) known.add(one)
  }
  return found
}

/** All that the file says; links to memories of another directory would lead nowhere. */
function asNew(memory: Memory): NewMemory {
  const { id, name, description, type, kind, category, tags, importance, confidence, expires } = memory
  const { source, evidence, created, content } = memory
  return {
    ...{ id, name, description, type, kind, category, tags, importance, confidence, expires },
    ...{ source, evidence, created, content, related: [] },
  }
}
