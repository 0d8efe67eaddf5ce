// Background embedding: what has no vector yet gets one, in small steps that are kept. It may be stopped at any time
// and goes on where it was; meanwhile full text answers for what is missing. A new model is simply one that has no
// vectors yet; those of models that are no longer used are dropped when the new ones are complete.
import type { Embedders } from '../embed/create-embedders.ts'
import type { Embedder } from '../embed/embedder.ts'
import type { DocumentVectors, StoredDocument } from './backend.ts'
import type { Catalog } from './catalog.ts'
import { partFor } from './embed-texts.ts'
import { passageTexts } from './passages.ts'
import { searchDocument } from './search-document.ts'

export interface EmbedPendingOptions {
  /** Milliseconds since 1970. A step that has begun is finished. */
  deadline?: number
  signal?: AbortSignal
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

export async function embedPending(
  catalog: Catalog,
  embedders: Embedders,
  options: EmbedPendingOptions = {},
): Promise<EmbedPendingResult> {
  const { vectors } = await catalog.backend.stats()
  const had = (model: string) => vectors[model] ?? 0
  const made = new Map(embedders.all.map(({ model }) => [model, 0]))
  const embedded = () => Math.max(0, ...made.values())
  const pending = new Set(embedders.all)
  const faults: unknown[] = []
  // A step of each in turn: no language waits until another is done, or because another's model fails.
  while (pending.size > 0) {
    for (const embedder of pending) {
      const { model, dimensions } = embedder
      const missing = await catalog.backend.withoutVectors(model, STEP, dimensions)
      if (missing.length > 0 && isOver(options)) return { embedded: embedded(), complete: false }
      const step = vectorsFor(catalog, embedders, embedder, missing, options.signal)
      const entries = await step.catch((error: unknown) => {
        faults.push(error)
        return []
      })
      // None: all done, or every file was gone or had changed, which the next sweep will see to.
      if (entries.length === 0) {
        pending.delete(embedder)
        continue
      }
      await catalog.backend.putVectors(model, entries)
      made.set(model, made.get(model)! + entries.length)
      options.onProgress?.(Math.min(...[...made].map(([name, count]) => had(name) + count)))
    }
  }
  if (faults.length > 0) throw faults[0]
  await dropUnused(catalog, embedders)
  return { embedded: embedded(), complete: true }
}

function isOver({ deadline, signal }: EmbedPendingOptions): boolean {
  return signal?.aborted === true || (deadline !== undefined && Date.now() >= deadline)
}

async function vectorsFor(
  catalog: Catalog,
  embedders: Embedders,
  embedder: Embedder,
  documents: readonly StoredDocument[],
  signal: AbortSignal | undefined,
): Promise<DocumentVectors[]> {
  if (documents.length === 0) return []
  const jobs: { document: StoredDocument; parts: (string | undefined)[] }[] = []
  for (const document of documents) {
    const memory = catalog.files.read(document.id)
    if (!memory) continue
    const texts = passageTexts(searchDocument(memory, document))
    // Changed since it was stored: its passages would not match their rows.
    if (texts.length !== document.passages) continue
    jobs.push({
      document,
      parts: await Promise.all(
        texts.map((text) => partFor(embedders, embedder, text.slice(0, PASSAGE_CHARACTERS))),
      ),
    })
  }
  const wanted = jobs.flatMap(({ parts }) => parts.filter((part) => part !== undefined))
  const made = await embedder.embed(wanted, { purpose: 'memory', ...(signal ? { signal } : {}) })
  const none = new Float32Array(embedder.dimensions)
  let at = 0
  return jobs.map(({ document, parts }) => ({
    id: document.id,
    row: document.row,
    vectors: parts.map((part) => (part === undefined ? none : made[at++]!)),
  }))
}

async function dropUnused(catalog: Catalog, embedders: Embedders): Promise<void> {
  const used = new Set(embedders.all.map(({ model }) => model))
  const { vectors } = await catalog.backend.stats()
  for (const model of Object.keys(vectors)) if (!used.has(model)) await catalog.backend.dropVectors(model)
}
