// The `memory` tool for agent frameworks, over one project.
import { createMemoryTool, type MemoryTool } from '../clients/tools/memory-actions.ts'
import type { ChangedBy } from '../memory/memory-store.ts'
import type { EngineContext } from './engine-context.ts'
import { recordSearch } from './search-memories.ts'

export interface MemoryToolOptions {
  by: ChangedBy
  /** False: it reads and writes no files outside the memory. */
  files?: boolean
}

export async function openMemoryTool(
  context: EngineContext,
  { by, files }: MemoryToolOptions,
): Promise<MemoryTool> {
  const { store, clock } = context
  return createMemoryTool({
    store,
    records: await context.records(),
    search: recordSearch(context),
    clock,
    by: () => by,
    files,
  })
}
