// Background embedding: what has no vector yet gets one, in small steps that are kept. It may be stopped at any time
// and continues where it was; until then full text answers for what is missing. A new model is simply one that has no
// vectors yet; those of models that are no longer used are dropped when the new ones are complete.

import { toSimplified } from '../../base/terms/characters.ts'
import { isOver, type TimeLimit } from '../../base/time/time-limit.ts'
import type { Embedders, PlannedText } from '../create-embedders.ts'
import type { Embedder } from '../embed/embedder.ts'
import { keysOf, type SearchStore } from '../ranking/candidates.ts'
import { type StoredDocument, searchDocument, versionOf } from '../search-document.ts'
import { metadataDigest, metadataOf } from '../vectors/metadata-digest.ts'
import { UnreadRows } from '../vectors/unread-rows.ts'
import type { StoredKey, VectorEntry } from '../vectors/vector-index.ts'
import type { Catalog } from './catalog.ts'
import { passageTexts } from './passages.ts'

/** A step that has begun is finished, also where the limit is over. */
interface EmbedPendingOptions extends TimeLimit {
  /** How many memories every model has dealt with, those of earlier times included. */
  onProgress?: (done: number) => void
}

interface EmbedPendingResult {
  /** Memories, however many models looked at them. */
  embedded: number
  /** False when time ran out. */
  complete: boolean
}

/** Tokens a step: about a second of work for two cores. */
const STEP_TOKENS = 8_192
/** And as many memories: what is done is kept after each step. */
const STEP_MEMORIES = 960
/** A passage of a huge memory is embedded as far as this: the work for one memory has an end. */
const PASSAGE_CHARACTERS = 4_000

interface Work {
  embedder: Embedder
  unread: UnreadRows
  /** Documents that this model has not dealt with yet. */
  left: Set<StoredDocument>
}

export async function embedPending(
  catalog: Catalog,
  embedders: Embedders,
  options: EmbedPendingOptions = {},
): Promise<EmbedPendingResult> {
  const { store } = catalog
  const documents = store.text.documents()
  const works = await Promise.all(embedders.all.map((embedder) => planWork(catalog, embedder, documents)))
  const queue = documents.filter((document) => works.some(({ left }) => left.has(document)))
  const embedded = new Set<string>()
  const faults: unknown[] = []
  let done = documents.length - queue.length
  // All models for some documents: no language waits until another is done.
  for (let from = 0; from < queue.length; ) {
    if (isOver(options)) return { embedded: embedded.size, complete: false }
    const step = await readStep(catalog, embedders, queue, from)
    for (const work of works) {
      try {
        for (const memory of await embedStep(store, work, step, options.signal)) embedded.add(memory)
      } catch (error) {
        // The others go on without it.
        faults.push(error)
        work.left.clear()
      }
    }
    from = step.end
    done += faults.length > 0 ? 0 : new Set(step.passages.map(({ document }) => document)).size
    options.onProgress?.(done)
  }
  if (faults.length > 0) throw faults[0]
  await dropUnused(catalog, embedders)
  if (embedded.size > 0) await store.vectors.compact()
  return { embedded: embedded.size, complete: true }
}

async function planWork(
  { store, cacheDirectory }: Catalog,
  embedder: Embedder,
  documents: readonly StoredDocument[],
): Promise<Work> {
  const unread = new UnreadRows(cacheDirectory, embedder.model, store.text.rows().generation)
  const keys = await store.vectors.keys(embedder.model, embedder.dimensions || undefined)
  const known = new Set(documents.map(({ id }) => id))
  const gone = new Set(keys.map(({ memory }) => memory).filter((memory) => !known.has(memory)))
  if (gone.size > 0) await store.vectors.remove([...gone])
  await describeChanged(store, documents, keys)
  return { embedder, unread, left: new Set(withoutVectors(documents, keys, unread)) }
}

