import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepModels, takeModels } from '../../test/shared-models.ts'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import { type MemorySearch, openMemorySearch } from './memory-search.ts'

interface Line {
  kind: 'memory' | 'query'
  id: string
  text: string
  relevant: string[]
}

const lines = readFileSync(new URL('../../test/fixtures/bilingual.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Line)

/** About nothing that the memories know. */
const ELSEWHERE = [
  'What is the tallest mountain in Peru?',
  'How do I knit a scarf?',
  'Who painted the ceiling of that chapel in Rome?',
  'Give me three names for a kitten',
  'When does the library in Oslo open?',
  'Which vitamins are in oranges?',
  'Why is the sky blue?',
  'Compose a birthday rhyme for my aunt',
  'What did Napoleon do in 1812?',
  'How long should I boil an egg?',
  '怎样织一条围巾？',
  '秘鲁最高的山是哪座？',
  '橙子里有哪些维生素？',
  '为什么天空是蓝色的？',
  '给小猫起三个名字',
  '鸡蛋要煮多久？',
  '奥斯陆的图书馆几点开门？',
  '给我姑妈写一首生日诗',
  '拿破仑在1812年做了什么？',
  '怎么给自行车换轮胎？',
]

describe('what a store answers, with the real models', () => {
  let search: MemorySearch

  beforeAll(async () => {
    const directory = temporaryDirectory()
    for (const { id, text } of lines.filter(({ kind }) => kind === 'memory'))
      writeFileSync(join(directory, `${id}.md`), `---\nname: ${id}\ndescription: ''\n---\n${text}\n`)
    const modelsDirectory = temporaryDirectory()
    takeModels(modelsDirectory)
    search = openMemorySearch({
      directory,
      cacheDirectory: temporaryDirectory(),
      embedding: { modelsDirectory },
    })
    await search.work({})
    keepModels(modelsDirectory)
  })
  afterAll(() => search.close())

  const ask = async (text: string) => {
    const { hits } = await search.search({ text, limit: 5, minSimilarity: 0.6, now: new Date() })
    return hits.map(({ memory }) => memory.file)
  }

  it('finds memories of the other language with certainty enough to bring them up', async () => {
    const queries = lines.filter(({ kind }) => kind === 'query')
    let answered = 0
    for (const { text, relevant } of queries) {
      const found = await ask(text)
      if (relevant.some((id) => found.includes(`${id}.md`))) answered++
    }
    expect(queries.length).toBe(76)
    expect(answered).toBeGreaterThanOrEqual(60)
  })

  it('keeps quiet about what it does not know, in English and in Chinese', async () => {
    const spoken: string[] = []
    for (const text of ELSEWHERE) if ((await ask(text)).length > 0) spoken.push(text)
    expect(spoken.length).toBeLessThanOrEqual(1)
  })
})
