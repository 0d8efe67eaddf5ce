// What every store of vectors must do, as checks that any test runner can run: each is given a fresh, empty store next to
// a text index, as in the product, where documents are always stored before their vectors.
import assert from 'node:assert/strict'
import type { SearchStore } from '../../../src/search/ranking/candidates.ts'
import type { SearchDocument } from '../../../src/search/search-document.ts'
import type { VectorHit } from '../../../src/search/vectors/vector-index.ts'
import { putVectors, testDocument } from './test-document.ts'

export interface VectorPlace {
  store: SearchStore
  /** Opens the same place once more, as another process would. */
  another(): Promise<SearchStore>
  /** The same where every fourth call to the server is answered with 503. Absent: there is no server. */
  failing?(): Promise<SearchStore>
}

export interface VectorCheck {
  title: string
  check(place: VectorPlace): Promise<void>
}

const DIMENSIONS = 16
const unit = (...values: number[]) => {
  const length = Math.hypot(...values)
  return Float32Array.from({ length: DIMENSIONS }, (_, index) => (values[index] ?? 0) / length)
}
const EAST = unit(1)
const NORTH = unit(0, 1)
const NORTH_EAST = unit(1, 1)
const NOTHING = new Float32Array(DIMENSIONS)

/** A store that settles later is asked again for a while. */
async function eventually({ vectors }: SearchStore, check: () => Promise<void>): Promise<void> {
  for (let tries = vectors.settles === 'later' ? 50 : 0; ; tries--) {
    try {
      await check()
      return
    } catch (error) {
      if (tries <= 0) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

async function store(
  target: SearchStore,
  documents: readonly SearchDocument[],
  vectors: Record<string, Float32Array[]>,
  model = 'm',
): Promise<void> {
  target.text.upsert(documents)
  await putVectors(target, model, vectors)
}

type Asked = Partial<Parameters<SearchStore['vectors']['nearest']>[0]>

async function near({ vectors }: SearchStore, asked: Asked = {}): Promise<VectorHit[]> {
  return (await vectors.nearest({ model: 'm', to: EAST, limit: 10, ...asked })).hits
}

const memories = (hits: readonly VectorHit[]) => hits.map(({ memory }) => memory)

async function finds(target: SearchStore, expected: readonly string[], asked?: Asked): Promise<void> {
  await eventually(target, async () => assert.deepEqual(memories(await near(target, asked)), expected))
}

/** Numbers that repeat from run to run. */
function someVector(seed: number): Float32Array {
  return unit(...Array.from({ length: DIMENSIONS }, (_, i) => Math.sin((seed + 1) * 12.9898 + i * 78.233)))
}

async function spreadIsThatOf(target: SearchStore, stored: readonly Float32Array[]): Promise<void> {
  const query = someVector(999)
  const cosines = stored.map((vector) => vector.reduce((sum, value, i) => sum + value * (query[i] ?? 0), 0))
  const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length
  const variance = cosines.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / cosines.length
  await eventually(target, async () => {
    const { spread } = await target.vectors.nearest({ model: 'm', to: query, limit: 1 })
    assert.equal(spread.count, stored.length)
    assert.ok(Math.abs(spread.mean - mean) < 0.005, `mean ${spread.mean} for ${mean}`)
    const deviation = Math.sqrt(variance)
    assert.ok(
      Math.abs(spread.deviation - deviation) < 0.005,
      `deviation ${spread.deviation} for ${deviation}`,
    )
  })
}

export const vectorIndexContract: readonly VectorCheck[] = [
  {
    title: 'finds the nearest keys, best first, with their cosines',
    async check({ store: target }) {
      await store(target, [testDocument('a', 'a1'), testDocument('b', 'b1'), testDocument('c', 'c1')], {
        a: [EAST],
        b: [NORTH_EAST],
        c: [NORTH],
      })
      await finds(target, ['a', 'b'], { limit: 2 })
      const [first] = await near(target, { to: NORTH_EAST, limit: 1 })
      assert.equal(first?.memory, 'b')
      assert.ok(Math.abs((first?.cosine ?? 0) - 1) < 0.02)
    },
  },
  {
    title: 'gives the cosine of wanted keys whether near or not, each key once',
    async check({ store: target }) {
      await store(target, [testDocument('a', 'a1'), testDocument('b', 'b1', { type: 'user' })], {
        a: [EAST],
        b: [NORTH],
      })
      const wanted = [
        { memory: 'a', passage: 0 },
        { memory: 'b', passage: 0 },
        { memory: 'b', passage: 7 },
        { memory: 'unknown', passage: 0 },
      ]
      await finds(target, ['a', 'b'], { limit: 1, wanted })
      await finds(target, ['a', 'b'], { limit: 0, wanted })
      await finds(target, ['b', 'a'], { limit: 1, wanted, filter: { types: ['user'] }, to: NORTH })
    },
  },
  {
    title: 'compares with the vector of a key',
    async check({ store: target }) {
      await store(target, [testDocument('a', 'a1'), testDocument('b', 'b1'), testDocument('c', 'c1')], {
        a: [NORTH],
        b: [NORTH_EAST],
        c: [EAST],
      })
      await finds(target, ['a', 'b'], { to: { memory: 'a', passage: 0 }, limit: 2 })
      await finds(target, [], { to: { memory: 'unknown', passage: 0 } })
    },
  },
  {
    title: 'keeps the passages of one memory apart',
    async check({ store: target }) {
      const filler = 'Nothing of interest happened on that day, and nobody wrote about it. '.repeat(24)
      target.text.upsert([testDocument('long', filler), testDocument('short', 'x')])
      const [long] = target.text.documents(['long'])
      assert.ok(long && long.passages > 1)
      const vectors = Array.from({ length: long.passages }, (_, i) => (i === 1 ? EAST : NORTH))
      await putVectors(target, 'm', { long: vectors, short: [NORTH_EAST] })
      await eventually(target, async () => {
        const [first] = await near(target, { limit: 1 })
        assert.deepEqual([first?.memory, first?.passage], ['long', 1])
        assert.deepEqual(await target.vectors.count(), { m: 2 })
      })
    },
  },
  {
    title: 'filters by every field',
    async check({ store: target }) {
      const a = { type: 'user', kind: 'skill', tags: ['x', 'y'], importance: 5, changed: 10 } as const
      const b = { type: 'project', origin: 'web', tags: ['xy'], changed: 20, expires: 100 } as const
      await store(target, [testDocument('a', 'a1', a), testDocument('b', 'b1', b)], { a: [EAST], b: [NORTH] })
      await finds(target, ['a'], { filter: { types: ['user'] } })
      await finds(target, ['a'], { filter: { kinds: ['skill', 'fact'] } })
      await finds(target, ['a'], { filter: { tags: ['x', 'y'] } })
      await finds(target, ['b'], { filter: { tags: ['xy'] } })
      await finds(target, ['a'], { filter: { minImportance: 4 } })
      await finds(target, ['b'], { filter: { minImportance: 3, changedAfter: 20 } })
      await finds(target, ['a'], { filter: { changedBefore: 20 } })
      await finds(target, ['b'], { filter: { origins: ['web'] } })
      await finds(target, ['a'], { filter: { liveAt: 100 } })
      await finds(target, ['a', 'b'], { filter: { liveAt: 99 } })
    },
  },
  {
    title: 'filters by what was described later, unset fields included',
    async check({ store: target }) {
      const before = testDocument('a', 'a1', { type: 'user', tags: ['x'], expires: 50 })
      await store(target, [before], { a: [EAST] })
      await finds(target, ['a'], { filter: { types: ['user'], tags: ['x'] } })
      const { expires: _, type: __, ...after } = { ...before, tags: ['y'], importance: 5 }
      target.text.upsert([after])
      await target.vectors.describe([
        { memory: 'a', metadata: after },
        { memory: 'unknown', metadata: after },
      ])
      await finds(target, ['a'], { filter: { tags: ['y'], minImportance: 5, liveAt: 60 } })
      await finds(target, [], { filter: { types: ['user'] } })
      await finds(target, [], { filter: { tags: ['x'] } })
      assert.deepEqual(await target.vectors.count(), { m: 1 })
    },
  },
  {
    title: 'replaces by key',
    async check({ store: target }) {
      await store(target, [testDocument('a', 'a1'), testDocument('b', 'b1')], { a: [EAST], b: [NORTH_EAST] })
      await putVectors(target, 'm', { a: [NORTH] })
      await finds(target, ['b', 'a'])
      await eventually(target, async () => assert.equal((await target.vectors.keys('m')).length, 2))
      await spreadIsThatOf(target, [NORTH, NORTH_EAST])
    },
  },
  {
    title: 'lists what it has with the version of the text, and removes',
    async check({ store: target }) {
      await store(target, [testDocument('a', 'a1'), testDocument('b', 'b1')], { a: [EAST], b: [NOTHING] })
      const versions = new Map(target.text.documents().map(({ id, version }) => [id, version]))
      await eventually(target, async () =>
        assert.deepEqual(
          (await target.vectors.keys('m'))
            .map(({ memory, passage, version }) => ({ memory, passage, version }))
            .sort((x, y) => (x.memory < y.memory ? -1 : 1)),
          ['a', 'b'].map((memory) => ({ memory, passage: 0, version: versions.get(memory) })),
        ),
      )
      assert.deepEqual(await target.vectors.keys('m', DIMENSIONS + 1), [])
      assert.deepEqual(await target.vectors.keys('other'), [])
      target.text.remove(['a'])
      await target.vectors.remove(['a', 'unknown'])
      await eventually(target, async () => {
        assert.deepEqual(memories(await near(target)), [])
        assert.deepEqual(
          (await target.vectors.keys('m')).map(({ memory }) => memory),
          ['b'],
        )
      })
    },
  },
  {
    title: 'never finds a vector of zeros',
    async check({ store: target }) {
      await store(target, [testDocument('a', 'a1'), testDocument('b', 'b1')], { a: [EAST], b: [NOTHING] })
      await finds(target, ['a'], { wanted: [{ memory: 'b', passage: 0 }] })
      await spreadIsThatOf(target, [EAST])
    },
  },
  {
    title: 'does not take the vector of an older text for that of a newer one',
    async check({ store: target }) {
      await store(target, [testDocument('a', 'first')], { a: [EAST] })
      const [before] = target.text.documents(['a'])
      assert.ok(before)
      target.text.upsert([testDocument('a', 'second')])
      const [after] = target.text.documents(['a'])
      const listed = await target.vectors.keys('m')
      assert.ok(listed.every(({ version }) => version !== after?.version))
    },
  },
  {
    title: 'keeps models apart, and forgets one',
    async check({ store: target }) {
      const names = ['m', 'provider/some model:v1.5', 'provider_some model:v1.5', '模型']
      target.text.upsert([testDocument('a', 'a1')])
      for (const name of names) await putVectors(target, name, { a: [EAST] })
      const all = Object.fromEntries(names.map((name) => [name, 1]))
      await eventually(target, async () => assert.deepEqual(await target.vectors.count(), all))
      await target.vectors.drop('provider/some model:v1.5')
      const { 'provider/some model:v1.5': _, ...left } = all
      await eventually(target, async () => assert.deepEqual(await target.vectors.count(), left))
      await finds(target, ['a'], { model: 'provider_some model:v1.5' })
      await finds(target, [], { model: 'provider/some model:v1.5' })
    },
  },
  {
    title: 'starts again with other dimensions',
    async check({ store: target }) {
      await store(target, [testDocument('a', 'a1'), testDocument('b', 'b1')], { a: [EAST], b: [NORTH] })
      await putVectors(target, 'm', { a: [Float32Array.of(0, 1, 0, 0)] })
      await finds(target, ['a'], { to: Float32Array.of(0, 1, 0, 0) })
      await finds(target, [])
    },
  },
  {
    title: 'knows mean and deviation of the cosines as a scan of all would, after any change',
    async check({ store: target }) {
      const ids = Array.from({ length: 24 }, (_, index) => `n${index}`)
      const given = Object.fromEntries(ids.map((id, index) => [id, [someVector(index)]]))
      const vectorsOf = (some: readonly string[]) => some.flatMap((id) => given[id] ?? [])
      await store(
        target,
        ids.map((id) => testDocument(id, `text ${id}`)),
        given,
      )
      await spreadIsThatOf(target, vectorsOf(ids))
      const gone = ids.slice(0, 9)
      target.text.remove(gone)
      await target.vectors.remove(gone)
      await target.vectors.keys('m')
      await spreadIsThatOf(target, vectorsOf(ids.slice(9)))
      await store(target, [testDocument('late', 'late')], { late: [someVector(77)] })
      await spreadIsThatOf(target, [...vectorsOf(ids.slice(9)), someVector(77)])
    },
  },
  {
    title: 'is there when it is opened again, moments included',
    async check(place) {
      await store(place.store, [testDocument('a', 'a1'), testDocument('b', 'b1')], { a: [EAST], b: [NORTH] })
      await place.store.vectors.close()
      const again = await place.another()
      await finds(again, ['a', 'b'])
      await spreadIsThatOf(again, [EAST, NORTH])
    },
  },
  {
    title: 'gives back the vectors of keys, and says when it is not waited for any longer',
    async check({ store: target }) {
      await store(target, [testDocument('a', 'a1'), testDocument('b', 'b1')], { a: [EAST], b: [NOTHING] })
      await eventually(target, async () => {
        const keys = ['a', 'b', 'unknown'].map((memory) => ({ memory, passage: 0 }))
        const got = await target.vectors.get('m', keys)
        assert.deepEqual(
          got.map(({ memory, passage }) => [memory, passage]),
          [['a', 0]],
        )
        assert.equal(got[0]?.version, target.text.documents(['a'])[0]?.version)
        assert.ok([...(got[0]?.vector ?? [])].every((value, at) => Math.abs(value - (EAST[at] ?? 0)) < 0.01))
      })
      await assert.rejects(near(target, { signal: AbortSignal.abort() }))
    },
  },
  {
    title: 'answers with one model until another is complete',
    async check({ store: target }) {
      const documents = ['a', 'b', 'c'].map((id) => testDocument(id, `${id}1`))
      await store(target, documents, { a: [EAST], b: [NORTH_EAST], c: [NORTH] }, 'old')
      await putVectors(target, 'new', { a: [Float32Array.of(1, 0, 0, 0)] })
      await finds(target, ['a', 'b', 'c'], { model: 'old' })
      await finds(target, ['a'], { model: 'new', to: Float32Array.of(1, 0, 0, 0) })
      await putVectors(target, 'new', {
        b: [Float32Array.of(0.6, 0.8, 0, 0)],
        c: [Float32Array.of(0, 1, 0, 0)],
      })
      await target.vectors.drop('old')
      await finds(target, ['a', 'b', 'c'], { model: 'new', to: Float32Array.of(1, 0, 0, 0) })
      await finds(target, [], { model: 'old' })
      await eventually(target, async () => assert.deepEqual(await target.vectors.count(), { new: 3 }))
    },
  },
  ...[2, 3].map((writers) => ({
    title: `loses and doubles nothing when ${writers} write 60 new ids at once`,
    check: (place: VectorPlace) => writeAtOnce(place, writers),
  })),
  {
    title: 'loses nothing where every fourth call is answered with 503',
    async check(place) {
      if (!place.failing) return
      const failing = await place.failing()
      const ids = Array.from({ length: 40 }, (_, index) => `n${index}`)
      failing.text.upsert(ids.map((id) => testDocument(id, `text ${id}`)))
      for (const id of ids) await putVectors(failing, 'm', { [id]: [someVector(Number(id.slice(1)))] })
      await failing.vectors.remove(ids.slice(30))
      failing.text.remove(ids.slice(30))
      const kept = ids.slice(0, 30)
      await finds(failing, ['n5'], { to: someVector(5), limit: 1 })
      await eventually(place.store, async () => {
        const keys = await place.store.vectors.keys('m')
        assert.deepEqual(keys.map(({ memory }) => memory).sort(), kept.toSorted())
      })
      await spreadIsThatOf(
        failing,
        kept.map((id) => someVector(Number(id.slice(1)))),
      )
    },
  },
]

async function writeAtOnce(place: VectorPlace, writers: number): Promise<void> {
  const stores = [place.store]
  while (stores.length < writers) stores.push(await place.another())
  const ids = Array.from({ length: 60 }, (_, index) => `n${index}`)
  const vectorOf = (id: string) => someVector(Number(id.slice(1)))
  place.store.text.upsert(ids.map((id) => testDocument(id, `text ${id}`)))
  await Promise.all(
    stores.map(async (one) => {
      for (let at = 0; at < ids.length; at += 20) {
        const some = ids.slice(at, at + 20)
        await putVectors(one, 'm', Object.fromEntries(some.map((id) => [id, [vectorOf(id)]])))
      }
    }),
  )
  await eventually(place.store, async () => {
    const keys = await place.store.vectors.keys('m')
    assert.deepEqual(keys.map(({ memory }) => memory).sort(), ids.toSorted())
  })
  for (const one of stores) {
    await eventually(one, async () => {
      const hits = await near(one, { to: someVector(5), limit: 200 })
      assert.equal(hits.length, ids.length)
      assert.equal(hits[0]?.memory, 'n5')
    })
    await spreadIsThatOf(one, ids.map(vectorOf))
  }
}
