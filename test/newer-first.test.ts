// Two memories on one subject, as agents are given them: by recall, and by the tools.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { recallTool } from '../src/agent/memory-tools/recall-tool.ts'
import { searchTool } from '../src/agent/memory-tools/search-tool.ts'
import { type Engine, openEngine } from '../src/connect/engine.ts'
import { type TemporaryHome, temporaryHome } from './support/published/temporary-home.ts'

let place: TemporaryHome
let engine: Engine
beforeEach(async () => {
  place = temporaryHome()
  engine = openEngine({ directory: place.project, env: place.env })
  await add('old', 'The billing service of the shop listens on port 8080', '2026-01-01T00:00:00Z')
  await add('new', 'The billing service of the shop listens on port 9090', '2026-06-01T00:00:00Z')
})
afterEach(async () => {
  await engine.close()
  place.remove()
})

const add = (id: string, content: string, updated: string) =>
  engine.store.add({ id: id.padEnd(8, '0'), content, updated, created: updated }, { actor: 'user' })
const caller = { actor: 'test' }

it.each(['8080', '9090'])('shows both with their dates, in the order of what was asked: %s', async (port) => {
  const query = `is it right that the billing service of the shop listens on port ${port}?`
  const { memories, text } = await engine.recall({ prompt: query })
  const fits = port === '9090' ? ['new00000', 'old00000'] : ['old00000', 'new00000']
  expect(memories.map(({ memory }) => memory.id)).toEqual(fits)
  expect(text).toContain(
    '(2026-06-01; newer than a similar memory of 2026-01-01; may be about something else)',
  )
  expect(text).toContain('(2026-01-01)')
  expect(text).not.toContain('NEWER')
  const recalled = await recallTool.run(engine, { query }, caller)
  expect(recalled.text).toBe(text)
  const newerThan = fits.map((id) => ({ newer_than: id === 'new00000' ? ['old00000'] : [] }))
  expect(recalled.data).toMatchObject({ memories: newerThan })
  const found = await searchTool.run(engine, { query }, caller)
  expect(found.text).toMatch(/new00000 .*2026-06-01.*; newer than the similar old00000/)
  expect(found.text).toMatch(/old00000 .*2026-01-01/)
})

it('counts what the worker found to be likely doubles', async () => {
  await add('fri', 'Deploys of the shop happen on every Friday evening', '2026-01-01T00:00:00Z')
  await add('mon', 'On Monday mornings the shop has its deploys', '2026-06-01T00:00:00Z')
  const prompt = 'when are the deploys of the shop, every Friday evening or on Monday mornings?'
  const text = async () => (await engine.recall({ prompt })).text
  const [one, other] = ['fri00000', 'mon00000'].map((id) => engine.store.find(id).hash)
  expect(await text()).not.toContain('newer than')
  const cache = join(engine.location.state, 'cache')
  mkdirSync(cache, { recursive: true })
  const pairs = [{ one, other, similarity: 0.95 }]
  writeFileSync(join(cache, 'doubles.json'), JSON.stringify({ v: 1, model: 'm', compared: [], pairs }))
  expect(await text()).toContain('newer than a similar memory of 2026-01-01; may be about something else')
})
