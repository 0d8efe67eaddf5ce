import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEmbeddingServer } from '../testing/embedding-server.ts'
import { temporaryHome } from '../testing/temporary-home.ts'
import { openEngine } from './engine.ts'

/** An engine over one memory, with these settings of the person. */
function engineWith(storage: Record<string, unknown>) {
  const place = temporaryHome()
  mkdirSync(place.home, { recursive: true })
  writeFileSync(join(place.home, 'settings.json'), JSON.stringify({ storage }))
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
    messages: { message: { key: 'embedding.embedding-without-address' } },
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
