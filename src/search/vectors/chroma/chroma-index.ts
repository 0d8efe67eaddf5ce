// Vectors on a Chroma server: a collection for each model of a project.
import type { SearchFilter } from '../../search-document.ts'
import {
  batchesOf,
  type FlatCondition,
  flatConditions,
  flatMetadata,
  keyIn,
  recordId,
} from '../flat-metadata.ts'
import type { StoredKey, StoredVector, VectorEntry, VectorIndex, VectorKey } from '../vector-index.ts'
import { type ChromaOptions, type Collection, type Metadata, openCollections } from './chroma-collections.ts'

/** What a server takes at once, at least. */
const BATCH = 150
const PAGE = 1_000

export async function openChromaIndex(options: ChromaOptions): Promise<VectorIndex> {
  const collections = await openCollections(options)
  return {
    settles: 'at once',
    merges: true,
    async put(model, entries) {
      const write = async (collection: Collection) => {
        for (const some of batchesOf(entries, BATCH)) {
          const embeddings = some.map(({ vector }) => [...vector])
          await collection.upsert({ ids: some.map(recordId), metadatas: some.map(metadataFor), embeddings })
        }
        return true
      }
      await collections.create(model)
      // Deleted in between: made again.
      if (await collections.using(model, false, write)) return
      await collections.said(write(await collections.create(model)))
    },
    describe: (model, entries) =>
      collections.using(model, undefined, async (collection) => {
        for (const some of batchesOf(entries, BATCH))
          await collection.update(await unsetting(collection, some))
      }),
    remove: (model, keys) =>
      collections.using(model, undefined, async (collection) => {
        for (const some of batchesOf(keys, BATCH)) await collection.delete({ ids: some.map(recordId) })
      }),
    nearest: (model, { vector, limit, filter }) =>
      collections.using(model, [], async (collection) => {
        const where = whereOf(filter)
        // Without metadata: a server takes longer to look it up than to find the nearest.
        const { ids, distances } = await collection.query({
          queryEmbeddings: [[...vector]],
          nResults: limit,
          ...(where ? { where } : {}),
          include: ['distances'],
        })
        return (ids[0] ?? []).map((record, at) => ({
          record,
          cosine: 1 - Number(distances[0]?.[at] ?? 2),
        }))
      }),
    get: (model, keys) =>
      collections.using(model, [], async (collection) => {
        const found: StoredVector[] = []
        for (const some of batchesOf(keys, BATCH)) {
          const got = await collection.get({ ids: some.map(recordId), include: ['metadatas', 'embeddings'] })
          for (const [at, metadata] of got.metadatas.entries()) {
            const embedding = got.embeddings?.[at]
            if (embedding) found.push({ ...keyIn(metadata), vector: Float32Array.from(embedding) })
          }
        }
        return found
      }),
    keys: (model) =>
      collections.using(model, [], async (collection) => {
        const keys: StoredKey[] = []
        for (;;) {
          const page = await collection.get({ limit: PAGE, offset: keys.length, include: ['metadatas'] })
          keys.push(...page.metadatas.map(keyIn))
          if (page.ids.length < PAGE) return keys
        }
      }),
    async count() {
      const counts: Record<string, number> = {}
      for (const model of await collections.models()) {
        const count = await collections.using(model, 0, (collection) => collection.count())
        if (count > 0) counts[model] = count
      }
      return counts
    },
    drop: (model) => collections.drop(model),
    close: async () => collections.close(),
  }
}

/** Metadata is merged with what is there: tags that are gone have to be unset. */
async function unsetting(
  collection: Collection,
  entries: readonly Described[],
): Promise<{ ids: string[]; metadatas: Metadata[] }> {
  const ids = entries.map(recordId)
  const before = await collection.get({ ids, include: ['metadatas'] })
  const known = new Map(before.ids.map((id, at) => [id, before.metadatas[at]]))
  const metadatas = entries.map((entry, at) => {
    const old = Object.keys(known.get(ids[at] ?? '') ?? {}).filter((key) => key.startsWith(TAG))
    return { ...Object.fromEntries(old.map((key) => [key, null])), ...metadataFor(entry) }
  })
  return { ids, metadatas }
}

type Described = VectorKey & Pick<VectorEntry, 'metadata'> & { version?: number }

/** One boolean for each tag: lists cannot be filtered by on every server. */
const TAG = 'tag:'

function metadataFor({ memory, passage, version, metadata }: Described): Metadata {
  return {
    ...{ memory, passage, ...flatMetadata(metadata) },
    ...(version === undefined ? {} : { version }),
    ...Object.fromEntries(metadata.tags.map((tag) => [TAG + tag, true])),
  }
}

const OPERATORS = { in: '$in', '>=': '$gte', '<': '$lt', '>': '$gt' } as const

function whereOf(filter: SearchFilter | undefined): unknown {
  const compared = ({ field, is, value }: FlatCondition) => ({ [field]: { [OPERATORS[is]]: value } })
  const tags = (filter?.tags ?? []).map((tag) => ({ [TAG + tag]: true }))
  const all: unknown[] = [...flatConditions(filter).map(compared), ...tags]
  return all.length > 1 ? { $and: all } : all[0]
}
