import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fakeEmbedder, fakeEmbedders } from '../../test/support/published/fake-embedders.ts'
import { putVectors, testDocument } from '../../test/support/published/test-document.ts'
import { DAY_MS } from '../base/values/clock.ts'
import { closeSearchStore, searchStoreIn } from './catalog/catalog-files.ts'
import { embedQueries } from './catalog/embed-texts.ts'
import { passagesOf } from './catalog/passages.ts'
import type { SearchStore } from './ranking/candidates.ts'
import { chanceOf, compete } from './ranking/judge.ts'
import { search } from './search.ts'
import type { SearchDocument } from './search-document.ts'

const NOW = Date.parse('2026-01-01')
const embedders = fakeEmbedders(fakeEmbedder('fake', 256))

async function storeOf(documents: SearchDocument[], withVectors = true): Promise<SearchStore> {
  const store = searchStoreIn()
  store.text.upsert(documents)
  if (!withVectors) return store
  const vectors = await embedders.all[0]!.embed(
    documents.map(({ body }) => body),
    { purpose: 'memory' },
  )
  await putVectors(store, 'fake', Object.fromEntries(documents.map(({ id }, i) => [id, [vectors[i]!]])))
  return store
}

const NOTES = [
  testDocument('deploy', 'Deploys run from the release branch, never on Fridays.'),
  testDocument('port', 'The staging database listens on port 5433.'),
  testDocument('tea', 'Maria likes green tea in the morning.'),
  testDocument('test', 'Integration tests need a running Docker daemon.'),
  testDocument('zh', '部署脚本在周五之前不能运行。'),
]

