import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { evaluateRecall, planStores } from '../../bench/evaluate/evaluate-recall.mjs'
import { makeFillers } from '../../bench/evaluate/fillers.mjs'
import { languageOf, readPrompts, readSetMemories, type SetPrompt } from '../../bench/evaluate/read-set.mjs'
import { scoreRecall } from '../../bench/evaluate/recall-score.mjs'
import { temporaryDirectory } from '../support/published/temporary-directory.ts'

const asked = (lang: SetPrompt['lang'], relevant: string[], attached: string[]) => ({
  prompt: { id: 'p', lang },
  relevant: new Set(relevant),
  attached,
})

describe('scoreRecall', () => {
  it('counts what a person meets', () => {
    const scores = scoreRecall([
      asked('en', ['a'], ['a', 'x', 'y']),
      asked('en', ['a'], ['x', 'a']),
      // Not answered: what came instead rides with no answer.
      asked('en', ['a'], ['x', 'y']),
      asked('zh', ['a'], []),
      asked('zh', [], ['x']),
      asked('mixed', [], []),
    ])
    expect(scores).toMatchObject({
      n: 6,
      answered: 50,
      first: 25,
      riders: 1.5,
      misled: 25,
      false_injections: 50,
    })
    expect(scores.by.en).toEqual({
      n: 3,
      answered: 66.67,
      first: 33.33,
      riders: 1.5,
      misled: 33.33,
      false_injections: 0,
    })
    expect(scores.by.zh).toMatchObject({ answered: 0, false_injections: 100 })
    expect(scores.by.mixed).toEqual({
      n: 1,
      answered: 0,
      first: 0,
      riders: 0,
      misled: 0,
      false_injections: 0,
    })
  })
})

const memories = Array.from({ length: 12 }, (_, at) => ({ id: `m${at}`, text: `Fact number ${at}` }))
const prompts: SetPrompt[] = [
  ...memories.map(({ id }) => ({ id: `p-${id}`, text: `of ${id}`, lang: 'en' as const, relevant: [id] })),
  { id: 'none', text: 'nothing fits', lang: 'en', relevant: [] },
]

describe('planStores', () => {
  it('puts each prompt to a small store that has its answer, the same every time', () => {
    const plans = planStores({ memories, prompts, size: 5 })
    expect(plans.map((plan) => plan.memories.length)).toEqual([5, 5, 5])
    for (const plan of plans)
      for (const { relevant } of plan.prompts) expect(relevant.every(plan.has)).toBe(true)
    expect(plans.flatMap((plan) => plan.prompts)).toHaveLength(13)
    const again = planStores({ memories, prompts, size: 5 })
    expect(again.map((plan) => plan.memories)).toEqual(plans.map((plan) => plan.memories))
    const other = planStores({ memories, prompts, size: 5, seed: 2 })
    expect(other.map((plan) => plan.memories)).not.toEqual(plans.map((plan) => plan.memories))
  })

  it('fills a store up, and keeps one memory of a text', () => {
    const [plan, ...more] = planStores({
      memories: [...memories, { id: 'twin', text: 'Fact  number 3' }],
      prompts,
      size: 40,
    })
    expect(more).toEqual([])
    expect(plan?.memories).toHaveLength(40)
    expect(plan?.memories.slice(0, 12)).toEqual(memories)
    expect(plan?.canonical('twin')).toBe('m3')
  })
})

describe('makeFillers', () => {
  it('makes as many different notes as wanted, in every language, by the seed', () => {
    const fillers = makeFillers(2_000, 1)
    const texts = fillers.map(({ text }) => text)
    expect(new Set(texts).size).toBe(2_000)
    expect(new Set(texts.map(languageOf))).toEqual(new Set(['en', 'mixed']))
    expect(texts.filter((text) => /\p{Script=Han}/u.test(text)).length).toBeGreaterThan(800)
    expect(makeFillers(2_000, 1)).toEqual(fillers)
    expect(makeFillers(10, 2)).not.toEqual(fillers.slice(0, 10))
  })
})

describe('evaluateRecall', () => {
  it('asks every prompt once, compares by the ids of the set, and closes what it opened', async () => {
    let open = 0
    const { scores, asked: all } = await evaluateRecall({
      memories: [...memories, { id: 'twin', text: 'Fact number 3.' }],
      prompts: [...prompts, { id: 'p-twin', text: 'of m3', lang: 'zh', relevant: ['twin'] }],
      size: 5,
      openStore: async (stored) => {
        open++
        return {
          ask: async (text) =>
            stored.filter(({ id }) => text === `of ${id}`).map(({ id }) => ({ id, similarity: 0.7 })),
          close: async () => void open--,
        }
      },
    })
    expect(scores).toMatchObject({ n: 14, answered: 100, first: 100, riders: 0, false_injections: 0 })
    expect(scores.by.zh.answered).toBe(100)
    expect(all.map(({ prompt }) => prompt.id).slice(-2)).toEqual(['none', 'p-twin'])
    expect(open).toBe(0)
  })
})

describe('a set for recall', () => {
  it('is read from lines or from an array, with what it says', () => {
    const directory = temporaryDirectory()
    const write = (name: string, text: string) => {
      writeFileSync(join(directory, name), text)
      return join(directory, name)
    }
    const memory = { id: 'a', text: 'Tea', type: 'user', time: '2026-01-02', session: 's', origin: 'web' }
    const lines = write('m.jsonl', `${JSON.stringify(memory)}\n{"id":"b","text":"Milk","type":"fact"}\n`)
    const array = write('m.json', JSON.stringify([memory, { id: 'b', text: 'Milk', type: 'fact' }], null, 2))
    expect(readSetMemories(lines)).toEqual([memory, { id: 'b', text: 'Milk', kind: 'fact' }])
    expect(readSetMemories(array)).toEqual(readSetMemories(lines))
    const asks = write(
      'p.jsonl',
      '{"id":"1","text":"用 pnpm 吗"}\n{"id":"2","text":"好","lang":"en","relevant":["a"]}',
    )
    expect(readPrompts(asks)).toEqual([
      { id: '1', text: '用 pnpm 吗', lang: 'mixed', relevant: [] },
      { id: '2', text: '好', lang: 'en', relevant: ['a'] },
    ])
    expect(() => readSetMemories(write('bad.jsonl', '{"id":"a","text":"b","time":"soon"}'))).toThrow(/line 1/)
    expect(() => readSetMemories(write('bad.json', '["a"]'))).toThrow(/line 1/)
  })
})
