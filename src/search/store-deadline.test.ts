// A store elsewhere that is slow, down, or emptied: words answer, in time, and it is said.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { type MemoryIndexPlace, memoryIndex, memoryIndexPlace } from '../../test/support/memory-index.ts'
import { startEmbeddingServer } from '../../test/support/published/embedding-server.ts'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import { type MemorySearch, openMemorySearch } from './memory-search.ts'
import { ExternalVectors } from './vectors/external-vectors.ts'
import { retrying } from './vectors/retrying-index.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function place(): Promise<{
  search: MemorySearch
  remote: MemoryIndexPlace
  write(name: string, text: string): void
  texts: readonly string[]
}> {
  const server = await startEmbeddingServer()
  ends.push(() => server.close())
  const root = temporaryDirectory()
  const directory = join(root, 'memory')
  mkdirSync(directory)
  const remote = memoryIndexPlace()
  const search = openMemorySearch({
    directory,
    cacheDirectory: join(root, 'cache'),
    embedding: { modelsDirectory: join(root, 'models'), provider: { model: 'm', baseUrl: server.url } },
    openVectors: (text, cache) =>
      new ExternalVectors({
        ...{ text, directory: cache, name: 'test', store: 'Memory', settles: 'at once' },
        open: async () => retrying(memoryIndex(remote), { store: 'Memory', pauseMs: 1 }),
      }),
  })
  ends.push(() => search.close())
  const write = (name: string, text: string) => writeFileSync(join(directory, `${name}.md`), text)
  write('tea', 'Green tea with Caroline in the harbour.')
  write('port', 'The staging database listens on port 5433.')
  await search.work({})
  return { search, remote, write, texts: server.texts }
}

const QUERY = { text: 'green tea in the harbour', limit: 2, now: new Date() }

describe('a store elsewhere', () => {
  test('answers by words and meaning', async () => {
    const { search } = await place()
    expect(await search.search(QUERY)).toMatchObject({
      mode: 'hybrid',
      hits: [{ memory: { file: 'tea.md' } }, {}],
    })
  })

  test('that is slow is given up within half a second where a prompt waits: words answer', async () => {
    const { search, remote } = await place()
    remote.delay = 3_000
    const started = performance.now()
    const found = await search.search({ ...QUERY, hurry: true })
    expect(performance.now() - started).toBeLessThan(900)
    expect(found).toMatchObject({
      mode: 'fulltext',
      hits: [{ memory: { file: 'tea.md' } }],
      problem: { message: 'Memory did not answer in time.' },
    })
    remote.delay = 0
  })

  test.each([
    ['is down', { code: 'ECONNREFUSED' }, 'cannot be reached'],
    ['refuses the key', { status: 401 }, 'refuses the key'],
    ['has too many requests', { status: 429 }, 'is overloaded'],
    ['is unavailable', { status: 503 }, 'is overloaded'],
  ])('that %s: words answer, and it is said; nothing is lost', async (_, fault, said) => {
    const { search, remote, write } = await place()
    remote.fault = () => Object.assign(new Error('no'), fault)
    expect(await search.search(QUERY)).toMatchObject({
      mode: 'fulltext',
      hits: [{ memory: { file: 'tea.md' } }],
      problem: { message: expect.stringContaining(said) },
    })
    write('late', 'Written while the store was away: the boiler is serviced in May.')
    await expect(search.work({})).rejects.toMatchObject({ code: 'unavailable' })
    expect(await search.search({ ...QUERY, text: 'boiler' })).toMatchObject({
      hits: [{ memory: { file: 'late.md' } }],
    })
    remote.fault = undefined
    expect(await search.work({})).toMatchObject({ complete: true, embedded: 1 })
    expect(await search.search(QUERY)).toMatchObject({ mode: 'hybrid', covered: 3 })
  })

  test('that was emptied behind our back: words answer, and the background fills it again', async () => {
    const { search, remote } = await place()
    remote.models.clear()
    expect(await search.search(QUERY)).toMatchObject({ mode: 'fulltext', vectorsLost: true })
    expect(await search.work({})).toMatchObject({ complete: true, embedded: 2 })
    expect(await search.search(QUERY)).toMatchObject({ mode: 'hybrid', covered: 2 })
  })

  test('follows what the files say: metadata, removal, another text', async () => {
    const { search, remote, write, texts } = await place()
    write('tea', '---\ntags: [drink]\n---\nGreen tea with Caroline in the harbour.')
    expect(await search.work({})).toMatchObject({ changed: 1, embedded: 0 })
    const [model] = [...remote.models.values()]
    expect(model?.get('0 tea.md')?.metadata.tags).toEqual(['drink'])
    const before = texts.length
    write('port', 'The staging database listens on port 6000 now, and nowhere else.')
    await search.work({})
    expect(texts.length - before).toBe(1)
    expect((await search.search(QUERY)).covered).toBe(2)
  })
})

describe('the modes of search', () => {
  test('by words asks no model; by meaning gives nothing where meaning cannot be compared', async () => {
    const { search, remote, texts } = await place()
    const before = texts.length
    const words = await search.search({ ...QUERY, words: true, mode: 'fulltext' })
    expect(words).toMatchObject({ mode: 'fulltext', hits: [{ memory: { file: 'tea.md' } }] })
    expect(texts).toHaveLength(before)
    const meaning = await search.search({ ...QUERY, mode: 'vectors' })
    expect(meaning.mode).toBe('vectors')
    expect(meaning.hits.map(({ why }) => why.cosine !== undefined)).toEqual([true, true])
    remote.fault = () => Object.assign(new Error('no'), { code: 'ECONNREFUSED' })
    expect(await search.search({ ...QUERY, mode: 'vectors' })).toMatchObject({ hits: [], problem: {} })
  })
})