describe('search', () => {
  it('lets what has no vector yet not fall behind what has one and says the same', async () => {
    const said = 'The harbour crane register is kept in the blue ledger.'
    const store = await storeOf([...NOTES, testDocument('old', said)])
    store.text.upsert([testDocument('new', said)])
    const text = 'which ledger has the harbour crane register'
    const [vectors] = (await embedQueries(embedders, [text])).vectors
    const { hits } = await search(store, { text, vectors, limit: 5, now: NOW })
    const [old, fresh] = ['old', 'new'].map((id) => hits.find(({ document }) => document.id === id)!)
    expect(fresh!.why.score).toBeGreaterThan(old!.why.score)
    await closeSearchStore(store)
  })

  it('finds, explains and abstains, with vectors and without', async () => {
    for (const withVectors of [true, false]) {
      const store = await storeOf(NOTES, withVectors)
      const ask = async (text: string) =>
        search(store, {
          text,
          vectors: (await embedQueries(embedders, [text])).vectors[0],
          limit: 5,
          minSimilarity: 0.6,
          now: NOW,
        })
      const found = await ask('Which port does the staging database listen on?')
      expect(found.mode).toBe(withVectors ? 'hybrid' : 'fulltext')
      expect(found.hits[0]).toMatchObject({ document: { id: 'port' } })
      expect(found.hits[0]?.why.matchedTerms).toEqual(
        expect.arrayContaining(['port', 'staging', 'database', 'listen']),
      )
      expect((await ask('部署脚本')).hits[0]?.document.id).toBe('zh')
      expect((await ask('How do giraffes sleep in winter?')).hits).toEqual([])
      expect((await ask('')).hits).toEqual([])
      await closeSearchStore(store)
    }
  })

  it('prefers the important and the fresh among equals, and never over relevance', async () => {
    const body = 'Use tabs in this repository.'
    const store = await storeOf([
      testDocument('old', body, { changed: NOW - 900 * DAY_MS }),
      testDocument('fresh', `${body} `, { changed: NOW }),
      testDocument('weighty', `${body}  `, { changed: NOW - 900 * DAY_MS, importance: 5 }),
      testDocument('loud', 'Entirely different words.', { changed: NOW, importance: 5 }),
    ])
    const text = 'tabs in the repository'
    const { hits } = await search(store, {
      text,
      vectors: (await embedQueries(embedders, [text])).vectors[0],
      limit: 5,
      now: NOW,
    })
    expect(hits.map(({ document }) => document.id)).toEqual(['weighty', 'fresh', 'old', 'loud'])
    expect(hits[0]!.why.prior).toBeGreaterThan(hits[2]!.why.prior)
    await closeSearchStore(store)
  })

  it('finds what was written just now, before it has a vector', async () => {
    const store = await storeOf(NOTES)
    store.text.upsert([testDocument('shed', 'The bicycle shed key hangs next to the printer.')])
    for (const text of ['bicycle shed', 'where is the key of the shed?']) {
      const [vectors] = (await embedQueries(embedders, [text])).vectors
      const { hits } = await search(store, { text, vectors, limit: 3, now: NOW })
      expect(hits[0]?.document.id).toBe('shed')
      expect(hits[0]?.similarity).toBeGreaterThan(0.6)
    }
    await closeSearchStore(store)
  })

  it('puts first what says just this, also when its name repeats it', async () => {
    const named = (id: string, text: string) => testDocument(id, text, { name: text, description: text })
    const store = await storeOf([
      named('tuesday', 'Deploys go out on Tuesdays'),
      named('tests', 'Regression tests run before every deploy'),
      named('rate', 'The rate limit is 100 per minute'),
      named('tabs', 'Use tabs for indentation'),
    ])
    for (const [text, id] of [
      ['do deploys go out on Tuesdays?', 'tuesday'],
      ['what is the rate limit?', 'rate'],
    ] as const) {
      const [vectors] = (await embedQueries(embedders, [text])).vectors
      const { hits } = await search(store, { text, vectors, limit: 4, now: NOW })
      expect(hits[0]?.document.id).toBe(id)
      expect(hits.find(({ document }) => document.id === 'tabs')?.similarity ?? 0).toBeLessThan(0.6)
    }
    await closeSearchStore(store)
  })

  it('leaves out what is excluded or expired', async () => {
    const store = await storeOf([...NOTES, testDocument('gone', 'staging port', { expires: NOW - 1 })])
    const { hits } = await search(store, {
      text: 'staging port',
      limit: 5,
      exclude: new Set(['port']),
      now: NOW,
    })
    expect(hits).toEqual([])
    await closeSearchStore(store)
  })

  it('calls the text itself the same, and nothing like it nothing', async () => {
    const store = await storeOf(NOTES)
    const similarity = async (text: string) => {
      const [vectors] = (await embedQueries(embedders, [text])).vectors
      return (await search(store, { text, vectors, limit: 1, now: NOW })).hits[0]?.similarity ?? 0
    }
    expect(await similarity(NOTES[1]!.body)).toBeGreaterThan(0.95)
    expect(await similarity('xylophone quartz')).toBeLessThan(0.5)
    await closeSearchStore(store)
  })

  it('lets the best compete for a prompt, but not two that say the same with each other', async () => {
    const said = 'The harbour crane register is kept in the blue ledger.'
    const chances = async (ids: string[]) => {
      const store = await storeOf([...NOTES, ...ids.map((id) => testDocument(id, said))])
      const [vectors] = (await embedQueries(embedders, [said])).vectors
      const { hits } = await search(store, { text: said, vectors, limit: 5, isPrompt: true, now: NOW })
      await closeSearchStore(store)
      return hits.filter(({ document }) => ids.includes(document.id)).map(({ similarity }) => similarity)
    }
    for (const ids of [['one'], ['one', 'other']]) {
      const found = await chances(ids)
      expect(found).toHaveLength(ids.length)
      for (const chance of found) expect(chance).toBeGreaterThan(0.9)
    }
  })

  it('leaves the others what the best does not take', () => {
    const [best, second, last] = compete([3, 1, -1])
    expect(best).toBeGreaterThan(0.7)
    expect(second).toBeLessThan(chanceOf(1) / 2)
    expect(best! + second! + last!).toBeLessThan(1)
    expect(compete([])).toEqual([])
    expect(compete(Array.from({ length: 8 }, () => 3))[0]).toBeLessThan(compete([3])[0]! + 0.05)
  })

  it('takes the only memory that says a name for the answer to it, however it is spelt', async () => {
    const store = await storeOf(
      [...NOTES, testDocument('node', 'Everything that serves requests is NodeJS 20.')],
      false,
    )
    const best = async (text: string) =>
      (await search(store, { text, limit: 5, isPrompt: true, now: NOW })).hits[0]
    for (const text of ['nodejs?', 'NodeJS?', 'node_js?']) {
      const hit = await best(text)
      expect(hit?.document.id).toBe('node')
      expect(hit?.similarity).toBeGreaterThan(0.6)
    }
    await closeSearchStore(store)
  })
})

describe('passagesOf', () => {
  it('loses nothing but white space, and cuts no character', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('word ', '句子。', 'a.b! ', '\n\n', '🎉', 'longword'), { maxLength: 900 }),
        (parts) => {
          const text = parts.join('')
          const passages = passagesOf(text)
          expect(passages.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
          expect(passages.length).toBeLessThanOrEqual(30)
          for (const passage of passages) expect(passage.isWellFormed()).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })
})
