// A long conversation of ours against a provider on loopback that counts its prompt cache: learning, notes and the choice
// of memories by a model go on to its end, within the usual cap.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Engine, openEngine } from '../src/connect/engine.ts'
import { notesPath } from '../src/learn/notes/notes-file.ts'
import { DEFAULT_TEMPLATE, sectionsOf } from '../src/learn/notes/notes-template.ts'
import { openLedger } from '../src/models/ledger.ts'
import type { ExtractionCounts } from '../src/models/spend-report.ts'
import { keepModels, takeModels } from './shared-models.ts'
import { anthropicProtocol } from './support/published/anthropic-protocol.ts'
import { PromptCache } from './support/published/prompt-cache.ts'
import {
  type ProviderServer,
  type ReceivedRequest,
  startProviderServer,
} from './support/published/provider-server.ts'
import { replyWithTools, type Say } from './support/published/reply.ts'
import { type TemporaryHome, temporaryHome } from './support/published/temporary-home.ts'

const TURNS = 20
/** Each answer: 20 of them are 100,000 tokens. */
const ANSWER_BYTES = 20_000

let place: TemporaryHome
let server: ProviderServer
let engine: Engine
let notes = ''
/** The next request, once. */
let refuses = false
beforeEach(async () => {
  place = temporaryHome()
  const cache = new PromptCache()
  refuses = false
  server = await startProviderServer(anthropicProtocol, (request) => {
    if (refuses) {
      refuses = false
      return { fail: 'too_long' }
    }
    const reply = answerTo(request)
    const { cacheRead, cacheCreated, input } = cache.take(request.raw)
    return { ...reply, usage: { cacheRead, cacheCreated, input } }
  })
  mkdirSync(place.home, { recursive: true })
  const models = { main: 'anthropic/claude-sonnet-5', small: 'anthropic/claude-haiku-4-5' }
  writeFileSync(
    join(place.home, 'settings.json'),
    JSON.stringify({ models, background: { enabled: false }, everywhere: { enabled: false } }),
  )
  takeModels(join(place.home, 'models'))
  const env = { ...place.env, ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'key-of-a-test' }
  engine = openEngine({ directory: place.project, env })
})
afterEach(async () => {
  await engine.close()
  keepModels(join(place.home, 'models'))
  await server.close()
  place.remove()
})

const say = (text: string): Say => ({ say: [{ text }] })
const [SECTION] = sectionsOf(DEFAULT_TEMPLATE).filter(({ heading }) => heading === 'Current State')

