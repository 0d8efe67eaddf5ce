// Reads files into the store: what they say now replaces what was stored of them, and what is gone is forgotten.
import { isSearchable } from '../../memory/memory.ts'
import type { SearchStore } from '../ranking/candidates.ts'
import { type SearchDocument, searchDocument } from '../search-document.ts'
import type { MemoryFiles } from './memory-files.ts'

/** Files read and stored at once; and where somebody waits, before the time is looked at. */
const BATCH = 5000
const SMALL_BATCH = 100
/** From so many on all files are read together. */
const MANY = 500

/** With a signal it stops when that is aborted, and says how many are left; what was read until then is kept. */
export async function storeFiles(
  store: Pick<SearchStore, 'text'>,
  files: MemoryFiles,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<number> {
  // Asked for before the files are read: one that changes in between is seen to differ the next time.
  const states = new Map(names.map((file) => [file, files.state(file)]))
  const all = names.length >= MANY && !signal ? files.readAll?.() : undefined
  const known = new Map(all?.map((memory) => [memory.file, memory]))
  const batch = signal ? SMALL_BATCH : BATCH
  for (let at = 0; at < names.length; at += batch) {
    if (at > 0) await new Promise(setImmediate)
    if (signal?.aborted) return names.length - at
    const documents: SearchDocument[] = []
    const gone: string[] = []
    for (const file of names.slice(at, at + batch)) {
      const state = states.get(file)
      const memory = state && isSearchable(state) ? (known.get(file) ?? files.read(file)) : undefined
      if (memory && state) documents.push(searchDocument(memory, state))
      else gone.push(file)
    }
    // What that means for the vectors is the background's to say: no prompt waits for a server (embed-pending.ts).
    if (documents.length > 0) store.text.upsert(documents)
    if (gone.length > 0) store.text.remove(gone)
  }
  return 0
}
