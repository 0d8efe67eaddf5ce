import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  everyFourth,
  type MemoryIndexPlace,
  memoryIndex,
  memoryIndexPlace,
} from '../../../test/support/memory-index.ts'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { putVectors, testDocument } from '../../../test/support/published/test-document.ts'
import { vectorIndexContract } from '../../../test/support/published/vector-index-contract.ts'
import { closeSearchStore, searchStoreIn } from '../catalog/catalog-files.ts'
import type { SearchStore } from '../ranking/candidates.ts'
import { ExternalVectors } from './external-vectors.ts'
import { retrying } from './retrying-index.ts'
import type { VectorIndex } from './vector-index.ts'

const open: SearchStore[] = []
function opened(place: MemoryIndexPlace, directory: string, fault?: MemoryIndexPlace['fault']): SearchStore {
  const store = searchStoreIn(
    directory,
    (text, cache) =>
      new ExternalVectors({
        ...{
          text,
          directory: cache,
          name: 'test',
          store: 'Memory',
          settles: place.lag > 0 ? 'later' : 'at once',
        },
        open: async () => retrying(memoryIndex(place, fault), { store: 'Memory', pauseMs: 1 }),
      }),
  )
  open.push(store)
  return store
}
afterEach(async () => {
  for (const store of open.splice(0)) await closeSearchStore(store).catch(() => {})
})

describe.each([
  ['at once', 0],
  ['after 300 ms', 300],
])('vectors in a store that shows %s what it was given', (_, lag) => {
  it.each(vectorIndexContract.map(({ title, check }) => [title, check] as const))('%s', async (__, check) => {
    const directory = temporaryDirectory()
    const place = memoryIndexPlace({ lag })
    await check({
      store: opened(place, directory),
      another: async () => opened(place, directory),
      failing: async () => opened(place, directory, everyFourth),
    })
  })
})

const EAST = Float32Array.of(1, 0, 0, 0)
const NORTH = Float32Array.of(0, 1, 0, 0)

async function filled(given: Partial<MemoryIndexPlace> = {}) {
  const place = memoryIndexPlace(given)
  const directory = temporaryDirectory()
  const store = opened(place, directory)
  store.text.upsert([testDocument('a', 'a1'), testDocument('b', 'b1')])
  await putVectors(store, 'm', { a: [EAST], b: [NORTH] })
  return { place, directory, store }
}

const ask = (store: SearchStore, signal?: AbortSignal) =>
  store.vectors.nearest({ model: 'm', to: EAST, limit: 5, ...(signal ? { signal } : {}) })

