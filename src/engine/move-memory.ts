// A memory of one directory becomes one of another: those of a project, and those that hold in all projects.
import type { Memory } from '../memory/memory.ts'
import type { ChangedBy } from '../memory/memory-store.ts'
import type { NewMemory } from '../memory/new-memory.ts'
import type { AddOutcome } from '../records/add-record.ts'
import type { EngineContext } from './engine-context.ts'

type Side = Pick<EngineContext, 'store' | 'records'>

/** Written there first and removed here then: a crash leaves it twice, never not at all. */
export async function moveMemory(
  { from, to }: { from: Side; to: Side },
  memory: Memory,
  by: ChangedBy,
): Promise<AddOutcome> {
  const outcome = await (await to.records()).add(asNew(memory), by, { confirmed: true })
  if ('memory' in outcome) await from.store.remove(memory, by)
  return outcome
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
