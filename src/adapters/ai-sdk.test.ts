import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Engine, openEngine } from '../engine/engine.ts'
import { type TemporaryHome, temporaryHome } from '../testing/temporary-home.ts'
import { memoryMiddleware } from './ai-sdk.ts'

let place: TemporaryHome
let engine: Engine
beforeEach(async () => {
  place = temporaryHome()
  engine = openEngine({ directory: place.project, env: place.env })
  await engine.store.add({ content: 'The harbour lights are painted viridian at night' }, { actor: 'user' })
})
afterEach(async () => {
  await engine.close()
  place.remove()
})

const user = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] })
const ASK = 'how are the harbour lights painted at night?'

it('attaches once, and the same text again in later steps, so that the prompt’s beginning never changes', async () => {
  const middleware = memoryMiddleware(engine, { conversation: 'c1', deadlineMs: 20_000 })
  const transform = async (prompt: object[]) =>
    (await middleware.transformParams({ params: { prompt } })).prompt
  const first = await transform([user(ASK)])
  expect(first[0].content[1].text).toContain('viridian')
  const second = await transform([user(ASK), { role: 'assistant', content: [] }, user(`${ASK} again`)])
  expect(second[0]).toEqual(first[0])
  expect(second[2].content).toHaveLength(1)
})

it('lets the prompt through when recall fails or is late', async () => {
  const broken = { ...engine, recall: () => Promise.reject(new Error('no')) }
  const never = { ...engine, recall: () => new Promise<never>(() => {}) }
  for (const host of [broken, never]) {
    const { prompt } = await memoryMiddleware(host, { deadlineMs: 50 }).transformParams({
      params: { prompt: [user(ASK)] },
    })
    expect(prompt).toEqual([user(ASK)])
  }
})
