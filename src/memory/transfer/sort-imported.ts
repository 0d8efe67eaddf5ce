// What of an import is new here: its texts are compared as they would be written.

import { message } from '../../base/messages/message.ts'
import { transferTexts } from '../../base/messages/transfer.ts'
import { statementKey } from '../../base/statements/words.ts'
import { supersededBy } from '../memory.ts'
import { placeOf } from '../memory-path.ts'
import type { MemoryStore } from '../memory-store.ts'
import { checkText } from '../records/check-memory.ts'
import type { ImportedMemory } from './formats/imported.ts'
import type { ImportOptions, ImportWarning } from './import-outcome.ts'

export interface SortedImport {
  /** With clean texts, and links to what is here already under its id here. */
  fresh: ImportedMemory[]
  /** There already, with the same text. */
  known: number
  /** It waits already. */
  waiting: number
  /** Left out: removed or refused here before. */
  removed: number
  warnings: ImportWarning[]
}

interface SortOptions extends Pick<ImportOptions, 'onProgress'> {
  /** Texts that wait already. */
  waiting?: readonly string[]
  wasRemoved?(content: string): boolean
}

export async function sortImported(
  store: MemoryStore,
  memories: readonly ImportedMemory[],
  { waiting = [], wasRemoved, onProgress }: SortOptions,
): Promise<SortedImport> {
  const knownIds = new Map(store.list().map(({ content, id }) => [statementKey(content), id]))
  const waits = new Set(waiting.map(statementKey))
  const renamed = new Map<string, string>()
  const seen = new Set<string>()
  const sorted: SortedImport = { fresh: [], known: 0, waiting: 0, removed: 0, warnings: [] }
  for (const [at, memory] of memories.entries()) {
    onProgress?.(at, memories.length, 'checking')
    checkText('content', memory.content)
    // A secret that was cut out the first time is cut out again.
    const { text: content, warnings } = await store.writer.clean(memory.content, placeOf(memory.file))
    const key = statementKey(content)
    // Two files of a memory directory may say the same: one took the other's place, or they are kept apart.
    const mark = memory.text === undefined ? key : `${key}\n${memory.id}`
    const knownAs = knownIds.get(key)
    if (knownAs !== undefined && memory.id !== undefined) renamed.set(memory.id, knownAs)
    if (knownAs !== undefined || seen.has(mark)) sorted.known++
    else if (waits.has(key)) sorted.waiting++
    else if (wasRemoved?.(content)) {
      sorted.removed++
      sorted.warnings.push({ text: firstLine(content), warning: message(transferTexts.removedBefore) })
    } else {
      const text = firstLine(content)
      sorted.warnings.push(...warnings.map((warning) => ({ text, warning })))
      sorted.fresh.push({ ...memory, content })
    }
    seen.add(mark)
  }
  return { ...sorted, fresh: sorted.fresh.map((memory) => relinked(memory, renamed)) }
}

function firstLine(content: string): string {
  return content.trim().split('\n', 1)[0] ?? ''
}

/** Whatever names a memory that is called something else here follows. */
export function relinked(memory: ImportedMemory, renamed: ReadonlyMap<string, string>): ImportedMemory {
  const now = (id: string) => renamed.get(id) ?? id
  const successor = memory.extra && supersededBy({ extra: memory.extra })
  return {
    ...memory,
    ...(memory.related && { related: memory.related.map(now) }),
    ...(successor !== undefined && { extra: { ...memory.extra, superseded_by: now(successor) } }),
  }
}
