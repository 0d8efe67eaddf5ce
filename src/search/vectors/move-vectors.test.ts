import { expect, test } from 'vitest'
import { memoryIndex, memoryIndexPlace } from '../../../test/support/memory-index.ts'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { putVectors, testDocument } from '../../../test/support/published/test-document.ts'
import { closeSearchStore, searchStoreIn } from '../catalog/catalog-files.ts'
import { EmbeddedVectors } from './embedded-vectors.ts'
import { ExternalVectors } from './external-vectors.ts'
import { moveVectors } from './move-vectors.ts'

const COUNT = 450
const vectorOf = (at: number) => Array.from({ length: 8 }, (_, i) => Math.sin(at * 3.7 + i * 1.9))

async function place() {
  const directory = temporaryDirectory()
  const remote = memoryIndexPlace()
  const store = searchStoreIn(
    directory,
    (text, cache) =>
      new ExternalVectors({
        ...{ text, directory: cache, name: 'test', store: 'Memory', settles: 'at once' },
        open: async () => memoryIndex(remote),
      }),
  )
  const from = new EmbeddedVectors(store.text, directory)
  const ids = Array.from({ length: COUNT }, (_, at) => `n${at}`)
  store.text.upsert(ids.map((id) => testDocument(id, `text of ${id}`, { tags: [id] })))
  const embedded = { text: store.text, vectors: from }
  await putVectors(embedded, 'm', Object.fromEntries(ids.map((id, at) => [id, [vectorOf(at)]])))
  return { store, from, remote }
}

test('moved vectors are found with their metadata and moments; stopped, the move goes on where it was', async () => {
  const { store, from, remote } = await place()
  const stop = new AbortController()
  const seen: [number, number][] = []
  const first = await moveVectors(store, from, {
    signal: stop.signal,
    onProgress: (done, total) => {
      seen.push([done, total])
      stop.abort()
    },
  })
  expect(first).toEqual({ moved: 200, there: 0, complete: false })
  expect(seen).toEqual([[200, COUNT]])
  const before = remote.calls
  expect(await moveVectors(store, from)).toEqual({ moved: 250, there: 200, complete: true })
  expect(remote.calls - before).toBeLessThan(20)
  expect(await moveVectors(store, from)).toEqual({ moved: 0, there: COUNT, complete: true })
  const query = { model: 'm', to: Float32Array.from(vectorOf(7)), limit: 2 }
  const [there, here] = await Promise.all([store.vectors.nearest(query), from.nearest(query)])
  expect(there.hits[0]).toMatchObject({ memory: 'n7', cosine: expect.closeTo(1, 2) })
  expect(there.spread.count).toBe(COUNT)
  expect(there.spread.mean).toBeCloseTo(here.spread.mean, 3)
  expect(there.spread.deviation).toBeCloseTo(here.spread.deviation, 3)
  const filtered = await store.vectors.nearest({ ...query, limit: 5, filter: { tags: ['n9'] } })
  expect(filtered.hits.map(({ memory }) => memory)).toEqual(['n9'])
  await closeSearchStore(store)
})

test('what a store has is moved, and dropped there, also after the cache with all knowledge of it was lost', async () => {
  const { store, from, remote } = await place()
  await moveVectors(store, from)
  await from.drop('m')
  const forgetful = new ExternalVectors({
    ...{ text: store.text, directory: undefined, name: 'test', store: 'Memory', settles: 'at once' },
    open: async () => memoryIndex(remote),
  })
  const back = await moveVectors({ text: store.text, vectors: from }, forgetful)
  expect(back).toEqual({ moved: COUNT, there: 0, complete: true })
  for (const model of await forgetful.models()) await forgetful.drop(model)
  expect(await memoryIndex(remote).count()).toEqual({})
  await forgetful.close()
  await closeSearchStore(store)
})

test('the vector of a text that has changed is not moved', async () => {
  const { store, from } = await place()
  store.text.upsert([testDocument('n0', 'another text'), testDocument('n1', 'and another')])
  expect(await moveVectors(store, from)).toMatchObject({ moved: COUNT - 2, complete: true })
  await closeSearchStore(store)
})