/** What each part of memdir asks is known by its words. */
function answerTo({ raw, body }: ReceivedRequest): Say {
  const messages = body.messages as { role: string; content: unknown }[]
  const last = JSON.stringify(messages.at(-1))
  if (last.includes('Below is an old part')) return say('The workers were explained.')
  if (raw.includes('You choose which memory files')) {
    const file = /- (?:\[\w+\] )?(\S+\.md) \(/.exec(last)?.[1]
    return say(JSON.stringify({ selected_memories: file === undefined ? [] : [file] }))
  }
  if (raw.includes('You compare one new statement')) return say('{"relation": "unrelated"}')
  if (raw.includes('Say which of them are worth remembering')) return say('{"keep": []}')
  if (last.includes('"tool_result"')) return say('Done.')
  if (last.includes('This is a task of its own')) {
    const said = [...raw.matchAll(/We decided that module (m\d+) takes its jobs from queue (q\d+)/g)].at(-1)
    const content = `# Jobs of module ${said?.[1]}\nThe module ${said?.[1]} takes its jobs from queue ${said?.[2]}.`
    return replyWithTools({
      tool: 'Memory',
      input: { action: 'add', content, type: 'project', importance: 4, quote: said?.[0] },
    })
  }
  if (last.includes('notes that are kept of it')) {
    const input = {
      file_path: notes,
      old_string: SECTION?.guide,
      new_string: `${SECTION?.guide}\nWork goes on, request ${server.requests.length}.`,
    }
    return replyWithTools({ tool: 'Edit', input })
  }
  return say(
    `Part ${messages.length}. ${'The queue hands every job to one worker. '.repeat(ANSWER_BYTES / 41)}`,
  )
}

it('learns, keeps notes and picks memories in every turn of 100,000 tokens, for less than the cap', async () => {
  let learnt = () => {}
  const conversation = await (await engine.runtime()).openConversation({
    ...{ mode: 'ask', onLearnt: () => learnt() },
  })
  notes = notesPath(engine.location.sessions, conversation.id) ?? ''
  const ledger = openLedger({ directory: join(place.home, 'ledger') })
  const purposes: string[][] = []
  const said: string[] = []
  let seen = 0
  for (let turn = 1; turn <= TURNS; turn++) {
    const over = new Promise<void>((resolve) => {
      learnt = resolve
    })
    for await (const event of conversation.submit(
      `We decided that module m${turn} takes its jobs from queue q${turn}. Tell me how the workers start.`,
    ))
      if (event.type === 'notice') said.push(event.text)
    await over
    const calls = ledger.callsOn(ledger.today())
    purposes.push(calls.slice(seen).map(({ purpose }) => purpose))
    seen = calls.length
  }
  const spend = await (await engine.runtime()).spend({ by: 'purpose' })
  const { cacheRead = 0 } =
    ledger.callsOn(ledger.today()).findLast((call) => call.purpose === 'chat')?.usage ?? {}
  expect(cacheRead).toBeGreaterThan(95_000)
  expect(spend.extractions).toEqual<ExtractionCounts>({ fork: TURNS, structured: 0, rules: 0, failed: 0 })
  expect(engine.store.list()).toHaveLength(TURNS)
  // To the end, and in every turn that had something to choose from.
  expect(purposes.map((turn) => turn.includes('extraction'))).toEqual(Array(TURNS).fill(true))
  // While there are few, search gives all that there is, and leaves nothing to choose from.
  const asked = purposes.map((turn) => turn.includes('selector'))
  const first = asked.indexOf(true)
  expect([first > 0, first < TURNS / 2]).toEqual([true, true])
  expect(asked.slice(first)).toEqual(Array(TURNS - first).fill(true))
  expect(purposes.slice(-4).flat()).toContain('notes')
  expect(said.filter((text) => !text.startsWith('Recalled'))).toEqual([])
  const [money] = spend.caps
  expect(money).toMatchObject({ cap: 'background', unit: 'money', limit: 1 })
  expect(money?.used).toBeGreaterThan(0.5)
  expect(money?.used).toBeLessThan(1)
  await conversation.close()
})

it('says in the conversation that learning has stopped, once', async () => {
  const settings = join(place.home, 'settings.json')
  const models = { main: 'anthropic/claude-sonnet-5' }
  const spend = { caps: { background: { money: 0.001 } } }
  writeFileSync(settings, JSON.stringify({ models, spend, background: { enabled: false } }))
  await engine.close()
  const env = { ...place.env, ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'key-of-a-test' }
  engine = openEngine({ directory: place.project, env })
  let learnt = () => {}
  const conversation = await (await engine.runtime()).openConversation({
    ...{ mode: 'ask', onLearnt: () => learnt() },
  })
  const said: string[] = []
  for (let turn = 1; turn <= 3; turn++) {
    const over = new Promise<void>((resolve) => {
      learnt = resolve
    })
    for await (const event of conversation.submit(
      `We decided that module m${turn} takes its jobs from queue q${turn}.`,
    ))
      if (event.type === 'notice') said.push(event.text)
    await over
  }
  expect(said.filter((text) => text.startsWith('learning by the model stops for today'))).toHaveLength(1)
  const { extractions } = await (await engine.runtime()).spend({ by: 'purpose' })
  expect(extractions).toMatchObject({ fork: 1, rules: 2, failed: 0 })
  await conversation.close()
})

it('books a collapse as what it is, and a compaction as another', async () => {
  const models = { main: 'anthropic/claude-sonnet-5' }
  const off = { enabled: false }
  const rest = { background: off, extraction: { autoExtract: false }, sessionMemory: off }
  const settings = JSON.stringify({ models, ...rest, collapse: { enabled: true } })
  writeFileSync(join(place.home, 'settings.json'), settings)
  await engine.close()
  const env = { ...place.env, ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'key-of-a-test' }
  engine = openEngine({ directory: place.project, env })
  const conversation = await (await engine.runtime()).openConversation({ mode: 'ask' })
  const submit = async (text: string) => {
    for await (const _ of conversation.submit(text));
  }
  for (let turn = 1; turn <= 6; turn++) await submit(`Tell me part ${turn} of how the workers start.`)
  refuses = true
  await submit('And the rest of it?')
  const ledger = openLedger({ directory: join(place.home, 'ledger') })
  const purposes = () => [...new Set(ledger.callsOn(ledger.today()).map(({ purpose }) => purpose))]
  expect(purposes()).toEqual(['chat', 'collapse'])
  await conversation.compact({ by: 'full', signal: new AbortController().signal })
  expect(purposes()).toEqual(['chat', 'collapse', 'compaction'])
  await conversation.close()
})
