// What waits for the person because of the memories themselves: pairs, quarantine, imports, and what concerns a place of
// the person or was called wrong.

import type { InboxSource } from '../inbox.ts'
import type { MemoryContext } from '../memory-context.ts'
import { importSource } from './import-source.ts'
import { conflictSource, doubleSource } from './pair-sources.ts'
import { heldSources, moveSource, type OpenAt } from './persons-sources.ts'
import { quarantineSource } from './quarantine-source.ts'
import { wrongSource } from './wrong-source.ts'

/** `open`: of the same working directory. */
export const MEMORY_SOURCES: readonly ((
  context: MemoryContext,
  open: OpenAt,
) => InboxSource | InboxSource[])[] = [
  conflictSource,
  doubleSource,
  (context) => quarantineSource(context),
  importSource,
  moveSource,
  heldSources,
  wrongSource,
]
