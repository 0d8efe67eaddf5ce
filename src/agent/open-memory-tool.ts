// The `memory` tool for agent frameworks, over one project.

import type { ChangedBy } from '../memory/memory-store.ts'
import type { ProjectContext } from '../search/project-context.ts'
import { recordSearch } from '../search/search-memories.ts'
import { createMemoryTool, type MemoryTool } from './memory-actions.ts'

export interface MemoryToolOptions {
  by: ChangedBy
  /** False: it reads and writes no files outside the memory. */
  files?: boolean
}

export async function openMemoryTool(
  context: ProjectContext,
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
