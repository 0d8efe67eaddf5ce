// `memdir eval --recall` with the real models: it must measure what `memdir recall` gives.
import { readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { useCli } from './use-cli.ts'

const { add, json, run, below } = useCli({ models: true })

const MEMORIES = [
  { id: 'deploy', text: 'Deploys go out on Tuesdays, never on Fridays', type: 'project' },
  { id: 'regression', text: '发布前先在预发环境跑一遍回归', type: 'feedback' },
  { id: 'orders', text: 'The orders table is partitioned by month', type: 'project' },
]
const PROMPTS = [
  { id: 'en', text: 'when do we deploy?', lang: 'en', relevant: ['deploy'] },
  { id: 'zh', text: '发布前要做什么回归', lang: 'zh', relevant: ['regression'] },
  { id: 'none', text: 'write a haiku about the sea', lang: 'en', relevant: [] },
]

it('measures what recall gives, and leaves nothing behind', { timeout: 120_000 }, () => {
  const lines = (items: object[]) => items.map((item) => JSON.stringify(item)).join('\n')
  writeFileSync(below('m.jsonl'), lines(MEMORIES))
  writeFileSync(below('p.json'), JSON.stringify(PROMPTS))
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith('memdir-eval-'))
  const set = ['--store', below('m.jsonl'), '--prompts', below('p.json')]
  const { data } = json(['eval', '--recall', ...set, '--each'])
  expect(data).toMatchObject({ n: 3, answered: 100, first: 100, false_injections: 0 })
  expect(data.by).toMatchObject({ en: { n: 2 }, zh: { n: 1, answered: 100 }, mixed: { n: 0 } })
  const names = new Map(MEMORIES.map(({ id, text, type }) => [add(text, '--type', type).id, id]))
  expect(run(['reindex']).code).toBe(0)
  for (const { text, attached } of data.each) {
    const given = json(['recall', '--prompt', text]).data.memories
    expect(given.map(({ memory, similarity }: Given) => ({ id: names.get(memory.id), similarity }))).toEqual(
      attached,
    )
  }
  const after = readdirSync(tmpdir()).filter((name) => name.startsWith('memdir-eval-'))
  expect(after).toEqual(before)
  expect(run(['eval', '--recall', ...set]).out).toMatch(/answered[\s\S]*100\.0 %/)
  expect(run(['eval', '--recall', '--store', below('m.jsonl')])).toMatchObject({ code: 2 })
})

interface Given {
  memory: { id: string }
  similarity: number
}
