// A configured provider costs money: every text is sent once, however many processes look at it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { memoryIndex, memoryIndexPlace } from '../../test/support/memory-index.ts'
import { type EmbeddingServer, startEmbeddingServer } from '../../test/support/published/embedding-server.ts'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import { verbatim } from '../base/messages/message.ts'
import { MemdirError } from '../base/values/errors.ts'
import { openEmbedded } from './catalog/catalog-files.ts'
import type { ProviderOptions } from './embed/provider-embedder.ts'
import { type MemorySearch, type MemorySearchOptions, openMemorySearch } from './memory-search.ts'
import { ExternalVectors } from './vectors/external-vectors.ts'

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
  const elsewhere: Pick<MemorySearchOptions, 'openVectors' | 'formerVectors'> = {}
  const calls: { tokens: number; estimated: boolean; failed?: string }[] = []
  const provider: ProviderOptions = {
    model: 'org/some-model:v1.5',
    baseUrl: server.url,
    meter: { allow: () => {}, record: (call) => calls.push(call) },
  }
  /** Every call is a process of its own. */
  const run = async <T>(use: (search: MemorySearch) => Promise<T>): Promise<T> => {
    const search = openMemorySearch({
      directory,
      cacheDirectory: join(root, 'cache'),
      embedding: { modelsDirectory: join(root, 'models'), provider },
      ...elsewhere,
    })
    try {
      return await use(search)
    } finally {
      await search.close()
    }
  }
  const write = (name: string, text: string) => writeFileSync(join(directory, `${name}.md`), text)
  const counted = server
  const work = () => run((search) => search.work({}))
  return { root, directory, run, write, work, server: counted, provider, calls, elsewhere }
}

const times = (texts: readonly string[], part: string) => texts.filter((text) => text.includes(part)).length

test('every memory is sent once, over several starts', async () => {
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
  expect(server.texts).toHaveLength(4)
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

test('only what changed is sent again, and a rebuild sends everything once more', async () => {
  const { root, write, work, server } = await place()
  write('a', 'The first text of this memory.')
  write('b', 'Another memory that stays.')
  await work()
  write('a', 'The second text of this memory, which is longer.')
  await work()
  expect(times(server.texts, 'first text')).toBe(1)
  expect(times(server.texts, 'second text')).toBe(1)
  expect(times(server.texts, 'Another memory')).toBe(1)
  expect(server.texts).toHaveLength(3)
  rmSync(join(root, 'cache'), { recursive: true })
  await work()
  expect(server.texts).toHaveLength(5)
})

test('many memories are sent in few requests, the same text once, and each request is recorded with its tokens', async () => {
  const { write, work, server, calls } = await place()
  for (let at = 0; at < 150; at++) write(`n${at}`, `Memory number ${at} says something of its own.`)
  for (let at = 0; at < 20; at++)
    write(`same${at}`, '---\nname: Same\n---\nSaid twenty times in the same words.')
  expect(await work()).toMatchObject({ embedded: 170 })
  expect(times(server.texts, 'Said twenty times')).toBe(1)
  expect(server.requests).toBe(2)
  expect(calls).toHaveLength(server.requests)
  expect(calls.every(({ tokens, estimated }) => tokens > 0 && !estimated)).toBe(true)
})

test('a cap keeps requests from being made: words answer, and nothing is lost', async () => {
  const { run, write, work, server, provider } = await place()
  write('a', 'The boiler is serviced in May.')
  const over = () => {
    throw new MemdirError('unavailable', verbatim('over the cap'))
  }
  provider.meter = { allow: over, record: () => {} }
  await expect(work()).rejects.toThrow('over the cap')
  const query = { text: 'boiler', limit: 3, now: new Date() }
  expect(await run((search) => search.search(query))).toMatchObject({
    mode: 'fulltext',
    hits: [{ memory: { file: 'a.md' } }],
    problem: { message: 'over the cap' },
  })
  expect(server.requests).toBe(0)
  provider.meter = undefined
  expect(await work()).toMatchObject({ complete: true, embedded: 1 })
})

test('the old model answers until the new one is complete, and is forgotten then', async () => {
  const { run, write, work, server, provider } = await place()
  for (const name of ['tea', 'port', 'key']) write(name, `About the ${name}: words that no question says.`)
  await work()
  provider.model = 'another-model'
  const query = { text: 'about the tea', limit: 3, now: new Date(), mode: 'vectors' as const }
  server.models.length = 0
  const meanwhile = await run((search) => search.search(query))
  expect(meanwhile.hits.map(({ memory }) => memory.file)[0]).toBe('tea.md')
  expect(server.models).toEqual(['another-model', 'org/some-model:v1.5'])
  // Cut off after a part: both answer.
  await run((search) => search.work({ deadline: Date.now() - 1 }))
  expect((await run((search) => search.search(query))).hits).toHaveLength(3)
  await work()
  server.models.length = 0
  expect((await run((search) => search.search(query))).hits[0]?.memory.file).toBe('tea.md')
  expect(server.models).toEqual(['another-model'])
  expect(await run((search) => search.stats())).toMatchObject({ vectors: { 'provider/another-model': 3 } })
})

test('a provider that is no longer configured is asked nothing', async () => {
  const { run, write, work, server, provider } = await place()
  write('tea', 'Green tea in the harbour.')
  await work()
  const other = await startEmbeddingServer()
  Object.assign(provider, { baseUrl: other.url, model: 'elsewhere' })
  const before = server.requests
  const found = await run((search) => search.search({ text: 'tea', limit: 3, now: new Date() }))
  expect(found.hits).toHaveLength(1)
  expect([server.requests, other.texts]).toEqual([before, ['tea']])
  await other.close()
})

test('where the person chooses another place, no text is sent again, there or back', async () => {
  const { write, work, server, elsewhere } = await place()
  for (const name of ['tea', 'port', 'key']) write(name, `About the ${name}.`)
  await work()
  const before = server.texts.length
  const remote = memoryIndexPlace()
  const external: MemorySearchOptions['openVectors'] = (text, directory) =>
    new ExternalVectors({
      ...{ text, directory, name: 'test', store: 'Memory', settles: 'at once' },
      open: async () => memoryIndex(remote),
    })
  elsewhere.openVectors = external
  elsewhere.formerVectors = async () => [openEmbedded]
  expect(await work()).toMatchObject({ complete: true, embedded: 0 })
  expect(remote.models.get('provider/org/some-model:v1.5')?.size).toBe(3)
  write('new', 'Written while vectors lived elsewhere.')
  expect(await work()).toMatchObject({ embedded: 1 })
  Object.assign(elsewhere, { openVectors: undefined, formerVectors: async () => [external] })
  await work()
  expect(server.texts.slice(before).filter((text) => text.includes('About'))).toEqual([])
})
