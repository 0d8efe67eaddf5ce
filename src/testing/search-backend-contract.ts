// What every search backend must do, as checks that any test runner can run: give each a fresh, empty backend.
import assert from 'node:assert/strict'
import type { SearchBackend, SearchDocument } from '../search/backend.ts'
import { queryTerms } from '../search/terms.ts'

export interface ContractCheck {
  title: string
  check(backend: SearchBackend): Promise<void>
}

/** A document with this text, and whatever else matters for a test. */
export function testDocument(id: string, body: string, fields: Partial<SearchDocument> = {}): SearchDocument {
  return {
    id,
    name: '',
    description: '',
    body,
    tags: [],
    changed: 0,
    size: body.length,
    stamp: 0,
    ...fields,
  }
}

async function found(
  backend: SearchBackend,
  text: string,
  filter?: Parameters<SearchBackend['fullText']>[0]['filter'],
) {
  const { hits } = await backend.fullText({
    terms: queryTerms(text),
    limit: 10,
    ...(filter ? { filter } : {}),
  })
  return idsOf(backend, hits)
}

/** In the order of the hits. */
async function idsOf(backend: SearchBackend, hits: readonly { row: number }[]): Promise<string[]> {
  const documents = await backend.documentsAt(hits.map(({ row }) => row))
  return hits.map(({ row }) => documents.find((document) => document.row === row)!.id)
}

async function put(backend: SearchBackend, model: string, vectors: Record<string, number[][]>) {
  const documents = await backend.documents(Object.keys(vectors))
  const entries = documents.map(({ id, row }) => ({
    id,
    row,
    vectors: vectors[id]!.map((vector) => Float32Array.from(vector)),
  }))
  await backend.putVectors(model, entries)
}

async function near(backend: SearchBackend, vector: number[], limit = 10) {
  const { hits } = await backend.nearest({ model: 'm', vector: Float32Array.from(vector), limit })
  return idsOf(backend, hits)
}

const ZEROS = Array<number>(14).fill(0)
const EAST = [1, 0, ...ZEROS]
const NORTH = [0, 1, ...ZEROS]
const NORTH_EAST = [1, 1, ...ZEROS]

