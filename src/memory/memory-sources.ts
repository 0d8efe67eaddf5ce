// What waits for the person because of the memories themselves: pairs, quarantine, imports, and what concerns all projects
// or was called wrong.

import { everywhereSource, heldEverywhereSource } from './inbox/everywhere-source.ts'
import { importSource } from './inbox/import-source.ts'
import { conflictSource, doubleSource } from './inbox/pair-sources.ts'
import { quarantineSource } from './inbox/quarantine-source.ts'
import { wrongSource } from './inbox/wrong-source.ts'
import type { InboxSource } from './inbox.ts'
import type { MemoryContext } from './memory-context.ts'

/** `there`: of the same working directory, for the memories that hold in all projects. */
export const MEMORY_SOURCES: readonly ((
  context: MemoryContext,
  there: () => MemoryContext,
) => InboxSource)[] = [
  conflictSource,
  doubleSource,
  (context) => quarantineSource(context),
  importSource,
  everywhereSource,
  heldEverywhereSource,
  wrongSource,
]
