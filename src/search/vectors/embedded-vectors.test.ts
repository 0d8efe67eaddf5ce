import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { putVectors, testDocument } from '../../../test/support/published/test-document.ts'
import { vectorIndexContract } from '../../../test/support/published/vector-index-contract.ts'
import { closeSearchStore, searchStoreIn } from '../catalog/catalog-files.ts'
import type { SearchStore } from '../ranking/candidates.ts'
import { EmbeddedVectors } from './embedded-vectors.ts'
import { Moments } from './moments.ts'

const open: SearchStore[] = []
function opened(directory?: string): SearchStore {
  const store = searchStoreIn(directory)
  open.push(store)
  return store
}
afterEach(async () => {
  for (const store of open.splice(0)) await closeSearchStore(store).catch(() => {})
})

describe('the embedded vectors keep the contract', () => {
  it.each(vectorIndexContract.map(({ title, check }) => [title, check] as const))('%s', async (_, check) => {
    const directory = temporaryDirectory()
    await check({ store: opened(directory), another: async () => opened(directory) })
  })
})

describe('the embedded vectors', () => {
  it('take those of another catalog for what they are: not their own', async () => {
    const [one, other] = [temporaryDirectory(), temporaryDirectory()]
    const [first, second] = [opened(one), opened(other)]
    const vector = new Float32Array(16).fill(0.25)
    first.text.upsert([testDocument('a', 'x')])
    await putVectors(first, 'm', { a: [vector] })
    second.text.upsert([testDocument('b', 'y')])
    for (const name of readdirSync(one).filter((file) => file.endsWith('.bin')))
      copyFileSync(join(one, name), join(other, name))
    const found = await second.vectors.nearest({ model: 'm', to: vector, limit: 5 })
    expect(found).toEqual({ hits: [], spread: { mean: 0, deviation: 0, count: 0 } })
    expect(await second.vectors.keys('m')).toEqual([])
  })
})

describe('a reader of the embedded vectors', () => {
  it('that knows another catalog or other dimensions leaves those of the writer as they are', async () => {
    const directory = temporaryDirectory()
    const [writer, reader] = [opened(directory), opened(directory)]
    const [short, long] = [new Float32Array(16).fill(0.25), new Float32Array(64).fill(0.125)]
    writer.text.upsert([testDocument('a', 'x')])
    await putVectors(writer, 'm', { a: [short] })
    expect((await reader.vectors.nearest({ model: 'm', to: short, limit: 5 })).hits).toHaveLength(1)
    await putVectors(writer, 'm', { a: [long] })
    expect((await reader.vectors.nearest({ model: 'm', to: short, limit: 5 })).hits).toEqual([])
    expect((await reader.vectors.nearest({ model: 'm', to: long, limit: 5 })).hits).toHaveLength(1)
    const other = opened(temporaryDirectory())
    other.text.upsert([testDocument('a', 'x')])
    const elsewhere = new EmbeddedVectors(other.text, directory)
    expect((await elsewhere.nearest({ model: 'm', to: long, limit: 5 })).hits).toEqual([])
    expect(await elsewhere.count()).toEqual({ m: 0 })
    expect(await writer.vectors.count()).toEqual({ m: 1 })
    expect((await writer.vectors.nearest({ model: 'm', to: long, limit: 5 })).hits).toHaveLength(1)
  })
})

describe('the moments of vectors', () => {
  const dimensions = 24
  const vectorOf = (seed: number) => {
    const raw = Float32Array.from({ length: dimensions }, (_, i) =>
      Math.sin((seed + 1) * 12.9898 + i * 78.233),
    )
    const length = Math.hypot(...raw)
    return raw.map((value) => value / length)
  }
  const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0)

  it('give the mean and deviation that a scan gives, whatever was added and taken out', () => {
    const change = fc.record({ seed: fc.integer({ min: 0, max: 30 }), out: fc.boolean() })
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 60 }),
        fc.integer({ min: 100, max: 200 }),
        (changes, seed) => {
          const moments = new Moments(dimensions)
          const inside = new Set<number>()
          for (const { seed: one, out } of changes) {
            if (inside.has(one) !== out) continue
            moments.add(vectorOf(one), out ? -1 : 1)
            if (out) inside.delete(one)
            else inside.add(one)
          }
          const query = vectorOf(seed)
          const cosines = [...inside].map((one) => dot(query, vectorOf(one)))
          const mean = cosines.reduce((sum, value) => sum + value, 0) / (cosines.length || 1)
          const variance =
            cosines.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (cosines.length || 1)
          const spread = moments.spread(query.map((value) => value * 127))
          expect(spread.count).toBe(inside.size)
          expect(spread.mean).toBeCloseTo(mean, 5)
          expect(spread.deviation ** 2).toBeCloseTo(variance, 5)
        },
      ),
    )
  })

  it('are those of the vectors that there are, whoever put, replaced and removed them', async () => {
    const step = fc.record({
      writer: fc.integer({ min: 0, max: 1 }),
      action: fc.constantFrom('put', 'put', 'change', 'remove'),
      ids: fc.uniqueArray(fc.integer({ min: 0, max: 11 }), { minLength: 1, maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const directory = temporaryDirectory()
        const writers = [opened(directory), opened(directory)] as const
        const inside = new Map<string, Float32Array>()
        for (const [at, { writer, action, ids }] of steps.entries()) {
          const store = writers[writer as 0 | 1]
          const names = ids.map((id) => `d${id}`)
          if (action === 'remove') store.text.remove(names)
          else {
            const isNew = (name: string) => action === 'change' || !inside.has(name)
            store.text.upsert(names.filter(isNew).map((name) => testDocument(name, `text ${name} ${at}`)))
            await putVectors(
              store,
              'm',
              Object.fromEntries(names.map((name, n) => [name, [vectorOf(50 * at + n)]])),
            )
          }
          for (const [n, name] of names.entries())
            if (action === 'remove') inside.delete(name)
            else inside.set(name, vectorOf(50 * at + n))
          // As the worker does at the end.
          await store.vectors.keys('m')
          const query = vectorOf(7_000)
          const { spread } = await writers[0].vectors.nearest({ model: 'm', to: query, limit: 3 })
          const cosines = [...inside.values()].map((vector) => dot(query, vector))
          expect(spread.count).toBe(inside.size)
          const mean = cosines.reduce((sum, value) => sum + value, 0) / (cosines.length || 1)
          expect(spread.mean).toBeCloseTo(mean, 2)
        }
        for (const store of open.splice(0)) await closeSearchStore(store)
      }),
      { numRuns: 40 },
    )
  })
})
