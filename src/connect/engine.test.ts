import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openaiProtocol } from '../../test/support/published/openai-protocol.ts'
import { startProviderServer } from '../../test/support/published/provider-server.ts'
import { type TemporaryHome, temporaryHome } from '../../test/support/published/temporary-home.ts'
import { openEngine } from './engine.ts'

let place: TemporaryHome
beforeEach(() => {
  place = temporaryHome()
})
afterEach(() => place.remove())
const open = (env: Record<string, string> = {}, bare = false) =>
  openEngine({ directory: place.project, env: { ...place.env, ...env }, bare })

/** A change that a crash cut off: its file was not written. */
const UNFINISHED = `${JSON.stringify({
  v: 1,
  id: 'aaaaaaaa',
  group: 'bbbbbbbb',
  time: '2026-04-09T10:00:00Z',
  actor: 'user',
  action: 'add',
  file: 'lost.md',
  before: null,
  after: { hash: 'h', text: 'x' },
})}\n`

describe('the engine', () => {
  it('writes nothing by being opened or asked where things are', () => {
    const engine = open()
    expect(engine.store.list()).toEqual([])
    expect(engine.loadIndex()).toBeUndefined()
    expect(existsSync(place.home)).toBe(false)
  })

  it('says in a conversation what could not be recovered, and goes on', async () => {
    mkdirSync(place.home, { recursive: true })
    const server = await startProviderServer(openaiProtocol, () => 'Hello.')
    const models = { main: 'openai-compatible/x', baseUrl: `${server.url}/v1` }
    writeFileSync(join(place.home, 'settings.json'), JSON.stringify({ models }))
    const engine = open()
    await engine.store.add({ content: 'x' }, { actor: 'user' })
    rmSync(join(engine.location.state, 'locks'), { recursive: true })
    writeFileSync(join(engine.location.state, 'locks'), 'in the way')
    const [journal = ''] = readdirSync(join(engine.location.state, 'journal'))
    appendFileSync(join(engine.location.state, 'journal', journal), UNFINISHED)
    const conversation = await (await open().runtime()).openConversation({ mode: 'deny' })
    const notices: string[] = []
    for await (const event of conversation.submit('Hello')) {
      if (event.type === 'notice') notices.push(event.text)
      if (event.type === 'request') break
    }
    await conversation.close()
    await server.close()
    expect(notices).toContainEqual(expect.stringContaining('could not be finished or taken back'))
  })

  it('makes the directory before the rules say that it exists', () => {
    const engine = open()
    expect(engine.loadMemoryPrompt()).toContain(engine.location.memory)
    expect(statSync(engine.location.memory).mode & 0o777).toBe(0o700)
  })

  it.each([
    ['the variable', { MEMDIR_DISABLE_AUTO_MEMORY: '1' }, false],
    ['simple mode', { CLAUDE_CODE_SIMPLE: '1' }, false],
    ['--bare', {}, true],
    ['a remote run without storage', { MEMDIR_REMOTE: '1' }, false],
  ])('has neither rules nor index when memory is off by %s', async (_, env, bare) => {
    await open().store.add({ content: 'x' }, { actor: 'user' })
    const engine = open(env as Record<string, string>, bare)
    expect(engine.switch.on).toBe(false)
    expect([engine.loadMemoryPrompt(), engine.loadIndex()]).toEqual([undefined, undefined])
  })

  it('follows the settings for the index, the search hints, the daily log and the extra guidelines', async () => {
    await open().store.add({ content: 'x' }, { actor: 'user' })
    const rules = (settings: object) => {
      writeFileSync(join(place.home, 'settings.json'), JSON.stringify(settings))
      return { text: open().loadMemoryPrompt()!, index: open().loadIndex() }
    }
    expect(rules({}).index?.text).toContain('note_x.md')
    expect(rules({}).text).toMatch(/MEMORY\.md[\s\S]*Looking for past context/)
    expect(rules({ index: { enabled: false } }).index).toBeUndefined()
    expect(rules({ index: { enabled: false } }).text).not.toContain('MEMORY.md')
    expect(rules({ recall: { searchHints: false } }).text).not.toContain('Looking for past context')
    expect(rules({ dailyLog: { enabled: true } }).text).toContain('/logs/YYYY/MM/YYYY-MM-DD.md')
    expect(rules({ extraGuidelines: 'Be brief.' }).text).toMatch(/Be brief\.$/)
    expect(open({ CLAUDE_COWORK_MEMORY_EXTRA_GUIDELINES: 'From outside.' }).loadMemoryPrompt()).toMatch(
      /From outside\.$/,
    )
  })

  it('shows no line of a memory that has expired', async () => {
    const { store } = open()
    await store.add({ content: 'Over soon.', expires: '2999-01-01' }, { actor: 'user' })
    await store.add({ content: 'Stays.' }, { actor: 'user' })
    const { memory } = open().location
    const file = join(memory, 'note_over_soon.md')
    writeFileSync(file, readFileSync(file, 'utf8').replace('2999', '2001'))
    expect(readFileSync(join(memory, 'MEMORY.md'), 'utf8')).toContain('note_over_soon.md')
    expect(open().loadIndex()?.text).toMatch(/^- \[Stays\]/)
    expect(open().loadIndex()?.text).not.toContain('note_over_soon.md')
  })

  it('cuts an index that others made too long, and says so', () => {
    const { memory } = open().location
    mkdirSync(memory, { recursive: true })
    writeFileSync(join(memory, 'MEMORY.md'), '- [x](x.md)\n'.repeat(300))
    expect(open().loadIndex()).toMatchObject({ cut: 'lines', text: expect.stringContaining('WARNING') })
  })

  it('refuses input that means nothing, as the command line does', async () => {
    const engine = open()
    const by = { actor: 'user' }
    await expect(engine.recall({} as never)).rejects.toMatchObject({
      code: 'usage',
      message: 'prompt must be a text',
    })
    for (const bad of [{}, { query: 'x', limit: -1 }, { query: 'x', threshold: 7 }])
      await expect(engine.search(bad as never)).rejects.toMatchObject({ code: 'usage' })
    await expect(engine.recall(undefined as never)).rejects.toMatchObject({ code: 'usage' })
    const records = await engine.records()
    for (const nobody of [undefined, {}, { actor: 5 }, { actor: '' }])
      for (const add of [records.add, engine.store.add])
        await expect(add({ content: 'x' }, nobody as never)).rejects.toMatchObject({ code: 'usage' })
    const messages = [{ role: 'user', content: 'which port' }]
    for (const budget of [{ conversation: 8, total: -1 }, { conversation: 8, foo: 1 }, { total: 9 }, null])
      await expect(records.inject(messages, budget as never)).rejects.toMatchObject({ code: 'usage' })
    for (const bad of [{ type: 'nonsense' }, { importance: 99 }])
      await expect(records.add({ content: 'x', ...bad } as never, by)).rejects.toMatchObject({
        code: 'usage',
      })
    expect(existsSync(engine.location.memory)).toBe(false)
  })

  it('keeps one memory directory per project, and private to the user', async () => {
    const engine = open()
    await engine.register()
    const { memory } = await engine.store.add({ content: 'x' }, { actor: 'user' })
    expect(statSync(join(engine.location.memory, memory.file)).mode & 0o777).toBe(0o600)
    expect(statSync(join(place.home, 'projects.json')).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(join(place.home, 'projects.json'), 'utf8'))).toMatchObject({
      v: 1,
      projects: { [engine.location.identity.name]: { paths: [place.project], roots: [], remotes: [] } },
    })
  })
})
