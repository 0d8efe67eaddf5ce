// What the records of memories ask of search, for one working directory.
import type { SearchForRecords } from '../memory/open-records-for.ts'
import { leavesMemoryAside } from './ignore-memory.ts'
import { totalsOf } from './list-memories.ts'
import type { ProjectContext } from './project-context.ts'
import { findByWords, findNearPairs, recordSearch } from './search-memories.ts'

export function searchForRecords(context: ProjectContext): SearchForRecords {
  return {
    search: recordSearch(context),
    findByWords: findByWords(context),
    findNearPairs: findNearPairs(context),
    totals: () => totalsOf(context),
    isLeftAside: leavesMemoryAside,
  }
}
