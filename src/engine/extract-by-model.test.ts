// What a configured model adds to extraction from other agents' conversations, end to end: over a provider on loopback.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCandidates } from '../extract/candidates.ts'
import { supersededBy } from '../memory/memory.ts'
import { claudeLog } from '../testing/claude-log.ts'
import { openaiProtocol } from '../testing/openai-protocol.ts'
import { type ProviderServer, startProviderServer } from '../testing/provider-server.ts'
import { type TemporaryHome, temporaryHome } from '../testing/temporary-home.ts'
import { type Engine, openEngine } from './engine.ts'

let place: TemporaryHome
let engine: Engine
let server: ProviderServer
let answers: string[]
beforeEach(async () => {
  place = temporaryHome()
  answers = []
  server = await startProviderServer(openaiProtocol, () => answers.shift() ?? '{"statements": []}')
})
afterEach(async () => {
  await engine.close()
  await server.close()
  place.remove()
})

function open(settings: Record<string, unknown> = {}): void {
  mkdirSync(place.home, { recursive: true })
  const models = { small: 'openai-compatible/local', baseUrl: `${server.url}/v1` }
  writeFileSync(join(place.home, 'settings.json'), JSON.stringify({ models, ...settings }))
  engine = openEngine({ directory: place.project, env: place.env })
}

async function talked(conversation: string, ...said: string[]) {
  const log = claudeLog(place, conversation, '2026-04-06T09:00:00Z')
  for (const text of said) log.user(text)
  await log.end(engine.location.state)
  return (await engine.background()).run('turns', { reason: 'test' })
}
const statement = (content: string, evidence: string, more = {}) => ({
  ...{ content, evidence, kind: 'workflow', importance: 4, confidence: 0.9 },
  ...more,
})
const says = (...statements: object[]) => answers.push(JSON.stringify({ statements }))
const contents = () => engine.store.list().map(({ content }) => content.trim())

describe('with a model', () => {
  it('a statement is stored with the person’s words, and its cost is in the ledger', async () => {
    open()
    says(statement('The team squashes commits before merging.', 'we squash everything before it goes in'))
    const run = await talked('c1', 'can you look at the PR? we squash everything before it goes in')
    expect(run?.status).toBe('done')
    const [memory] = engine.store.list()
    expect(memory).toMatchObject({
      content: expect.stringContaining('squashes commits'),
      evidence: 'we squash everything before it goes in',
      source: { conversation: 'c1' },
    })
    const { groups } = await (await engine.runtime()).spend({ by: 'purpose' })
    expect(groups.map(({ name }) => name)).toContain('extraction')
    expect(run?.spent?.calls).toBe(1)
  })

  it('nothing that stands nowhere is stored, nor what a tool said as the person’s word', async () => {
    open()
    says(statement('Deploys are on Fridays.', 'deploys are on Fridays'), statement('x', ''))
    await talked('c1', 'what is in the notes?')
    expect(contents()).toEqual([])
  })

  it('what was asked for in so many words is stored also where the model misses it', async () => {
    open()
    says()
    await talked('c1', 'Remember that the staging database is read-only on Sundays.')
    expect(contents()).toEqual([expect.stringMatching(/staging database is read-only/)])
  })

  it('a changed mind takes the place of what was said before, which stays in the history', async () => {
    open()
    says()
    await talked('c1', 'From now on, please use British spelling in the docs.')
    const [older] = engine.store.list()
    says(statement('Use US English everywhere.', "make sure we're using US English everywhere"))
    answers.push(JSON.stringify({ relation: 'contradiction', id: older?.id }))
    await talked('c2', "make sure we're using US English everywhere, also in the docs")
    expect(engine.store.list()).toHaveLength(2)
    expect(supersededBy(engine.store.find(older?.id ?? ''))).toBeDefined()
    const { groups } = await (await engine.runtime()).spend({ by: 'purpose' })
    expect(groups.map(({ name }) => name).sort()).toEqual(['extraction', 'judge'])
  })

  it('a candidate of before becomes a memory, and is asked about once', async () => {
    open({ extraction: { byModel: false } })
    await talked('c1', 'I prefer minimal dependencies, how can I parse a date?')
    const candidates = () => openCandidates({ directory: join(engine.location.state, 'candidates') }).list()
    const [candidate] = candidates()
    expect(candidate?.proposal.content).toMatch(/minimal dependencies/)
    await engine.close()
    open()
    says()
    answers.push('{"keep": []}')
    await talked('c2', 'hello there, how are things?')
    expect(candidates()).toMatchObject([{ judged: true }])
    const asked = server.requests.length
    await talked('c3', 'and another question?')
    expect(server.requests.length - asked).toBe(1)
  })

  it('the rules go on where it fails, and over the cap nobody is asked', async () => {
    open({ spend: { caps: { background: { tokens: 1 } } } })
    await talked('c1', 'From now on, always run pnpm test before you commit.')
    const run = await talked('c2', 'From now on, never push to main.')
    expect(run?.did).toMatchObject({ 'by rules': 1 })
    expect(contents()).toHaveLength(2)
    expect(server.requests.length).toBeLessThanOrEqual(1)
  })
})
