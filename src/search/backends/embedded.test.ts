import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { searchBackendContract, testDocument } from '../../testing/search-backend-contract.ts'
import { temporaryDirectory } from '../../testing/temporary-directory.ts'
import { queryTerms } from '../terms.ts'
import { EmbeddedBackend } from './embedded.ts'

async function found(backend: EmbeddedBackend, terms: ReturnType<typeof queryTerms>): Promise<string[]> {
  const { hits } = await backend.fullText({ terms, limit: 9 })
  return (await backend.documentsAt(hits.map(({ row }) => row))).map(({ id }) => id).sort()
}

const open: EmbeddedBackend[] = []
function opened(directory?: string): EmbeddedBackend {
  const backend = new EmbeddedBackend(directory === undefined ? {} : { directory })
  open.push(backend)
  return backend
}
afterEach(async () => {
  for (const backend of open.splice(0)) await backend.close().catch(() => {})
})

describe.each(['in memory', 'on disk'])('the embedded backend, %s, keeps the contract', (place) => {
  for (const { title, check } of searchBackendContract)
    it(title, async () => check(opened(place === 'on disk' ? temporaryDirectory() : undefined)))
})

describe('the embedded backend on disk', () => {
  const terms = queryTerms('green tea')

  it('is seen by another process that has it open, and survives closing', async () => {
    const directory = temporaryDirectory()
    const [first, second] = [opened(directory), opened(directory)]
    await first.upsert([testDocument('a', 'green tea')])
    expect((await second.fullText({ terms, limit: 5 })).hits).toHaveLength(1)
    await second.remove(['a'])
    expect((await first.fullText({ terms, limit: 5 })).hits).toHaveLength(0)
    await first.upsert([testDocument('b', 'green tea again')])
    await first.close()
    expect(await found(opened(directory), terms)).toEqual(['b'])
  })

  it('takes vectors of another catalog for what they are: not its own', async () => {
    const [one, other] = [temporaryDirectory(), temporaryDirectory()]
    const first = opened(one)
    await first.upsert([testDocument('a', 'x')])
    const [{ row } = { row: 0 }] = await first.documents()
    await first.putVectors('m', [{ id: 'a', row, vectors: [new Float32Array(16).fill(1)] }])
    await first.close()
    const second = opened(other)
    await second.upsert([testDocument('b', 'y')])
    const { readFileSync } = await import('node:fs')
    writeFileSync(join(other, 'vectors-m.bin'), readFileSync(join(one, 'vectors-m.bin')))
    const { hits } = await second.nearest({ model: 'm', vector: new Float32Array(16).fill(1), limit: 5 })
    expect(hits).toEqual([])
    expect(await second.withoutVectors('m', 5)).toHaveLength(1)
  })

  it('undoes a batch that fails half-way', async () => {
    const backend = opened(temporaryDirectory())
    await backend.upsert([testDocument('a', 'green tea')])
    const broken = { ...testDocument('c', 'green tea'), changed: undefined as unknown as number }
    await expect(backend.upsert([testDocument('b', 'green tea'), broken])).rejects.toThrow()
    const { documents } = await backend.fullText({ terms, limit: 5 })
    expect(await found(backend, terms)).toEqual(['a'])
    expect(documents).toBe(1)
  })
})

describe('the embedded backend, after any order of changes', () => {
  it('answers as one that was filled at once', async () => {
    const words = fc.constantFrom('red', 'green', 'blue', 'tea', 'cup', '部署', '密钥', 'x')
    const change = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      body: fc.option(fc.array(words, { maxLength: 6 }).map((list) => list.join(' '))),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 20 }), async (changes) => {
        const [worn, fresh] = [new EmbeddedBackend(), new EmbeddedBackend()]
        const final = new Map<string, string>()
        for (const { id, body } of changes) {
          if (body === null) await worn.remove([id])
          else await worn.upsert([testDocument(id, body)])
          if (body === null) final.delete(id)
          else final.set(id, body)
        }
        await fresh.upsert([...final].map(([id, body]) => testDocument(id, body)))
        const ids = (backend: EmbeddedBackend) => found(backend, queryTerms('green tea 部署'))
        expect(await ids(worn)).toEqual(await ids(fresh))
        expect(await worn.stats()).toMatchObject({ documents: final.size })
        await worn.close()
        await fresh.close()
      }),
      { numRuns: 40 },
    )
  })
})
