// Background embedding: what has no vector yet gets one, in small steps that are kept. It may be stopped at any time
// and continues where it was; until then full text answers for what is missing. A new model is simply one that has no
// vectors yet; those of models that are no longer used are dropped when the new ones are complete.
import type { Embedders } from '../embed/create-embedders.ts'
import type { Embedder } from '../embed/embedder.ts'
import { isOver, type TimeLimit } from '../lib/time-limit.ts'
import { keysOf } from './candidates.ts'
import type { Catalog } from './catalog.ts'
import { partFor } from './embed-texts.ts'
import { passageTexts } from './passages.ts'
import { type StoredDocument, searchDocument, versionOf } from './search-document.ts'
import type { StoredKey, VectorEntry } from './vectors/vector-index.ts'

/** A step that has begun is finished, also where the limit is over. */
export interface EmbedPendingOptions extends TimeLimit {
  /** How many memories every model has dealt with, those of earlier times included. */
  onProgress?: (done: number) => void
}

export interface EmbedPendingResult {
  /** Memories, however many models looked at them. */
  embedded: number
  /** False when time ran out. */
  complete: boolean
}

/** Documents a step: about a second of work for one core. */
const STEP = 32
/** A passage of a huge memory is embedded as far as this: the work for one memory has an end. */
const PASSAGE_CHARACTERS = 4_000

interface Work {
  embedder: Embedder
  /** Documents that this model has not embedded yet. */
  left: StoredDocument[]
  had: number
  made: number
}

export async function embedPending(
  catalog: Catalog,
  embedders: Embedders,
  options: EmbedPendingOptions = {},
): Promise<EmbedPendingResult> {
  const works = await Promise.all(embedders.all.map((embedder) => planWork(catalog, embedder)))
  const embedded = () => Math.max(0, ...works.map(({ made }) => made))
  const faults: unknown[] = []
  // A step of each in turn: no language waits until another is done, or because another's model fails.
  while (works.some(({ left }) => left.length > 0)) {
    for (const work of works.filter(({ left }) => left.length > 0)) {
      if (isOver(options)) return { embedded: embedded(), complete: false }
      const step = work.left.splice(0, STEP)
      try {
        work.made += await embedStep(catalog, embedders, work.embedder, step, options.signal)
      } catch (error) {
        faults.push(error)
        work.left = []
      }
      options.onProgress?.(Math.min(...works.map(({ had, made }) => had + made)))
    }
  }
  if (faults.length > 0) throw faults[0]
  await dropUnused(catalog, embedders)
  return { embedded: embedded(), complete: true }
}

async function planWork({ store }: Catalog, embedder: Embedder): Promise<Work> {
  const documents = store.text.documents()
  const keys = await store.vectors.keys(embedder.model, embedder.dimensions || undefined)
  const known = new Set(documents.map(({ id }) => id))
  const gone = new Set(keys.map(({ memory }) => memory).filter((memory) => !known.has(memory)))
  if (gone.size > 0) await store.vectors.remove([...gone])
  const left = withoutVectors(documents, keys)
  return { embedder, left, had: documents.length - left.length, made: 0 }
}

/** The documents of which not every passage has a vector of its text. */
function withoutVectors(documents: readonly StoredDocument[], keys: readonly StoredKey[]): StoredDocument[] {
  const nameOf = (memory: string, passage: number, version: number) => `${version} ${passage} ${memory}`
  const stored = new Set(keys.map(({ memory, passage, version }) => nameOf(memory, passage, version)))
  return documents.filter((document) =>
    keysOf(document).some(({ memory, passage }) => !stored.has(nameOf(memory, passage, document.version))),
  )
}

/** Returns how many were embedded: a file that is gone or has changed is seen to by the next sweep. */
async function embedStep(
  catalog: Catalog,
  embedders: Embedders,
  embedder: Embedder,
  documents: readonly StoredDocument[],
  signal: AbortSignal | undefined,
): Promise<number> {
  const parts: { document: StoredDocument; passage: number; text: string | undefined }[] = []
  for (const document of documents) {
    const memory = catalog.files.read(document.id)
    if (!memory) continue
    const current = searchDocument(memory, document)
    // Changed since it was stored: the vector of one text is never stored as that of another.
    if (versionOf(current) !== document.version) continue
    for (const [passage, text] of passageTexts(current).entries())
      parts.push({
        document,
        passage,
        text: await partFor(embedders, embedder, text.slice(0, PASSAGE_CHARACTERS)),
      })
  }
  const wanted = parts.flatMap(({ text }) => text ?? [])
  const made = await embedder.embed(wanted, { purpose: 'memory', ...(signal ? { signal } : {}) })
  const none = new Float32Array(embedder.dimensions)
  const vectors = made.values()
  const entries = parts.map(({ document, passage, text }): VectorEntry => {
    const vector = text === undefined ? undefined : vectors.next().value
    const { id: memory, version } = document
    return { memory, passage, version, vector: vector ?? none, metadata: document }
  })
  await catalog.store.vectors.put(embedder.model, entries)
  return new Set(entries.map(({ memory }) => memory)).size
}

async function dropUnused({ store }: Catalog, embedders: Embedders): Promise<void> {
  const used = new Set(embedders.all.map(({ model }) => model))
  const stored = Object.keys(await store.vectors.count())
  for (const model of stored) if (!used.has(model)) await store.vectors.drop(model)
}