/** A store elsewhere filters by what it was told of a memory: it is told again where that has changed. */
async function describeChanged(
  { vectors }: SearchStore,
  documents: readonly StoredDocument[],
  keys: readonly StoredKey[],
): Promise<void> {
  const told = new Map(
    keys.flatMap(({ memory, described }) => (described === undefined ? [] : [[memory, described]])),
  )
  if (told.size === 0) return
  const changed = documents.filter((one) => told.has(one.id) && told.get(one.id) !== metadataDigest(one))
  if (changed.length > 0)
    await vectors.describe(changed.map((one) => ({ memory: one.id, metadata: metadataOf(one) })))
}

/** The documents of which not every passage that the model reads has a vector of its text. */
function withoutVectors(
  documents: readonly StoredDocument[],
  keys: readonly StoredKey[],
  unread: UnreadRows,
): StoredDocument[] {
  const nameOf = (memory: string, passage: number, version: number) => `${version} ${passage} ${memory}`
  const stored = new Set(keys.map(({ memory, passage, version }) => nameOf(memory, passage, version)))
  return documents.filter((document) =>
    keysOf(document).some(
      ({ memory, passage }) =>
        !stored.has(nameOf(memory, passage, document.version)) && !unread.has(document.row + passage),
    ),
  )
}

interface Passage {
  document: StoredDocument
  passage: number
  parts: readonly PlannedText[]
}

interface Step {
  passages: Passage[]
  /** Where the next one begins. */
  end: number
}

/** Each file is read once, for all models. One that is gone or has changed is seen to by the next sweep. */
async function readStep(
  catalog: Catalog,
  embedders: Embedders,
  queue: readonly StoredDocument[],
  from: number,
): Promise<Step> {
  const passages: Passage[] = []
  let end = from
  const most = Math.max(STEP_TOKENS, ...embedders.all.map(({ stepTokens = 0 }) => stepTokens))
  for (let tokens = 0; end < queue.length && tokens < most && end - from < STEP_MEMORIES; end++) {
    const document = queue[end]
    const memory = document && catalog.files.read(document.id)
    if (!memory) continue
    const current = searchDocument(memory, document)
    // Changed since it was stored: the vector of one text is never stored as that of another.
    if (versionOf(current) !== document.version) continue
    for (const [passage, text] of passageTexts(current).entries()) {
      const parts = await embedders.plan(toSimplified(text.slice(0, PASSAGE_CHARACTERS)))
      passages.push({ document, passage, parts })
      for (const part of parts) tokens += part.text.length / (part.language === 'zh' ? 1 : 4)
    }
  }
  return { passages, end }
}

/** Returns the memories that got a vector. */
async function embedStep(
  store: SearchStore,
  { embedder, unread, left }: Work,
  { passages }: Step,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const own = passages
    .filter(({ document }) => left.has(document))
    .map(({ parts, ...key }) => ({ ...key, part: parts.find((part) => part.embedder === embedder) }))
  const readable = own.flatMap(({ part, ...key }) => (part ? [{ ...key, text: part.text }] : []))
  // Memories that say the same in the same words are one text to a provider.
  const texts = [...new Set(readable.map(({ text }) => text))]
  const made = await embedder.embed(texts, { purpose: 'memory', ...(signal ? { signal } : {}) })
  const vectors = new Map(texts.map((text, index) => [text, made[index]]))
  const entries = readable.flatMap(({ document, passage, text }): VectorEntry[] => {
    const vector = vectors.get(text)
    const { id: memory, version } = document
    return vector ? [{ memory, passage, version, vector, metadata: metadataOf(document) }] : []
  })
  if (entries.length > 0) await store.vectors.put(embedder.model, entries)
  unread.add(own.flatMap(({ document, passage, part }) => (part ? [] : [document.row + passage])))
  return entries.map(({ memory }) => memory)
}

async function dropUnused({ store }: Catalog, embedders: Embedders): Promise<void> {
  const used = new Set(embedders.all.map(({ model }) => model))
  const stored = Object.keys(await store.vectors.count())
  for (const model of stored) if (!used.has(model)) await store.vectors.drop(model)
}
