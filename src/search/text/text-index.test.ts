import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { testDocument } from '../../../test/support/published/test-document.ts'
import type { SearchFilter } from '../search-document.ts'
import { queryTerms } from './terms.ts'
import { TextIndex } from './text-index.ts'

const open: TextIndex[] = []
function opened(directory?: string): TextIndex {
  const index = new TextIndex({ directory })
  open.push(index)
  return index
}
afterEach(() => {
  for (const index of open.splice(0)) index.close()
})

/** Best first. */
function found(index: TextIndex, text: string, filter?: SearchFilter): string[] {
  const { hits } = index.search({ terms: queryTerms(text), limit: 10, filter })
  return index.documentsAt(hits.map(({ row }) => row)).map(({ id }) => id)
}

describe('TextIndex', () => {
  it('finds words, stems and Chinese pairs, the rarer and fuller match first', () => {
    const index = opened()
    index.upsert([
      testDocument('a', 'The deploy script needs the staging key.'),
      testDocument('b', 'Deploying on Fridays is forbidden.'),
      testDocument('c', '部署脚本需要密钥，周五不能发布。'),
    ])
    expect(found(index, 'staging deploys')).toEqual(['a', 'b'])
    expect(found(index, '密钥')).toEqual(['c'])
    expect(found(index, 'nothing here matches zebras')).toEqual([])
  })

  it('says which terms matched and how rare each is', () => {
    const index = opened()
    index.upsert([testDocument('a', 'red apple'), testDocument('b', 'red brick'), testDocument('c', 'x')])
    const { hits, rarity, mass, documents } = index.search({
      terms: queryTerms('red apple unicorn'),
      limit: 10,
    })
    expect(documents).toBe(3)
    expect(hits[0]).toMatchObject({ matched: [0, 1], together: [0, 1] })
    expect(rarity).toEqual(rarity.toSorted((a, b) => a - b))
    expect(hits[0]!.score).toBeLessThanOrEqual(mass)
  })

  it('replaces by id and removes', () => {
    const index = opened()
    index.upsert([testDocument('a', 'old words'), testDocument('b', 'other')])
    index.upsert([testDocument('a', 'new words')])
    expect(index.ids().sort()).toEqual(['a', 'b'])
    expect(found(index, 'old')).toEqual([])
    expect(found(index, 'new')).toEqual(['a'])
    index.remove(['a', 'unknown'])
    expect(found(index, 'words')).toEqual([])
    expect(index.ids()).toEqual(['b'])
    expect(index.count()).toBe(1)
  })

  it('keeps the row while only metadata change, and gives a new one to a new text', () => {
    const index = opened()
    index.upsert([testDocument('a', 'same text')])
    const [before] = index.documents(['a'])
    index.upsert([testDocument('a', 'same text', { importance: 5, tags: ['x'] })])
    const [after] = index.documents(['a'])
    expect(after).toMatchObject({ row: before?.row, version: before?.version, importance: 5, tags: ['x'] })
    index.upsert([testDocument('a', 'another text')])
    const [later] = index.documents(['a'])
    expect(later?.row).not.toBe(before?.row)
    expect(later?.version).not.toBe(before?.version)
  })

  it('filters by every field', () => {
    const index = opened()
    const a = { type: 'user', kind: 'skill', tags: ['x', 'y'], importance: 5, changed: 10 } as const
    const b = { type: 'project', origin: 'web', tags: ['xy'], changed: 20, expires: 100 } as const
    index.upsert([testDocument('a', 'note', a), testDocument('b', 'note', b)])
    const only = (filter: SearchFilter) => found(index, 'note', filter)
    expect(only({ types: ['user'] })).toEqual(['a'])
    expect(only({ kinds: ['skill', 'fact'] })).toEqual(['a'])
    expect(only({ tags: ['x'] })).toEqual(['a'])
    expect(only({ tags: ['x', 'y'] })).toEqual(['a'])
    expect(only({ minImportance: 4 })).toEqual(['a'])
    expect(only({ minImportance: 3, changedAfter: 20 })).toEqual(['b'])
    expect(only({ changedBefore: 20 })).toEqual(['a'])
    expect(only({ origins: ['web'] })).toEqual(['b'])
    expect(only({ liveAt: 100 })).toEqual(['a'])
    expect(only({ liveAt: 99 })).toHaveLength(2)
  })

  it('judges a long text by its best passage', () => {
    const filler = 'Nothing of interest happened on that day, and nobody wrote about it. '.repeat(12)
    const index = opened()
    index.upsert([
      testDocument('long', `${filler}\n\nThe wifi password is on the fridge.\n\n${filler}`),
      testDocument('short', 'Passwords expire after a year.'),
    ])
    expect(found(index, 'wifi password fridge')[0]).toBe('long')
  })

  it('is seen by another process that has it open, and survives closing', () => {
    const directory = temporaryDirectory()
    const [first, second] = [opened(directory), opened(directory)]
    first.upsert([testDocument('a', 'green tea')])
    expect(found(second, 'green tea')).toEqual(['a'])
    second.remove(['a'])
    expect(found(first, 'green tea')).toEqual([])
    first.upsert([testDocument('b', 'green tea again')])
    expect(found(opened(directory), 'green tea')).toEqual(['b'])
  })

  it('undoes a batch that fails half-way', () => {
    const index = opened(temporaryDirectory())
    index.upsert([testDocument('a', 'green tea')])
    const broken = { ...testDocument('c', 'green tea'), changed: undefined as unknown as number }
    expect(() => index.upsert([testDocument('b', 'green tea'), broken])).toThrow()
    expect(found(index, 'green tea')).toEqual(['a'])
    expect(index.count()).toBe(1)
  })

  it('answers after any order of changes as one that was filled at once', () => {
    const words = fc.constantFrom('red', 'green', 'blue', 'tea', 'cup', '部署', '密钥', 'x')
    const change = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      body: fc.option(fc.array(words, { maxLength: 6 }).map((list) => list.join(' '))),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
        const [worn, fresh] = [new TextIndex(), new TextIndex()]
        const final = new Map<string, string>()
        for (const { id, body } of changes) {
          if (body === null) worn.remove([id])
          else worn.upsert([testDocument(id, body)])
          if (body === null) final.delete(id)
          else final.set(id, body)
        }
        fresh.upsert([...final].map(([id, body]) => testDocument(id, body)))
        const ids = (index: TextIndex) => found(index, 'green tea 部署').sort()
        expect(ids(worn)).toEqual(ids(fresh))
        expect(worn.count()).toBe(final.size)
        for (const each of [worn, fresh]) each.close()
      }),
      { numRuns: 40 },
    )
  })
})
