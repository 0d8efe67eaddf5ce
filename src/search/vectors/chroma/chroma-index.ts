// Vectors on a Chroma server: a collection for each model of a project.
import type { SearchFilter } from '../../search-document.ts'
import {
  batchesOf,
  decodeModel,
  encodeModel,
  type FlatCondition,
  flatConditions,
  flatMetadata,
  keyIn,
  recordId,
  scopeName,
} from '../flat-metadata.ts'
import { loadPeer } from '../load-peer.ts'
import { type StoreName, storeError } from '../store-error.ts'
import type { StoredKey, StoredVector, VectorEntry, VectorIndex, VectorKey } from '../vector-index.ts'

interface ChromaOptions {
  /** For example `http://localhost:8000`. */
  url: string
  scope: string
  tenant?: string | undefined
  database?: string | undefined
  token?: string | undefined
}

type Metadata = Record<string, string | number | boolean | null>

interface Got {
  ids: string[]
  metadatas: (Metadata | null)[]
  embeddings?: (number[] | null)[]
}

interface Collection {
  name: string
  upsert(records: { ids: string[]; embeddings: number[][]; metadatas: Metadata[] }): Promise<void>
  update(records: { ids: string[]; metadatas: Metadata[] }): Promise<void>
  delete(records: { ids: string[] }): Promise<unknown>
  count(): Promise<number>
  get(asked: { ids?: string[]; limit?: number; offset?: number; include: string[] }): Promise<Got>
  query(asked: {
    queryEmbeddings: number[][]
    nResults: number
    where?: unknown
    include: string[]
  }): Promise<{ ids: string[][]; distances: (number | null)[][] }>
}

interface Client {
  getOrCreateCollection(asked: Record<string, unknown>): Promise<Collection>
  getCollection(asked: { name: string }): Promise<Collection>
  listCollections(asked: { limit: number; offset: number }): Promise<{ name: string }[]>
  deleteCollection(asked: { name: string }): Promise<void>
}

interface Chroma {
  ChromaClient: new (options: Record<string, unknown>) => Client
}

/** What a server takes at once, at least. */
const BATCH = 150
const PAGE = 1_000

export async function openChromaIndex(options: ChromaOptions): Promise<VectorIndex> {
  const { ChromaClient } = await loadPeer<Chroma>('chromadb', 'Chroma')
  const { scope, tenant, database, token } = options
  const name: StoreName = { store: 'Chroma', variable: 'CHROMA_API_KEY', secret: token }
  const { hostname, port, protocol } = new URL(options.url)
  const ssl = protocol === 'https:'
  // A server that never answers would keep the process.
  const closing = new AbortController()
  const client = new ChromaClient({
    ...{ host: hostname, port: Number(port) || (ssl ? 443 : 80), ssl },
    ...{ tenant: tenant ?? 'default_tenant', database: database ?? 'default_database' },
    fetchOptions: { signal: closing.signal },
    ...(token ? { headers: { 'x-chroma-token': token } } : {}),
  })
  const prefix = `memdir.${scopeName(scope)}.`
  const collections = new Map<string, Collection>()
  const named = (model: string) => prefix + encodeModel(model)
  const said = <T>(asked: Promise<T>): Promise<T> =>
    asked.catch((error: unknown) => {
      throw storeError(error, name, statusOf(error))
    })
  const create = async (model: string): Promise<Collection> => {
    const known = collections.get(model)
    if (known) return known
    const made = await client.getOrCreateCollection({
      name: named(model),
      embeddingFunction: null,
      configuration: { hnsw: { space: 'cosine', ef_construction: 200, ef_search: 200, max_neighbors: 24 } },
    })
    collections.set(model, made)
    return made
  }
  const names = async (): Promise<string[]> => {
    const found: string[] = []
    for (;;) {
      const page = await client.listCollections({ limit: PAGE, offset: found.length })
      found.push(...page.map((collection) => collection.name))
      if (page.length < PAGE) return found.filter((each) => each.startsWith(prefix))
    }
  }
  /** A collection that somebody deleted is looked for again. */
  const using = async <T>(
    model: string,
    none: T,
    use: (collection: Collection) => Promise<T>,
  ): Promise<T> => {
    try {
      const known = collections.get(model) ?? (await client.getCollection({ name: named(model) }))
      collections.set(model, known)
      return await use(known)
    } catch (error) {
      if (!isMissing(error)) throw storeError(error, name, statusOf(error))
      collections.delete(model)
      return none
    }
  }
  /** Metadata is merged with what is there: tags that are gone have to be unset. */
  const unsetting = async (
    collection: Collection,
    entries: readonly Described[],
  ): Promise<{ ids: string[]; metadatas: Metadata[] }> => {
    const ids = entries.map(recordId)
    const before = await collection.get({ ids, include: ['metadatas'] })
    const known = new Map(before.ids.map((id, at) => [id, before.metadatas[at]]))
    const metadatas = entries.map((entry, at) => {
      const old = Object.keys(known.get(ids[at] ?? '') ?? {}).filter((key) => key.startsWith(TAG))
      return { ...Object.fromEntries(old.map((key) => [key, null])), ...metadataFor(entry) }
    })
    return { ids, metadatas }
  }
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
      await said(create(model))
      // Deleted in between: made again.
      if (await using(model, false, write)) return
      await said(create(model).then(write))
    },
    describe: (model, entries) =>
      using(model, undefined, async (collection) => {
        for (const some of batchesOf(entries, BATCH))
          await collection.update(await unsetting(collection, some))
      }),
    remove: (model, keys) =>
      using(model, undefined, async (collection) => {
        for (const some of batchesOf(keys, BATCH)) await collection.delete({ ids: some.map(recordId) })
      }),
    nearest: (model, { vector, limit, filter }) =>
      using(model, [], async (collection) => {
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
      using(model, [], async (collection) => {
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
      using(model, [], async (collection) => {
        const keys: StoredKey[] = []
        for (;;) {
          const page = await collection.get({ limit: PAGE, offset: keys.length, include: ['metadatas'] })
          keys.push(...page.metadatas.map(keyIn))
          if (page.ids.length < PAGE) return keys
        }
      }),
    async count() {
      const counts: Record<string, number> = {}
      for (const each of await said(names())) {
        const model = decodeModel(each.slice(prefix.length))
        const count = await using(model, 0, (collection) => collection.count())
        if (count > 0) counts[model] = count
      }
      return counts
    },
    async drop(model) {
      collections.delete(model)
      await client.deleteCollection({ name: named(model) }).catch((error: unknown) => {
        if (!isMissing(error)) throw storeError(error, name, statusOf(error))
      })
    },
    close: async () => closing.abort(),
  }
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

function isMissing(error: unknown): boolean {
  return error instanceof Error && /^(ChromaNotFoundError|InvalidCollectionError)$/.test(error.name)
}

/** Its errors say it by their names, and a busy server in the text. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.name === 'ChromaUnauthorizedError' || error.message === 'Unauthorized') return 401
  if (error.name === 'ChromaForbiddenError') return 403
  if (error.name === 'ChromaRateLimitError') return 429
  if (error.name === 'ChromaServerError') return 503
  const said = /\b(429|50[0234])\b/.exec(error.message)?.[1]
  return said === undefined ? undefined : Number(said)
}
