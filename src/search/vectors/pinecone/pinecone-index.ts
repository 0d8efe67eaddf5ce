// Vectors in Pinecone: an index that the person has made, a namespace for each model of a project. What is put is found a
// little later; until then words find it.

import { message } from '../../../base/messages/message.ts'
import { storesTexts } from '../../../base/messages/stores.ts'
import { MemdirError } from '../../../base/values/errors.ts'
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

interface PineconeOptions {
  /** The address of the index: `https://name-project.svc.region.pinecone.io`. */
  host: string
  apiKey: string
  scope: string
}

type Metadata = Record<string, string | number | string[]>

interface PineconeRecord {
  id: string
  values: number[]
  metadata?: Metadata
}

interface Namespace {
  upsert(asked: { records: PineconeRecord[] }): Promise<void>
  update(asked: { id: string; metadata: Metadata }): Promise<void>
  fetch(asked: { ids: string[] }): Promise<{ records: Record<string, PineconeRecord> }>
  deleteMany(asked: { ids: string[] }): Promise<void>
  deleteAll(): Promise<void>
  query(asked: {
    vector: number[]
    topK: number
    filter?: object
  }): Promise<{ matches: { id: string; score?: number }[] }>
  listPaginated(asked: { limit: number; paginationToken?: string }): Promise<{
    vectors?: { id?: string }[]
    pagination?: { next?: string }
  }>
}

interface Index {
  namespace(name: string): Namespace
  describeIndexStats(): Promise<{
    dimension?: number
    namespaces?: Record<string, { recordCount: number }>
  }>
}

interface PineconeModule {
  Pinecone: new (options: {
    apiKey: string
    maxRetries?: number
    fetchApi?: typeof fetch
  }) => {
    index(options: { host: string }): Index
  }
}

/** A request has at most two megabytes: a vector of 1,536 dimensions takes about twenty kilobytes as text. */
const UPSERTED = 50
/** Their number is limited, and they are in the address. */
const FETCHED = 100
const DELETED = 1_000
/** At the same time. */
const UPDATES = 8

export async function openPineconeIndex({ host, apiKey, scope }: PineconeOptions): Promise<VectorIndex> {
  const { Pinecone } = await loadPeer<PineconeModule>('@pinecone-database/pinecone', 'Pinecone')
  const name: StoreName = { store: 'Pinecone', variable: 'PINECONE_API_KEY', secret: apiKey }
  // A server that never answers would keep the process.
  const closing = new AbortController()
  const index = new Pinecone({ apiKey, maxRetries: 0, fetchApi: fetchUntil(closing.signal) }).index({ host })
  const prefix = `memdir-${scopeName(scope)}-`
  const of = (model: string) => index.namespace(prefix + encodeModel(model))
  const said = <T>(asked: Promise<T>): Promise<T> =>
    asked.catch((error: unknown) => {
      throw storeError(error, name, statusOf(error))
    })
  /** What is not there, in a namespace that is not there. */
  const unlessMissing = <T>(asked: Promise<T>, none: T): Promise<T> =>
    asked.catch((error: unknown) => {
      if (statusOf(error) === 404) return none
      throw storeError(error, name, statusOf(error))
    })
  let dimension: number | undefined
  /** An index has one number of dimensions, models have several: shorter vectors are filled up with zeros. */
  const filled = async (model: string, vector: Float32Array): Promise<number[]> => {
    dimension ??= (await said(index.describeIndexStats())).dimension ?? vector.length
    if (vector.length > dimension) throw tooLong(model, vector.length, dimension)
    return [...vector, ...new Array<number>(dimension - vector.length).fill(0)]
  }
  return {
    settles: 'later',
    async put(model, entries) {
      for (const some of batchesOf(entries, UPSERTED)) {
        const records: PineconeRecord[] = []
        for (const entry of some) {
          const { id, metadata } = changeFor(entry)
          const values = await filled(model, entry.vector)
          records.push({ id, values, metadata: { ...metadata, length: entry.vector.length } })
        }
        await said(of(model).upsert({ records }))
      }
    },
    async describe(model, entries) {
      for (const some of batchesOf(entries, UPDATES))
        await Promise.all(some.map((entry) => unlessMissing(of(model).update(changeFor(entry)), undefined)))
    },
    async remove(model, keys) {
      for (const some of batchesOf(keys, DELETED))
        await unlessMissing(of(model).deleteMany({ ids: some.map(recordId) }), undefined)
    },
    async nearest(model, { vector, limit, filter }) {
      const condition = filterOf(filter)
      const { matches } = await said(
        of(model).query({
          vector: await filled(model, vector),
          topK: Math.min(10_000, limit),
          ...(condition ? { filter: condition } : {}),
        }),
      )
      return matches.map(({ id, score = 0 }) => ({ record: id, cosine: score }))
    },
    async get(model, keys) {
      const found: StoredVector[] = []
      for (const some of batchesOf(keys, FETCHED)) {
        const { records } = await said(of(model).fetch({ ids: some.map(recordId) }))
        found.push(...Object.values(records).map(storedIn))
      }
      return found
    },
    async keys(model) {
      const keys: StoredKey[] = []
      for (let paginationToken: string | undefined; ; ) {
        const page = await unlessMissing(
          of(model).listPaginated({ limit: FETCHED, ...(paginationToken ? { paginationToken } : {}) }),
          {},
        )
        const ids = (page.vectors ?? []).flatMap(({ id }) => id ?? [])
        if (ids.length > 0) {
          const { records } = await said(of(model).fetch({ ids }))
          keys.push(...Object.values(records).map(({ metadata }) => keyIn(metadata)))
        }
        paginationToken = page.pagination?.next
        if (!paginationToken) return keys
      }
    },
    async count() {
      const stats = await said(index.describeIndexStats())
      dimension = stats.dimension ?? dimension
      return countsBelow(prefix, stats.namespaces ?? {})
    },
    drop: (model) => unlessMissing(of(model).deleteAll(), undefined),
    close: async () => closing.abort(),
  }
}

