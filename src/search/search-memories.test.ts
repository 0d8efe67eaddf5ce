import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../test/support/published/temporary-home.ts'
import { searchTool } from '../agent/memory-tools/search-tool.ts'
import { openEngine } from '../connect/engine.ts'

let place: TemporaryHome
beforeEach(() => {
  place = temporaryHome()
})
afterEach(() => place.remove())

const NOTES = [
  'The harbour lights are switched on at dusk by the keeper',
  'The harbour office closes at noon on Saturdays',
  'Tea is served in the harbour café after the tour of the old lighthouse',
  'Invoices are numbered by year',
]

it('a program gets what is at least 0.7, an agent 0.6, unless they ask for less', async () => {
  const engine = openEngine({ directory: place.project, env: place.env })
  for (const content of NOTES) await engine.store.add({ content }, { actor: 'user' })
  const query = 'when are the harbour lights switched on by the keeper'
  const found = async (threshold?: number) => (await engine.search({ query, threshold })).hits
  const all = await found(0)
  const atLeast = (least: number) =>
    all.filter(({ similarity }) => similarity >= least).map(({ memory }) => memory.id)
  expect(all.map(({ similarity }) => similarity)).toEqual(
    expect.arrayContaining([
      expect.toSatisfy((s: number) => s < 0.6),
      expect.toSatisfy((s: number) => s > 0.7),
    ]),
  )
  expect((await found()).map(({ memory }) => memory.id)).toEqual(atLeast(0.7))
  const ask = async (threshold?: number) => {
    const { data } = await searchTool.run(engine, { query, threshold }, { actor: 'test' })
    return (data as { hits: { memory: { id: string } }[] }).hits.map(({ memory }) => memory.id)
  }
  expect(await ask()).toEqual(atLeast(0.6))
  expect(await ask(0)).toEqual(atLeast(0))
  const nothing = await searchTool.run(engine, { query: 'volcanoes' }, { actor: 'test' })
  expect(nothing.text).toContain('`threshold` 0')
  await engine.close()
})
