// A set's store with the real models: it must give what `memdir recall` gives.
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { openRecallStore } from '../../bench/evaluate/recall-store.mjs'
import { useCli } from '../cli/use-cli.ts'

const { add, json, run, below } = useCli({ models: true })

const MEMORIES = [
  { id: 'deploy', text: 'Deploys go out on Tuesdays, never on Fridays', type: 'project' },
  { id: 'regression', text: '发布前先在预发环境跑一遍回归', type: 'feedback' },
  { id: 'orders', text: 'The orders table is partitioned by month', type: 'project' },
]
const PROMPTS = ['when do we deploy?', '发布前要做什么回归', 'write a haiku about the sea']

const trials = () => readdirSync(tmpdir()).filter((name) => name.startsWith('memdir-eval-'))

it('measures what recall gives, and leaves nothing behind', { timeout: 120_000 }, async () => {
  const before = trials()
  const store = await openRecallStore(MEMORIES, {
    modelsDirectory: below('home', 'models'),
    path: process.env.PATH,
  })
  const attached: { id: string; similarity: number }[][] = []
  for (const prompt of PROMPTS) attached.push(await store.ask(prompt))
  await store.close()
  expect(trials()).toEqual(before)
  expect(attached.map(([best]) => best?.id)).toEqual(['deploy', 'regression', undefined])
  const names = new Map(MEMORIES.map(({ id, text, type }) => [add(text, '--type', type).id, id]))
  expect(run(['reindex']).code).toBe(0)
  const given = PROMPTS.map((prompt) =>
    json(['recall', '--prompt', prompt]).data.memories.map(({ memory, similarity }: Given) => ({
      id: names.get(memory.id),
      similarity,
    })),
  )
  expect(given).toEqual(attached)
})

it('`eval --mine` measures what is there, three ways', { timeout: 120_000 }, () => {
  add('Deploys go out on Tuesdays', '--description', 'When do releases happen?')
  add('The shed key hangs next to the printer')
  const { data } = json(['eval', '--mine'])
  const metrics = ['R@1', 'R@5', 'R@10', 'hit@5', 'all@5', 'nDCG@10', 'MRR'].sort()
  expect(Object.keys(data).sort()).toEqual(['fulltext', 'hybrid', 'n', 'vectors'])
  for (const mode of ['hybrid', 'fulltext', 'vectors'])
    expect(Object.keys(data[mode]).sort()).toEqual(metrics)
  expect(data).toMatchObject({ n: 1, vectors: { 'R@5': 100 } })
  expect(run(['eval'])).toMatchObject({ code: 2 })
})

interface Given {
  memory: { id: string }
  similarity: number
}
