// Background embedding: what has no vector yet gets one, in small steps that are kept. It may be stopped at any time
// and continues where it was; until then full text answers for what is missing. A new model is simply one that has no
// vectors yet; those of models that are no longer used are dropped when the new ones are complete.

import { toSimplified } from '../../base/terms/characters.ts'
import { isOver, type TimeLimit } from '../../base/time/time-limit.ts'
import type { Embedders, PlannedText } from '../create-embedders.ts'
import type { Embedder } from '../embed/embedder.ts'
import { keysOf, type SearchStore } from '../ranking/candidates.ts'
import { type SearchDocument, type StoredDocument, searchDocument, versionOf } from '../search-document.ts'
import { metadataDigest, metadataOf } from '../vectors/metadata-digest.ts'
import { situationModel } from '../vectors/situation-model.ts'
import { UnreadRows } from '../vectors/unread-rows.ts'
import type { StoredKey, VectorEntry, VectorKey } from '../vectors/vector-index.ts'
import type { Catalog } from './catalog.ts'
import { passageTexts } from './passages.ts'
import { planSituations } from './plan-situations.ts'

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

type Part = 'text' | 'situation'

interface Work {
  embedder: Embedder
  /** Vectors of their texts, or of when they matter: kept apart. */
  part: Part
  model: string
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
  const works = await planWorks(catalog, embedders, documents)
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

async function planWorks(
  catalog: Catalog,
  embedders: Embedders,
  documents: readonly StoredDocument[],
): Promise<Work[]> {
  const { vectors } = catalog.store
  const withSituations = documents.filter(({ situation }) => situation > 0)
  const stored = await vectors.count()
  // Situations first: one that was taken back is removed with the vector of its text, which then is seen to be missing.
  const situations = await Promise.all(
    embedders.all.flatMap((embedder) => {
      const model = situationModel(embedder.model)
      if (withSituations.length === 0 && stored[model] === undefined) return []
      return planWork(catalog, { embedder, part: 'situation', model }, withSituations)
    }),
  )
  const texts = await Promise.all(
    embedders.all.map((embedder) =>
      planWork(catalog, { embedder, part: 'text', model: embedder.model }, documents),
    ),
  )
  return [...texts, ...situations]
}

async function planWork(
  { store, cacheDirectory }: Catalog,
  work: Pick<Work, 'embedder' | 'part' | 'model'>,
  documents: readonly StoredDocument[],
): Promise<Work> {
  const { embedder, part, model } = work
  const unread = new UnreadRows(cacheDirectory, model, store.text.rows().generation)
  const keys = await store.vectors.keys(model, embedder.dimensions || undefined)
  const known = new Set(documents.map(({ id }) => id))
  const gone = new Set(keys.map(({ memory }) => memory).filter((memory) => !known.has(memory)))
  if (gone.size > 0) await store.vectors.remove([...gone])
  await describeChanged(store, documents, keys)
  const left = withoutVectors(documents, part === 'text' ? keysOf : firstKeyOf, keys, unread)
  return { ...work, unread, left: new Set(left) }
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

/** When a memory matters has one vector, as if it were its only passage. */
function firstKeyOf({ id }: StoredDocument): VectorKey[] {
  return [{ memory: id, passage: 0 }]
}

/** The documents of which not every passage that the model reads has a vector of its text. */
function withoutVectors(
  documents: readonly StoredDocument[],
  wanted: (document: StoredDocument) => VectorKey[],
  keys: readonly StoredKey[],
  unread: UnreadRows,
): StoredDocument[] {
  const nameOf = (memory: string, passage: number, version: number) => `${version} ${passage} ${memory}`
  const stored = new Set(keys.map(({ memory, passage, version }) => nameOf(memory, passage, version)))
  return documents.filter((document) =>
    wanted(document).some(
      ({ memory, passage }) =>
        !stored.has(nameOf(memory, passage, document.version)) && !unread.has(document.row + passage),
    ),
  )
}

interface Passage {
  document: StoredDocument
  part: Part
  passage: number
  planned: readonly PlannedText[]
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
    for (const passage of await passagesIn(document, current, embedders)) {
      passages.push(passage)
      for (const planned of passage.planned)
        tokens += planned.text.length / (planned.language === 'zh' ? 1 : 4)
    }
  }
  return { passages, end }
}

async function passagesIn(
  document: StoredDocument,
  current: SearchDocument,
  embedders: Embedders,
): Promise<Passage[]> {
  const passages: Passage[] = []
  for (const [passage, text] of passageTexts(current).entries()) {
    const planned = await embedders.plan(toSimplified(text.slice(0, PASSAGE_CHARACTERS)))
    passages.push({ document, part: 'text', passage, planned })
  }
  if (current.situations) {
    const planned = await planSituations(embedders, current.situations)
    passages.push({ document, part: 'situation', passage: 0, planned })
  }
  return passages
}

/** Returns the memories that got a vector. */
async function embedStep(
  store: SearchStore,
  { embedder, part, model, unread, left }: Work,
  { passages }: Step,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const own = passages
    .filter((passage) => passage.part === part && left.has(passage.document))
    .map(({ planned, ...key }) => ({ ...key, given: planned.find((one) => one.embedder === embedder) }))
  const readable = own.flatMap(({ given, ...key }) => (given ? [{ ...key, text: given.text }] : []))
  // Memories that say the same in the same words are one text to a provider.
  const texts = [...new Set(readable.map(({ text }) => text))]
  const made = await embedder.embed(texts, { purpose: 'memory', ...(signal ? { signal } : {}) })
  const vectors = new Map(texts.map((text, index) => [text, made[index]]))
  const entries = readable.flatMap(({ document, passage, text }): VectorEntry[] => {
    const vector = vectors.get(text)
    const { id: memory, version } = document
    return vector ? [{ memory, passage, version, vector, metadata: metadataOf(document) }] : []
  })
  if (entries.length > 0) await store.vectors.put(model, entries)
  unread.add(own.flatMap(({ document, passage, given }) => (given ? [] : [document.row + passage])))
  return entries.map(({ memory }) => memory)
}

async function dropUnused({ store }: Catalog, embedders: Embedders): Promise<void> {
  const used = new Set(embedders.all.flatMap(({ model }) => [model, situationModel(model)]))
  const stored = Object.keys(await store.vectors.count())
  for (const model of stored) if (!used.has(model)) await store.vectors.drop(model)
}