describe('a store elsewhere', () => {
  it('is announced once before anything is put there, and not where it does not answer', async () => {
    let isAway = true
    const place = memoryIndexPlace({ fault: () => (isAway ? new Error('no such host') : undefined) })
    const announced: number[] = []
    const store = searchStoreIn(temporaryDirectory(), (text, directory) => {
      const options = { text, directory, name: 'test', store: 'Memory', settles: 'at once' } as const
      return new ExternalVectors({
        ...options,
        open: async () => memoryIndex(place),
        async beforePut(answers) {
          await answers()
          announced.push(place.models.size)
        },
      })
    })
    open.push(store)
    store.text.upsert([testDocument('a', 'a1')])
    await expect(putVectors(store, 'm', { a: [EAST] })).rejects.toThrow('no such host')
    expect(announced).toEqual([])
    isAway = false
    await putVectors(store, 'm', { a: [EAST] })
    await putVectors(store, 'm', { a: [NORTH] })
    expect(announced).toEqual([0])
  })

  it('that is emptied behind our back covers nothing, and lists what it lost as missing', async () => {
    const { place, store } = await filled()
    place.models.clear()
    expect(await ask(store)).toEqual({ hits: [], spread: { mean: 0, deviation: 0, count: 0 } })
    expect(await store.vectors.keys('m')).toEqual([])
    await putVectors(store, 'm', { a: [EAST] })
    expect(await ask(store)).toMatchObject({ hits: [{ memory: 'a' }], spread: { count: 1 } })
  })

  it('that lost one vector gets only that one again, and its moments are right', async () => {
    const { place, store } = await filled()
    place.models.get('m')?.delete('0 b')
    expect((await store.vectors.keys('m')).map(({ memory }) => memory)).toEqual(['a'])
    const { spread } = await ask(store)
    expect([spread.count, Math.round(spread.mean * 1000) / 1000]).toEqual([1, 1])
  })

  it('that took half a batch keeps that half: nothing of it is embedded again', async () => {
    const { place, store } = await filled()
    store.text.upsert([testDocument('c', 'c1'), testDocument('d', 'd1')])
    place.breaksAfter = 1
    await expect(putVectors(store, 'm', { c: [EAST], d: [NORTH] })).rejects.toThrow('the connection broke')
    place.breaksAfter = undefined
    expect((await store.vectors.keys('m')).map(({ memory }) => memory).sort()).toEqual(['a', 'b', 'c'])
    expect((await ask(store)).spread.count).toBe(3)
  })

  it('keeps what it has when the cache is lost, moments included', async () => {
    const { place, directory, store } = await filled()
    await closeSearchStore(store)
    for (const name of readdirSync(directory)) rmSync(join(directory, name), { recursive: true })
    const again = opened(place, directory)
    again.text.upsert([testDocument('a', 'a1'), testDocument('b', 'b1')])
    expect(await again.vectors.keys('m')).toHaveLength(2)
    expect(await ask(again)).toMatchObject({ hits: [{ memory: 'a' }, { memory: 'b' }], spread: { count: 2 } })
  })

  it('is given up when nobody waits any longer, and says so', async () => {
    const { place, store } = await filled()
    place.delay = 2_000
    const started = performance.now()
    await expect(ask(store, AbortSignal.timeout(60))).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Memory did not answer in time.',
    })
    expect(performance.now() - started).toBeLessThan(1_000)
    place.delay = 0
  })

  it.each([
    [401, 'refuses the key', 'environment variable NONE'],
    [429, 'is overloaded', 'tries again by itself'],
    ['ECONNREFUSED', 'cannot be reached', 'Start it'],
  ])('that answers %s is called by its fault, with what to do', async (code, said, fix) => {
    const { place, store } = await filled()
    place.fault = () => Object.assign(new Error('no'), typeof code === 'number' ? { status: code } : { code })
    await expect(ask(store)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(said),
      fix: expect.stringContaining(fix),
    })
    place.fault = undefined
    expect((await ask(store)).hits).toHaveLength(2)
  })

  it('forgets a model that is dropped, also one that nothing is known of here', async () => {
    const { place, store } = await filled()
    place.models.set('old', new Map(place.models.get('m')))
    await store.vectors.keys('m')
    expect(Object.keys(await store.vectors.count()).sort()).toEqual(['m', 'old'])
    await store.vectors.drop('old')
    await store.vectors.drop('m')
    expect([...place.models.keys()]).toEqual([])
    expect(await store.vectors.count()).toEqual({})
    expect((await ask(store)).hits).toEqual([])
  })

  it('is erased of every model that it or this project knows, and compacted', async () => {
    const { place, directory, store } = await filled()
    place.models.set('old', new Map(place.models.get('m')))
    await closeSearchStore(store)
    const { vectors, calls } = watched(place, directory)
    expect((await vectors.models()).sort()).toEqual(['m', 'old'])
    await vectors.erase(['a'])
    expect([...place.models.values()].map((entries) => entries.size)).toEqual([1, 1])
    expect(calls.at(-1)).toEqual(['compact', { erase: true }])
    place.models.clear()
    expect(await vectors.models()).toEqual(['m', 'old'])
  })

  it('gives what is at least as near as asked, of texts as they are now', async () => {
    const { store } = await filled()
    const near = await store.vectors.nearest({ model: 'm', to: EAST, limit: 5, atLeast: 0.5 })
    expect(near.hits.map(({ memory }) => memory)).toEqual(['a'])
    store.text.upsert([testDocument('a', 'another text')])
    expect((await ask(store)).hits.map(({ memory }) => memory)).toEqual(['b'])
  })

  it('does not count as emptied while it may show less than it was given', async () => {
    const { store } = await filled({ lag: 60_000 })
    expect((await ask(store)).spread.count).toBe(2)
  })

  it.each([
    [3, { limit: 2 + 8 + 3, filter: undefined }],
    [51, { limit: 2 + 8, filter: { liveAt: 5 } }],
  ])(
    'is asked for %s expired ones more, or to leave them out where they are many',
    async (expired, asked) => {
      const { place, directory, store } = await filled()
      const old = Array.from({ length: expired }, (_, at) => testDocument(`x${at}`, `x${at}`, { expires: 1 }))
      store.text.upsert(old)
      await closeSearchStore(store)
      const { vectors, calls } = watched(place, directory)
      await vectors.nearest({ model: 'm', to: EAST, limit: 2, filter: { liveAt: 5 } })
      expect(calls.at(-1)).toEqual(['nearest', expect.objectContaining(asked)])
    },
  )

  it('is given no vectors without a direction, and none beside one that it would not replace', async () => {
    const { place, directory, store } = await filled()
    await closeSearchStore(store)
    const { vectors, calls, text } = watched(place, directory, { merges: true })
    const store2 = { text, vectors } as unknown as SearchStore
    await putVectors(store2, 'm', { a: [NORTH], b: [Float32Array.of(0, 0, 0, 0)] })
    expect(calls.map(([name, given]) => [name, (given as unknown[]).length])).toEqual([
      ['get', 2],
      ['remove', 2],
      ['put', 1],
    ])
    await putVectors(store2, 'm', { b: [Float32Array.of(0, 0, 0, 0)] })
    expect(calls.filter(([name]) => name === 'put')).toHaveLength(1)
  })
})

/** With what the store is asked, in order. */
function watched(place: MemoryIndexPlace, directory: string, more: Partial<VectorIndex> = {}) {
  const calls: [string, unknown][] = []
  const inner = { ...memoryIndex(place), compact: async () => {}, ...more }
  const index = new Proxy(inner, {
    get(target, name: keyof VectorIndex) {
      const value = target[name]
      if (typeof value !== 'function' || name === 'close') return value
      return (...args: unknown[]) => {
        calls.push([name, args[1] ?? args[0]])
        return (value as (...given: unknown[]) => unknown)(...args)
      }
    },
  }) as VectorIndex
  const store = searchStoreIn(
    directory,
    (text, cache) =>
      new ExternalVectors({
        ...{ text, directory: cache, name: 'test', store: 'Memory', settles: 'at once' },
        open: async () => index,
      }),
  )
  open.push(store)
  return { calls, text: store.text, vectors: store.vectors as ExternalVectors }
}