export const searchBackendContract: readonly ContractCheck[] = [
  {
    title: 'finds words, stems and Chinese pairs, the rarer and fuller match first',
    async check(backend) {
      await backend.upsert([
        testDocument('a', 'The deploy script needs the staging key.'),
        testDocument('b', 'Deploying on Fridays is forbidden.'),
        testDocument('c', '部署脚本需要密钥，周五不能发布。'),
      ])
      assert.deepEqual(await found(backend, 'staging deploys'), ['a', 'b'])
      assert.deepEqual(await found(backend, '密钥'), ['c'])
      assert.deepEqual(await found(backend, 'nothing here matches zebras'), [])
    },
  },
  {
    title: 'tells which terms matched and how rare each is',
    async check(backend) {
      await backend.upsert([
        testDocument('a', 'red apple'),
        testDocument('b', 'red brick'),
        testDocument('c', 'x'),
      ])
      const terms = queryTerms('red apple unicorn')
      const { hits, rarity, mass, documents } = await backend.fullText({ terms, limit: 10 })
      assert.equal(documents, 3)
      assert.deepEqual(hits[0]?.matched, [0, 1])
      assert.deepEqual(hits[0]?.together, [0, 1])
      assert.ok(rarity[0]! < rarity[1]! && rarity[1]! < rarity[2]!)
      assert.ok(hits[0]!.score <= mass)
    },
  },
  {
    title: 'replaces by id and removes',
    async check(backend) {
      await backend.upsert([testDocument('a', 'old words'), testDocument('b', 'other')])
      await backend.upsert([testDocument('a', 'new words')])
      assert.deepEqual((await backend.ids()).sort(), ['a', 'b'])
      assert.deepEqual(await found(backend, 'old'), [])
      assert.deepEqual(await found(backend, 'new'), ['a'])
      await backend.remove(['a', 'unknown'])
      assert.deepEqual(await found(backend, 'words'), [])
      assert.deepEqual(await backend.ids(), ['b'])
      assert.equal((await backend.stats()).documents, 1)
    },
  },
  {
    title: 'keeps the row while only metadata change, and gives a new one to a new text',
    async check(backend) {
      await backend.upsert([testDocument('a', 'same text')])
      const [before] = await backend.documents(['a'])
      await backend.upsert([testDocument('a', 'same text', { importance: 5, tags: ['x'] })])
      const [after] = await backend.documents(['a'])
      assert.equal(after?.row, before?.row)
      assert.equal(after?.importance, 5)
      assert.deepEqual(after?.tags, ['x'])
      await backend.upsert([testDocument('a', 'another text')])
      const [later] = await backend.documents(['a'])
      assert.notEqual(later?.row, before?.row)
    },
  },
  {
    title: 'filters by every field',
    async check(backend) {
      await backend.upsert([
        testDocument('a', 'note', {
          type: 'user',
          kind: 'skill',
          tags: ['x', 'y'],
          importance: 5,
          changed: 10,
        }),
        testDocument('b', 'note', {
          type: 'project',
          origin: 'web',
          tags: ['xy'],
          changed: 20,
          expires: 100,
        }),
      ])
      const only = (filter: Parameters<typeof found>[2]) => found(backend, 'note', filter)
      assert.deepEqual(await only({ types: ['user'] }), ['a'])
      assert.deepEqual(await only({ kinds: ['skill', 'fact'] }), ['a'])
      assert.deepEqual(await only({ tags: ['x'] }), ['a'])
      assert.deepEqual(await only({ tags: ['x', 'y'] }), ['a'])
      assert.deepEqual(await only({ minImportance: 4 }), ['a'])
      assert.deepEqual(await only({ minImportance: 3, changedAfter: 20 }), ['b'])
      assert.deepEqual(await only({ changedBefore: 20 }), ['a'])
      assert.deepEqual(await only({ origins: ['web'] }), ['b'])
      assert.deepEqual(await only({ liveAt: 100 }), ['a'])
      assert.equal((await only({ liveAt: 99 })).length, 2)
    },
  },
  {
    title: 'finds the nearest vectors and the cosine of what else was asked for',
    async check(backend) {
      await backend.upsert([testDocument('a', 'a1'), testDocument('b', 'b1'), testDocument('c', 'c1')])
      await put(backend, 'm', { a: [EAST], b: [NORTH_EAST], c: [NORTH] })
      assert.deepEqual(await near(backend, EAST, 2), ['a', 'b'])
      const also = (await backend.documents(['c'])).map((document) => ({
        ...document,
        document: () => document,
      }))
      const result = await backend.nearest({ model: 'm', vector: Float32Array.from(EAST), limit: 1, also })
      assert.deepEqual((await idsOf(backend, result.hits)).sort(), ['a', 'c'])
      const b = await backend.nearest({ model: 'm', vector: Float32Array.from(NORTH_EAST), limit: 1 })
      assert.ok(Math.abs(b.hits[0]!.similarity - 1) < 0.02)
    },
  },
  {
    title: 'knows what has no vector yet, per model, and forgets a model',
    async check(backend) {
      await backend.upsert([testDocument('a', 'a1'), testDocument('b', 'b1')])
      const missing = async () => (await backend.withoutVectors('m', 10)).map(({ id }) => id)
      assert.deepEqual(await missing(), ['a', 'b'])
      await put(backend, 'm', { a: [EAST] })
      assert.deepEqual(await missing(), ['b'])
      // Nothing to say is an answer, too.
      await put(backend, 'm', { b: [EAST.map(() => 0)] })
      assert.deepEqual(await missing(), [])
      assert.deepEqual(await near(backend, EAST), ['a'])
      await backend.upsert([testDocument('a', 'changed')])
      assert.deepEqual(await missing(), ['a'])
      assert.deepEqual(await near(backend, EAST), [])
      await backend.dropVectors('m')
      assert.deepEqual((await backend.stats()).vectors.m ?? 0, 0)
    },
  },
  {
    title: 'ignores vectors of a version that is gone',
    async check(backend) {
      await backend.upsert([testDocument('a', 'first')])
      const [before] = await backend.documents(['a'])
      await backend.upsert([testDocument('a', 'second')])
      await backend.putVectors('m', [{ id: 'a', row: before!.row, vectors: [Float32Array.from(EAST)] }])
      assert.deepEqual(await near(backend, EAST), [])
    },
  },
  {
    title: 'judges a long text by its best passage',
    async check(backend) {
      const filler = 'Nothing of interest happened on that day, and nobody wrote about it. '.repeat(12)
      await backend.upsert([
        testDocument('long', `${filler}\n\nThe wifi password is on the fridge.\n\n${filler}`),
        testDocument('short', 'Passwords expire after a year.'),
      ])
      const [first] = await found(backend, 'wifi password fridge')
      assert.equal(first, 'long')
      const [long] = await backend.documents(['long'])
      assert.ok(long!.passages > 1)
      const vectors = Array.from({ length: long!.passages }, (_, i) => (i === 1 ? EAST : NORTH))
      await put(backend, 'm', { long: vectors, short: [NORTH_EAST] })
      assert.deepEqual(await near(backend, EAST), ['long', 'short'])
    },
  },
]
