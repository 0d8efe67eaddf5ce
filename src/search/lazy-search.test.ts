import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { startEmbeddingServer } from '../../test/support/published/embedding-server.ts'
import { temporaryHome } from '../../test/support/published/temporary-home.ts'
import type { Settings } from '../base/settings/settings.ts'
import { openEngine } from '../connect/engine.ts'
import { agentPlace, wordsOf } from '../memory/places.ts'
import { lazySearch, searchesWith } from './lazy-search.ts'
import { describeSending, markSendingTold, untoldSending } from './texts-sent.ts'

/** An engine over one memory, with these settings of the person. */
function engineWith(storage: Record<string, unknown>, more: Record<string, unknown> = {}) {
  const place = temporaryHome()
  mkdirSync(place.home, { recursive: true })
  writeFileSync(join(place.home, 'settings.json'), JSON.stringify({ storage, ...more }))
  const engine = openEngine({ directory: place.project, env: { ...place.env, MEMDIR_BACKGROUND: '0' } })
  mkdirSync(engine.location.memory, { recursive: true })
  writeFileSync(join(engine.location.memory, 'tea.md'), 'Green tea with Caroline in the harbour.')
  return engine
}

test('an embedding model without an address is said, and words answer', async () => {
  const engine = engineWith({ embeddingModel: 'my-model' })
  const { hits, mode, problem } = await engine.search({ query: 'green tea' })
  expect(hits[0]?.memory.file).toBe('tea.md')
  expect(mode).toBe('fulltext')
  expect(problem).toMatchObject({
    code: 'bad_settings',
    messages: { message: { key: 'embedding-provider.embedding-without-address' } },
  })
  await engine.close()
})

test('a configured provider is asked', async () => {
  const server = await startEmbeddingServer()
  const engine = engineWith({ embeddingModel: 'org/my-model', embeddingUrl: server.url })
  await (await engine.background()).run('embedding', { reason: 'test' })
  expect((await engine.search({ query: 'green tea' })).mode).toBe('hybrid')
  expect(server.texts.filter((text) => text.includes('Caroline'))).toHaveLength(1)
  await engine.close()
  await server.close()
})

test('a message is embedded once for all directories that it is put to', async () => {
  const server = await startEmbeddingServer()
  const engine = engineWith({ embeddingModel: 'org/my-model', embeddingUrl: server.url })
  const everywhere = join(engine.home, 'everywhere/memory')
  mkdirSync(everywhere, { recursive: true })
  writeFileSync(join(everywhere, 'cup.md'), 'Green tea in a white cup for Caroline.')
  await (await engine.background()).run('embedding', { reason: 'test' })
  const query = 'which green tea does Caroline like in the harbour'
  await engine.recall({ prompt: query })
  const { hits } = await engine.search({ query, threshold: 0 })
  expect(hits.map(({ place }) => wordsOf(place).mark)).toEqual(
    expect.arrayContaining([{}, { everywhere: true }]),
  )
  expect(server.texts.filter((sent) => sent === query)).toHaveLength(1)
  await engine.close()
  await server.close()
})

test('every request to a provider is in the ledger, and none is made over a cap', async () => {
  const server = await startEmbeddingServer()
  const engine = engineWith({ embeddingModel: 'org/my-model', embeddingUrl: server.url })
  await (await engine.background()).run('embedding', { reason: 'test' })
  const [month = ''] = readdirSync(join(engine.home, 'ledger'))
  const lines = readFileSync(join(engine.home, 'ledger', month), 'utf8')
    .trim()
    .split('\n')
  expect(lines).toHaveLength(server.requests)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    purpose: 'embedding',
    model: 'org/my-model',
    usage: { input: expect.any(Number), output: 0 },
  })
  await engine.close()
  const capped = engineWith(
    { embeddingModel: 'org/my-model', embeddingUrl: server.url },
    { spend: { caps: { perDay: { tokens: 1 } } } },
  )
  const before = server.requests
  expect(await (await capped.background()).run('embedding', { reason: 'test' })).toMatchObject({
    status: 'failed',
  })
  expect(await capped.search({ query: 'green tea' })).toMatchObject({
    mode: 'fulltext',
    problem: { code: 'unavailable', messages: { message: { key: 'spend.spend-cap-reached' } } },
  })
  expect(server.requests).toBe(before)
  await capped.close()
  await server.close()
})

test('a provider that refuses is said, by the job too, and words answer', async () => {
  const server = await startEmbeddingServer()
  server.status = 401
  const engine = engineWith({ embeddingModel: 'org/my-model', embeddingUrl: server.url })
  const refused = { code: 'provider', details: { status: 401 } }
  const found = await engine.search({ query: 'green tea' })
  expect(found).toMatchObject({ mode: 'fulltext', problem: refused })
  expect(found.hits).toHaveLength(1)
  const background = await engine.background()
  expect(await background.run('embedding', { reason: 'test' })).toMatchObject({ status: 'failed' })
  expect(JSON.stringify(background.runs().at(-1))).toContain('not for you')
  const cancelled = { query: 'green tea', signal: AbortSignal.abort() }
  expect((await engine.search(cancelled)).problem).toBeUndefined()
  await engine.close()
  await server.close()
})

