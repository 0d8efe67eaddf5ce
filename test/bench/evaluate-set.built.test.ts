import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { evaluateSet } from '../../bench/evaluate/evaluate-set.mjs'
import { readCorpus, readQueries } from '../../bench/evaluate/read-set.mjs'
import { fakeEmbedder, fakeEmbedders } from '../support/published/fake-embedders.ts'
import { temporaryDirectory } from '../support/published/temporary-directory.ts'

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

describe('evaluateSet', () => {
  it('asks each group as a store of its own, three ways, and keeps the vectors', async () => {
    const directory = temporaryDirectory()
    const options = { corpus, queries, cacheDirectory: join(directory, 'cache') }
    const first = fakeEmbedder()
    const stages = new Set<string>()
    const measured = await evaluateSet({
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
    expect(await evaluateSet({ ...options, embedders: fakeEmbedders(second) })).toMatchObject({
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
    const { negatives } = await evaluateSet({ ...options, embedders: fakeEmbedders(embedder) })
    expect(negatives).toMatchObject({ n: 12, 'R@5': 100 })
    expect(embedder.seen).toEqual(expect.arrayContaining([queries[0]?.text, wordy[0]?.text]))
    expect((await evaluateSet(options)).negatives).toMatchObject({ n: 12, 'R@5': 100 })
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
    await evaluateSet({ ...set, embedders })
    expect(english.seen).toContain('tea')
    expect(chinese.seen).toEqual(expect.arrayContaining(['茶', '牛奶']))
    expect((await evaluateSet({ ...set, embedders })).vectors['R@10']).toBe(100)
  })

  it('has no neighbour to ask in a set with one group, and works without vectors', async () => {
    const one = { corpus: corpus.slice(0, 6), queries: queries.slice(0, 6), limit: 4, negatives: true }
    expect(await evaluateSet(one)).toMatchObject({ n: 4, negatives: null, vectors: { 'R@5': 0 } })
  })

  it('reads lines, plain or gzipped, and says which one is wrong', () => {
    const directory = temporaryDirectory()
    const lines = corpus.map((document) => JSON.stringify({ ...document, lang: 'en' })).join('\n')
    writeFileSync(join(directory, 'c.jsonl.gz'), gzipSync(lines))
    expect(readCorpus(join(directory, 'c.jsonl.gz'))).toEqual(corpus)
    writeFileSync(join(directory, 'q.jsonl'), `${JSON.stringify(queries[0])}\n\n{"text": 1}\n`)
    expect(() => readQueries(join(directory, 'q.jsonl'))).toThrow(/line 3/)
    expect(() => readQueries(join(directory, 'none'))).toThrow(/ENOENT/)
  })
})
