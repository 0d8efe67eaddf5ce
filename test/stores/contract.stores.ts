// One contract for every store: real LanceDB, a real Chroma server, and Pinecone's REST form on loopback.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { closeSearchStore, searchStoreIn } from '../../src/search/catalog/catalog-files.ts'
import type { SearchStore } from '../../src/search/ranking/candidates.ts'
import { openChromaIndex } from '../../src/search/vectors/chroma/chroma-index.ts'
import { ExternalVectors } from '../../src/search/vectors/external-vectors.ts'
import { openLancedbIndex } from '../../src/search/vectors/lancedb/lancedb-index.ts'
import { openPineconeIndex } from '../../src/search/vectors/pinecone/pinecone-index.ts'
import { retrying } from '../../src/search/vectors/retrying-index.ts'
import type { Settling, VectorIndex } from '../../src/search/vectors/vector-index.ts'
import { everyFourth } from '../support/memory-index.ts'
import { type PineconeServer, startPineconeServer } from '../support/pinecone-server.ts'
import { temporaryDirectory } from '../support/published/temporary-directory.ts'
import { putVectors, testDocument } from '../support/published/test-document.ts'
import { vectorIndexContract } from '../support/published/vector-index-contract.ts'
import { failingIndex } from './failing-index.ts'
import { startProxy } from './proxy.ts'

const chroma = process.env.MEMDIR_TEST_CHROMA ?? ''
const open: SearchStore[] = []
afterEach(async () => {
  for (const store of open.splice(0)) await closeSearchStore(store).catch(() => {})
})

type Open = () => Promise<VectorIndex>

function opened(directory: string, name: string, settles: Settling, openIndex: Open): SearchStore {
  const store = searchStoreIn(
    directory,
    (text, cache) =>
      new ExternalVectors({
        ...{ text, directory: cache, name: 'test', store: name, settles },
        open: async () => retrying(await openIndex(), { store: name, pauseMs: 1 }),
      }),
  )
  open.push(store)
  return store
}

const checks = vectorIndexContract.map(({ title, check }) => [title, check] as const)

describe('vectors in LanceDB', () => {
  const index = (path: string) => () => openLancedbIndex({ path, scope: 'one', leastIndexed: 300 })
  it.each(checks)('%s', async (_, check) => {
    const directory = temporaryDirectory()
    const path = join(directory, 'lancedb')
    const failing = async () => failingIndex(await index(path)())
    await check({
      store: opened(directory, 'LanceDB', 'at once', index(path)),
      another: async () => opened(directory, 'LanceDB', 'at once', index(path)),
      failing: async () => opened(directory, 'LanceDB', 'at once', failing),
    })
  })

  it('finds by an index from so many rows on, and what was put after that', async () => {
    const directory = temporaryDirectory()
    const store = opened(directory, 'LanceDB', 'at once', index(join(directory, 'lancedb')))
    const ids = Array.from({ length: 400 }, (_, at) => `n${at}`)
    const of = (at: number) => Array.from({ length: 16 }, (_, i) => Math.sin(at * 7.3 + i * 3.1))
    store.text.upsert(ids.map((id) => testDocument(id, id)))
    await putVectors(store, 'm', Object.fromEntries(ids.map((id, at) => [id, [of(at)]])))
    await store.vectors.compact()
    store.text.upsert([testDocument('late', 'late')])
    await putVectors(store, 'm', { late: [of(1000)] })
    for (const [at, id] of [[7, 'n7'] as const, [399, 'n399'] as const, [1000, 'late'] as const]) {
      const near = await store.vectors.nearest({ model: 'm', to: Float32Array.from(of(at)), limit: 3 })
      expect(near.hits[0]?.memory).toBe(id)
    }
  })
})

describe('vectors on a Chroma server', () => {
  const index =
    (scope: string, url = chroma) =>
    () =>
      openChromaIndex({ url, scope })
  it.each(checks)('%s', async (_, check) => {
    const directory = temporaryDirectory()
    const scope = randomUUID()
    const proxy = await startProxy(chroma, (call) => (everyFourth(call) ? 503 : undefined))
    await check({
      store: opened(directory, 'Chroma', 'at once', index(scope)),
      another: async () => opened(directory, 'Chroma', 'at once', index(scope)),
      failing: async () => opened(directory, 'Chroma', 'at once', index(scope, proxy.url)),
    })
    await proxy.close()
  })

  it.each([
    [401, 'refuses the key', 'CHROMA_API_KEY'],
    [429, 'is overloaded', 'tries again'],
    [503, 'is overloaded', 'tries again'],
  ])('that answers %i is called by its fault', async (status, said, fix) => {
    const proxy = await startProxy(chroma, () => status)
    const index = await openChromaIndex({ url: proxy.url, scope: 'x', token: 'ck-secret' })
    const fault = index.nearest('m', { vector: Float32Array.of(1, 0), limit: 1 })
    await expect(fault).rejects.toMatchObject({
      message: expect.stringContaining(said),
      fix: expect.stringContaining(fix),
    })
    await proxy.close()
    await expect(index.count()).rejects.toMatchObject({ details: { down: true } })
  })
})

describe('vectors in Pinecone', () => {
  let server: PineconeServer
  beforeAll(async () => {
    server = await startPineconeServer(32)
  })
  afterEach(() => {
    Object.assign(server, { fault: undefined, lag: 0, delay: 0 })
  })
  afterAll(() => server.close())
  const index = (scope: string, apiKey?: string) => () =>
    openPineconeIndex({ host: server.url, apiKey: apiKey ?? server.apiKey, scope })

  it.each(checks)('%s', async (_, check) => {
    const directory = temporaryDirectory()
    const scope = randomUUID()
    server.lag = 300
    await check({
      store: opened(directory, 'Pinecone', 'later', index(scope)),
      another: async () => opened(directory, 'Pinecone', 'later', index(scope)),
      failing: async () => {
        const first = server.requests
        server.fault = (request) => (everyFourth(request - first) ? 503 : undefined)
        return opened(directory, 'Pinecone', 'later', index(scope))
      },
    })
  })

  it.each([
    [429, 'is overloaded'],
    [503, 'is overloaded'],
  ])('that answers %i is called by its fault', async (status, said) => {
    server.fault = () => status
    const fault = (await index('x')()).count()
    await expect(fault).rejects.toMatchObject({
      message: expect.stringContaining(said),
      details: { retryable: true },
    })
  })

  it('that refuses the key, or vectors of so many numbers, says what to do and repeats no key', async () => {
    const refused = (await index('x', 'pc-wrong-secret')()).count()
    await expect(refused).rejects.toMatchObject({
      message: expect.not.stringContaining('pc-wrong'),
      fix: expect.stringContaining('PINECONE_API_KEY'),
    })
    const store = opened(temporaryDirectory(), 'Pinecone', 'later', index('y'))
    store.text.upsert([testDocument('a', 'a1')])
    await expect(putVectors(store, 'm', { a: [new Float32Array(33).fill(0.1)] })).rejects.toMatchObject({
      message: 'Pinecone takes vectors of 32 numbers; the model m makes 33.',
      fix: expect.stringContaining('at least 33 dimensions'),
    })
  })
})