function fetchUntil(end: AbortSignal): typeof fetch {
  return (url, init) =>
    fetch(url, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, end]) : end })
}

/** Without the zeros that it was filled up with. */
function storedIn({ values, metadata }: PineconeRecord): StoredVector {
  const length = Number(metadata?.length) || values.length
  return { ...keyIn(metadata), vector: Float32Array.from(values.slice(0, length)) }
}

function countsBelow(
  prefix: string,
  spaces: Record<string, { recordCount: number }>,
): Record<string, number> {
  const own = Object.entries(spaces).filter(
    ([space, { recordCount }]) => space.startsWith(prefix) && recordCount > 0,
  )
  return Object.fromEntries(
    own.map(([space, { recordCount }]) => [decodeModel(space.slice(prefix.length)), recordCount]),
  )
}

type Described = VectorKey & Pick<VectorEntry, 'metadata'> & { version?: number }

function metadataFor({ memory, passage, version, metadata }: Described): Metadata {
  return {
    ...{ memory, passage, ...flatMetadata(metadata), tags: [...metadata.tags] },
    ...(version === undefined ? {} : { version }),
  }
}

function changeFor(entry: Described): { id: string; metadata: Metadata } {
  return { id: recordId(entry), metadata: metadataFor(entry) }
}

const OPERATORS = { in: '$in', '>=': '$gte', '<': '$lt', '>': '$gt' } as const

function filterOf(filter: SearchFilter | undefined): object | undefined {
  const compared = ({ field, is, value }: FlatCondition) => ({ [field]: { [OPERATORS[is]]: value } })
  const tags = (filter?.tags ?? []).map((tag) => ({ tags: { $in: [tag] } }))
  const all: object[] = [...flatConditions(filter).map(compared), ...tags]
  return all.length > 1 ? { $and: all } : all[0]
}

function tooLong(model: string, got: number, most: number): MemdirError {
  return new MemdirError(
    'bad_settings',
    message(storesTexts.storeDimensions, { store: 'Pinecone', model, got, most }),
    {
      fix: message(storesTexts.storeDimensionsFix, { got }),
    },
  )
}

/** Its errors say it by their names. */
function statusOf(error: unknown): number | undefined {
  const { name, status } = (error ?? {}) as { name?: string; status?: unknown }
  if (typeof status === 'number') return status
  const statuses: Record<string, number> = {
    PineconeAuthorizationError: 401,
    PineconeNotFoundError: 404,
    PineconeBadRequestError: 400,
    PineconeInternalServerError: 500,
    PineconeMaxRetriesExceededError: 503,
    PineconeUnavailableError: 503,
  }
  const said = /status (\d{3})/i.exec((error as Error | undefined)?.message ?? '')?.[1]
  return (name ? statuses[name] : undefined) ?? (said === undefined ? undefined : Number(said))
}