test('vectors that cannot be used are said, and words answer', async () => {
  const server = await startEmbeddingServer()
  const engine = engineWith({ embeddingModel: 'org/my-model', embeddingUrl: server.url })
  await (await engine.background()).run('embedding', { reason: 'test' })
  const cache = join(engine.location.state, 'cache')
  for (const name of readdirSync(cache).filter((each) => each.startsWith('vectors-'))) {
    rmSync(join(cache, name))
    mkdirSync(join(cache, name))
  }
  const found = await engine.search({ query: 'green tea' })
  expect(found).toMatchObject({
    mode: 'fulltext',
    problem: { messages: { message: { key: 'catalog.vectors-unusable' } } },
  })
  expect(found.hits).toHaveLength(1)
  const remade = await (await engine.background()).run('embedding', { reason: 'test', remake: true })
  expect(remade?.status).toBe('done')
  expect(await engine.search({ query: 'green tea' })).toMatchObject({ mode: 'hybrid' })
  await engine.close()
  await server.close()
})

describe('a search that is opened when it is needed', () => {
  /** Over one memory; the first `faults` looks at the settings fail. */
  function opening(faults = 0) {
    const { root, home } = temporaryHome()
    const place = agentPlace(join(root, 'projects'), join(root, 'memory'))
    mkdirSync(place.directory)
    writeFileSync(join(place.directory, 'tea.md'), 'Green tea with Caroline in the harbour.')
    const settings = {
      get: () => {
        if (faults-- > 0) throw new Error('not now')
      },
    } as unknown as Settings
    return { place, opening: { home, settings, env: {}, mayConvert: false } }
  }
  const query = { text: 'green tea', limit: 3, words: true, now: new Date() }

  it('is another one while the first is being closed', async () => {
    const { place, opening: how } = opening()
    const lazy = lazySearch(place, how)
    const first = await lazy()
    await first.search(query)
    const closing = lazy.close()
    const second = await lazy()
    await closing
    expect(second).not.toBe(first)
    expect(await lazy()).toBe(second)
    expect((await second.search(query)).hits).toHaveLength(1)
    await lazy.close()
  })

  it('is opened again after a failure, which does not keep it from being closed', async () => {
    const { place, opening: how } = opening(2)
    const lazy = lazySearch(place, how)
    await expect(lazy()).rejects.toThrow('not now')
    const failing = lazy()
    await lazy.close()
    await expect(failing).rejects.toThrow('not now')
    expect((await (await lazy()).search(query)).hits).toHaveLength(1)
    await lazy.close()
  })

  it('is another one in any directory while the others are being closed', async () => {
    const { place, opening: how } = opening()
    const find = searchesWith(how)
    const first = await find(place)
    const closing = find.close()
    const second = await find(place)
    await closing
    expect(await find(place)).toBe(second)
    expect(second).not.toBe(first)
    await find.close()
  })
})

describe('a provider that is not on this machine', () => {
  /** By its name it could be anywhere; this machine answers. */
  const elsewhere = (url: string) => url.replace(/\/\/[^:/]+/, '//0.0.0.0')

  test('is sent nothing before the person was told, and words answer', async () => {
    const server = await startEmbeddingServer()
    const engine = engineWith({ embeddingModel: 'org/my-model', embeddingUrl: elsewhere(server.url) })
    const run = async () => (await engine.background()).run('embedding', { reason: 'test' })
    await run()
    const { hits, mode, problem } = await engine.search({ query: 'green tea' })
    await engine.recall({ prompt: 'green tea with Caroline' })
    expect([hits[0]?.memory.file, mode, server.requests]).toEqual(['tea.md', 'fulltext', 0])
    expect(problem).toMatchObject({
      code: 'unavailable',
      messages: { message: { key: 'texts-sent.nothing-sent-yet' } },
    })
    markSendingTold(engine.home, engine.settings)
    await run()
    expect((await engine.search({ query: 'green tea' })).mode).toBe('hybrid')
    expect(server.requests).toBeGreaterThan(0)
    await engine.close()
    await server.close()
  })

  test('is told of once for each address: what goes there, how often, and how to stop it', () => {
    const home = temporaryHome().home
    const settings = (storage: Record<string, unknown>) => engineWith(storage).settings
    const first = settings({ embeddingModel: 'text-embedding-3-small' })
    expect(untoldSending(home, first)?.en).toMatch(
      /api\.openai\.com.*text of each memory.*every prompt and search.*Nothing has been sent.*memdir config unset/,
    )
    markSendingTold(home, first)
    expect(untoldSending(home, first)).toBeUndefined()
    expect(describeSending(first)?.en).toContain('api.openai.com')
    expect(untoldSending(home, settings({ embeddingModel: 'voyage-3' }))?.en).toContain('api.voyageai.com')
    for (const local of ['http://localhost:11434/v1', 'http://127.0.0.1:1/v1', 'http://[::1]:1/v1'])
      expect(
        untoldSending(home, settings({ embeddingModel: 'm', embeddingUrl: local })),
        local,
      ).toBeUndefined()
    for (const away of [
      'http://127.evil.example/v1',
      'http://localhost.evil.example/v1',
      'http://10.0.0.2/v1',
    ])
      expect(untoldSending(home, settings({ embeddingModel: 'm', embeddingUrl: away })), away).toBeDefined()
    expect(describeSending(settings({}))).toBeUndefined()
  })
})
