import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fakeEmbedder, fakeEmbedders } from '../../testing/fake-embedders.ts'
import { temporaryDirectory } from '../../testing/temporary-directory.ts'
import { evaluate } from './evaluate.ts'
import { averageMetrics, measureRanking } from './metrics.ts'
import { readCorpus, readQueries } from './read-set.ts'

describe('measureRanking', () => {
  it('measures a ranking by hand', () => {
    const measured = measureRanking(['x', 'a', 'y', 'b', 'z', 'w', 'c'], new Set(['a', 'b', 'c', 'd']))
    expect(measured).toMatchObject({ 'R@1': 0, 'R@5': 0.5, 'R@10': 0.75, 'hit@5': 1, 'all@5': 0, MRR: 0.5 })
    const ideal = 1 + 1 / Math.log2(3) + 1 / Math.log2(4) + 1 / Math.log2(5)
    const gain = 1 / Math.log2(3) + 1 / Math.log2(5) + 1 / Math.log2(8)
    expect(measured['nDCG@10']).toBeCloseTo(gain / ideal)
  })

  it('keeps every number within 0–1 and all in order', () => {
    const ids = fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'), { maxLength: 12 })
    fc.assert(
      fc.property(ids, ids, (ranked, relevant) => {
        const measured = measureRanking(ranked, new Set(relevant))
        for (const value of Object.values(measured)) {
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(1)
        }
        expect(measured['R@1']).toBeLessThanOrEqual(measured['R@5'])
        expect(measured['all@5']).toBeLessThanOrEqual(measured['hit@5'])
      }),
    )
    expect(averageMetrics([])['R@5']).toBe(0)
  })
})

const TOPICS = ['tea', 'ports', 'deploys', 'tabs', 'birthdays', 'trains']
const corpus = ['g1', 'g2'].flatMap((group) =>
  TOPICS.map((topic, i) => ({
    id: `${group}/${i}`,
    group,
    text: `${group} person${i} says much about ${topic}`,
  })),
)
const queries = corpus.map(({ id, group }, i) => ({
  id: `q${id}`,
  group,
  text: `What did person${i % TOPICS.length} of ${group} say about ${TOPICS[i % TOPICS.length]}?`,
  relevant: [id],
  category: i % 2 ? 'odd' : 'even',
}))

describe('evaluate', () => {
  it('asks each group as a store of its own, three ways, and keeps the vectors', async () => {
    const directory = temporaryDirectory()
    const options = { corpus, queries, cacheDirectory: join(directory, 'cache') }
    const first = fakeEmbedder()
    const stages = new Set<string>()
    const measured = await evaluate({
      ...options,
      embedders: fakeEmbedders(first),
      negatives: true,
      byCategory: true,
      onProgress: ({ stage }) => stages.add(stage),
    })
    expect(measured.n).toBe(12)
    expect(measured.hybrid['R@1']).toBe(100)
    expect(measured.fulltext['R@1']).toBe(100)
    expect(measured.byCategory?.odd?.n).toBe(6)
    expect(measured.negatives?.n).toBe(12)
    expect([...stages]).toEqual(['embedding', 'asking'])
    expect(readdirSync(join(directory, 'cache'))).toHaveLength(1)
    const second = fakeEmbedder()
    expect(await evaluate({ ...options, embedders: fakeEmbedders(second) })).toMatchObject({
      hybrid: measured.hybrid,
    })
    expect(second.seen).toEqual([])
  })

  it('judges a question of several sentences as a prompt is: the one that asks is not lost among the others', async () => {
    const wordy = queries.map((query) => ({
      ...query,
      text: `Yesterday evening we finally walked along the frozen river together. ${query.text} Grandmother baked wonderful apple strudel afterwards.`,
    }))
    const embedder = fakeEmbedder()
    const options = { corpus, queries: wordy, negatives: true }
    const { negatives } = await evaluate({ ...options, embedders: fakeEmbedders(embedder) })
    expect(negatives).toMatchObject({ n: 12, 'R@5': 100 })
    expect(embedder.seen).toEqual(expect.arrayContaining([queries[0]?.text, wordy[0]?.text]))
    expect((await evaluate(options)).negatives).toMatchObject({ n: 12, 'R@5': 100 })
  })

  it('embeds what the product embeds: Chinese by its own model, and its gloss by the English one', async () => {
    const english = { ...fakeEmbedder('english'), languages: ['en' as const] }
    const chinese = { ...fakeEmbedder('chinese'), languages: ['zh' as const] }
    const isChinese = (text: string) => /\p{Script=Han}/u.test(text)
    const embedders = {
      ...fakeEmbedders(),
      all: [english, chinese],
      plan: async (text: string) => [
        ...(isChinese(text)
          ? [
              { embedder: chinese, text, language: 'zh' as const, form: 'original' as const },
              { embedder: english, text: 'tea', language: 'en' as const, form: 'gloss' as const },
            ]
          : [{ embedder: english, text, language: 'en' as const, form: 'original' as const }]),
      ],
    }
    const set = {
      corpus: [
        { id: 'tea', group: 'g', text: '茶' },
        { id: 'milk', group: 'g', text: '牛奶' },
      ],
      queries: [{ id: 'q', group: 'g', text: 'tea', relevant: ['tea'], category: 'all' }],
    }
    await evaluate({ ...set, embedders })
    expect(english.seen).toContain('tea')
    expect(chinese.seen).toEqual(expect.arrayContaining(['茶', '牛奶']))
    expect((await evaluate({ ...set, embedders })).vectors['R@10']).toBe(100)
  })

  it('has no neighbour to ask in a set with one group, and works without vectors', async () => {
    const one = { corpus: corpus.slice(0, 6), queries: queries.slice(0, 6), limit: 4, negatives: true }
    expect(await evaluate(one)).toMatchObject({ n: 4, negatives: null, vectors: { 'R@5': 0 } })
  })

  it('reads lines, plain or gzipped, and says which one is wrong', () => {
    const directory = temporaryDirectory()
    const lines = corpus.map((document) => JSON.stringify({ ...document, lang: 'en' })).join('\n')
    writeFileSync(join(directory, 'c.jsonl.gz'), gzipSync(lines))
    expect(readCorpus(join(directory, 'c.jsonl.gz'))).toEqual(corpus)
    writeFileSync(join(directory, 'q.jsonl'), `${JSON.stringify(queries[0])}\n\n{"text": 1}\n`)
    expect(() => readQueries(join(directory, 'q.jsonl'))).toThrow(/line 3/)
    expect(() => readQueries(join(directory, 'none'))).toThrow(/no such file/)
  })
})
