import { describe, expect, it } from 'vitest'
import { fakeEmbedder } from '../../../test/support/published/fake-embedders.ts'
import type { Embedders } from '../create-embedders.ts'
import { embedQueries, meaningPart, meanVectors } from './embed-texts.ts'

/** Two models: letters to the first, everything to the second. */
function twoModels() {
  const calls: { model: string; texts: readonly string[] }[] = []
  const make = (model: string) => {
    const embedder = fakeEmbedder(model)
    return {
      ...embedder,
      embed: (texts: readonly string[], options: Parameters<typeof embedder.embed>[1]) => {
        calls.push({ model, texts })
        return embedder.embed(texts, options)
      },
    }
  }
  const all = [make('letters'), make('everything')] as const
  const embedders: Embedders = {
    all,
    plan: async (text) =>
      (/[a-z]/.test(text) ? all : all.slice(1)).map((embedder) => ({
        embedder,
        text,
        language: 'en' as const,
        form: 'original' as const,
      })),
    gloss: async () => undefined,
    close: async () => {},
  }
  return { embedders, all, calls }
}

describe('embedQueries', () => {
  it('asks each model once, for each text once, and gives every text its own vectors', async () => {
    const { embedders, calls } = twoModels()
    const texts = ['deploy on friday', '42', 'write tests', 'deploy on friday']
    const { vectors, faults } = await embedQueries(embedders, texts)
    expect(calls).toEqual([
      { model: 'letters', texts: ['deploy on friday', 'write tests'] },
      { model: 'everything', texts: ['deploy on friday', '42', 'write tests'] },
    ])
    expect(faults).toEqual([])
    for (const [index, text] of texts.entries())
      expect(vectors[index]).toEqual((await embedQueries(embedders, [text])).vectors[0])
    expect(vectors[1]?.map(({ model }) => model)).toEqual(['everything'])
  })

  it('leaves out a model that fails', async () => {
    const { embedders, all } = twoModels()
    const fault = new Error('no model')
    const broken = { ...all[0], embed: async () => Promise.reject(fault) }
    const plan = async (text: string) =>
      (await embedders.plan(text)).map((part) =>
        part.embedder === all[0] ? { ...part, embedder: broken } : part,
      )
    const { vectors, faults } = await embedQueries({ ...embedders, all: [broken, all[1]], plan }, ['a', '1'])
    expect(faults).toEqual([fault])
    expect(vectors.map((own) => own.map(({ model }) => model))).toEqual([['everything'], ['everything']])
  })
})

describe('meanVectors', () => {
  const vector = (...values: number[]) => Float32Array.from(values)

  it('is of unit length, counts longer pieces more, and is a gloss where a piece is one', () => {
    const means = meanVectors([
      { text: 'aaa', vectors: [{ model: 'm', vector: vector(1, 0), form: 'original' }] },
      { text: 'aaaa', vectors: [{ model: 'm', vector: vector(0, 1), form: 'gloss' }] },
      { text: 'a', vectors: [] },
    ])
    expect(means).toEqual([{ model: 'm', vector: vector(0.6, 0.8), form: 'gloss' }])
  })
})

describe('meaningPart', () => {
  it('leaves a text of up to 192 tokens as it is', () => {
    for (const text of ['', 'short', '字'.repeat(192), 'word'.repeat(192)])
      expect(meaningPart(text)).toBe(text)
  })

  it('keeps both ends of a longer one, whole characters only', () => {
    const chinese = `${'始'.repeat(200)}${'中'.repeat(100)}${'终'.repeat(200)}`
    expect(meaningPart(chinese)).toBe(`${'始'.repeat(32)}\n${'终'.repeat(160)}`)
    expect(meaningPart('ab '.repeat(1000)).length).toBe(4 * 192 + 1)
    expect(meaningPart('😀'.repeat(300)).isWellFormed()).toBe(true)
  })
})
