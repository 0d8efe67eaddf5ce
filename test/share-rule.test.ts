// Not all from one mouth: what one conversation of programs may fill of a prompt, from writing to recall.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Engine, openEngine } from '../src/connect/engine.ts'
import type { Origin } from '../src/memory/memory.ts'
import { type TemporaryHome, temporaryHome } from './support/published/temporary-home.ts'

let place: TemporaryHome
let engine: Engine
beforeEach(() => {
  place = temporaryHome()
  engine = openEngine({ directory: place.project, env: place.env })
})
afterEach(async () => {
  await engine.close()
  place.remove()
})

const FACTS = ['port 7001', 'the flag strict-orders', 'a restart by make', 'the log directory'].map(
  (what) => `The orders service of the shop knows ${what}`,
)
const PROMPT = 'what does the orders service of the shop know?'
const PERSON = { actor: 'user' }
const AGENT = { actor: 'some-agent', conversation: 'c1' }

async function recalled() {
  const { memories, leftOut } = await engine.recall({ prompt: PROMPT })
  return { given: memories.length, reasons: leftOut.map(({ reason }) => reason) }
}

it('gives everything that the person said in one conversation', async () => {
  const { add } = await engine.records()
  const source = { origin: 'user' as const, conversation: 'c1' }
  for (const content of FACTS.slice(0, 3)) await add({ content, source }, PERSON)
  expect(await recalled()).toEqual({ given: 3, reasons: [] })
})

it('gives everything that the person imported, whatever conversation it names', async () => {
  const memories = FACTS.map((content) => ({ content, source: { conversation: 'c1' } }))
  await (await engine.records()).import({ format: 'records', memories }, PERSON, { trust: true })
  expect(await recalled()).toEqual({ given: 4, reasons: [] })
})

it.each<Origin>(['agent', 'user'])(
  'gives two of what an agent wrote in one conversation as %s',
  async (origin) => {
    const { add } = await engine.records()
    for (const content of FACTS) await add({ content, source: { origin, conversation: 'c1' } }, AGENT)
    expect(await recalled()).toEqual({ given: 2, reasons: ['same_conversation', 'same_conversation'] })
  },
)

it('counts each conversation on its own, and nothing that names none', async () => {
  const { add } = await engine.records()
  const source = (conversation?: string) => ({ origin: 'agent' as const, conversation })
  for (const [at, content] of FACTS.entries())
    await add({ content, source: source(at < 3 ? `c${at}` : undefined) }, { actor: 'some-agent' })
  expect(await recalled()).toEqual({ given: 4, reasons: [] })
})
