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

it.each(['8080', '9090'])('shows the newer first with both dates, also when asked for %s', async (port) => {
  const query = `is it right that the billing service of the shop listens on port ${port}?`
  const { memories, text } = await engine.recall({ prompt: query })
  expect(memories.map(({ memory }) => memory.id)).toEqual(['new00000', 'old00000'])
  expect(text).toMatch(
    /\(2026-06-01; NEWER than a similar memory of 2026-01-01[\s\S]*9090[\s\S]*\(2026-01-01\)[\s\S]*8080/,
  )
  const recalled = await recallTool.run(engine, { query }, caller)
  expect(recalled.text).toBe(text)
  expect(recalled.data).toMatchObject({ memories: [{ newer_than: ['old00000'] }, { newer_than: [] }] })
  const found = await searchTool.run(engine, { query }, caller)
  expect(found.text).toMatch(
    /new00000 .*2026-06-01.*; newer than the similar old00000\n- old00000 .*2026-01-01/,
  )
})

it('counts what the worker found to be likely doubles', async () => {
  await add('fri', 'Deploys of the shop happen on every Friday evening', '2026-01-01T00:00:00Z')
  await add('mon', 'On Monday mornings the shop has its deploys', '2026-06-01T00:00:00Z')
  const prompt = 'when are the deploys of the shop, on Friday evening or on Monday?'
  const order = async () => (await engine.recall({ prompt })).memories.map(({ memory }) => memory.id)
  const [one, other] = ['fri00000', 'mon00000'].map((id) => engine.store.find(id).hash)
  expect(await order()).toEqual(['fri00000', 'mon00000'])
  const cache = join(engine.location.state, 'cache')
  mkdirSync(cache, { recursive: true })
  const pairs = [{ one, other, similarity: 0.95 }]
  writeFileSync(join(cache, 'doubles.json'), JSON.stringify({ v: 1, model: 'm', compared: [], pairs }))
  expect(await order()).toEqual(['mon00000', 'fri00000'])
})
