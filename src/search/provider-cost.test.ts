// A configured provider costs money: every text is sent once, however many processes look at it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type EmbeddingServer, startEmbeddingServer } from '../testing/embedding-server.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { foreignQuestions } from './foreign-questions.ts'
import { type MemorySearch, openMemorySearch } from './memory-search.ts'

let server: EmbeddingServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function place() {
  server = await startEmbeddingServer()
  const root = temporaryDirectory()
  const directory = join(root, 'memory')
  mkdirSync(directory)
  const provider = { model: 'org/some-model:v1.5', baseUrl: server.url }
  /** Every call is a process of its own. */
  const run = async <T>(use: (search: MemorySearch) => Promise<T>): Promise<T> => {
    const search = openMemorySearch({
      directory,
      cacheDirectory: join(root, 'cache'),
      embedding: { modelsDirectory: join(root, 'models'), provider },
    })
    try {
      return await use(search)
    } finally {
      await search.close()
    }
  }
  const write = (name: string, text: string) => writeFileSync(join(directory, `${name}.md`), text)
  const counted = server
  return { root, directory, run, write, work: () => run((search) => search.work({})), server: counted }
}

const times = (texts: readonly string[], part: string) => texts.filter((text) => text.includes(part)).length

test('every memory and every calibration question is sent once, over several starts', async () => {
  const { run, write, work, server } = await place()
  for (const [name, text] of [
    ['tea', 'Green tea with Caroline in the harbour.'],
    ['port', 'The staging database listens on port 5433.'],
    ['key', 'The shed key hangs next to the printer.'],
    ['zh', '部署脚本在周五之前不能运行。'],
  ] as const) {
    write(name, text)
    expect(await work()).toMatchObject({ complete: true, embedded: 1 })
    expect(await work()).toMatchObject({ complete: true, embedded: 0 })
    expect(times(server.texts, text)).toBe(1)
  }
  for (const question of foreignQuestions) expect(times(server.texts, question)).toBe(1)
  expect(await run((search) => search.stats())).toMatchObject({
    vectors: { 'provider/org/some-model:v1.5': 4 },
  })
  const before = server.texts.length
  const query = { text: 'harbour tea', limit: 3, now: new Date() }
  const found = await run((search) => search.search(query))
  expect(found).toMatchObject({ mode: 'hybrid', hits: [{ memory: { file: 'tea.md' } }, {}, {}] })
  expect(server.texts.slice(before)).toEqual(['harbour tea'])
  // Similarity is judged from what is stored.
  expect(await run((search) => search.likelyDoubles({ atLeast: 0.99, now: Date.now() }))).toMatchObject({
    pairs: [],
  })
  expect(server.texts).toHaveLength(before + 1)
})

test('only what changed is sent again, and a rebuild sends no question', async () => {
  const { root, write, work, server } = await place()
  write('a', 'The first text of this memory.')
  write('b', 'Another memory that stays.')
  await work()
  write('a', 'The second text of this memory, which is longer.')
  await work()
  expect(times(server.texts, 'first text')).toBe(1)
  expect(times(server.texts, 'second text')).toBe(1)
  expect(times(server.texts, 'Another memory')).toBe(1)
  const questions = () => foreignQuestions.reduce((sum, question) => sum + times(server.texts, question), 0)
  expect(questions()).toBe(foreignQuestions.length)
  // A rebuild of the catalog embeds the memories again, and no question.
  rmSync(join(root, 'cache'), { recursive: true })
  await work()
  expect(questions()).toBe(foreignQuestions.length)
})
