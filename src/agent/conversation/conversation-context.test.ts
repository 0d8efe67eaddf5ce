import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  FakeModel,
  type FakeModelOptions,
  type FakeScript,
} from '../../../test/support/published/fake-model.ts'
import { fakeTool } from '../../../test/support/published/fake-tools.ts'
import type { ReplyLike } from '../../../test/support/published/reply.ts'
import { DEFINITIONS, type SettingKey } from '../../base/settings/definitions.ts'
import type { Settings } from '../../base/settings/settings.ts'
import type { MemdirError } from '../../base/values/errors.ts'
import type { SessionNotes } from '../../learn/session-notes.ts'
import { text } from '../../models/content.ts'
import { findOriginals, readTranscript } from '../../models/read-transcript.ts'
import { openTranscriptLog } from '../../models/transcript-log.ts'
import type { AgentEvent, TurnEnd } from '../agent-event.ts'
import { retrieve } from '../compact/retrieve.ts'
import { createRetrieveTool } from '../compact/retrieve-tool.ts'
import { readSavedContext } from '../compact/saved-context.ts'
import type { FireHooks } from '../loop/loop-hooks.ts'
import { staticSection } from '../loop/prompt-section.ts'
import { QueryEngine } from '../loop/query-engine.ts'
import { createSystemPrompt } from '../loop/system-prompt.ts'
import { createReadState } from '../tools/read-state.ts'
import { createReadTool } from '../tools/read-tool.ts'
import type { Tool } from '../tools/tool.ts'
import { conversationContext } from './conversation-context.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'memdir-context-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

interface Opened {
  settings?: Partial<Record<SettingKey, unknown>>
  model?: FakeModelOptions
  notes?: () => Promise<SessionNotes | undefined>
  hooks?: FireHooks
  /** No model may write a summary. */
  capped?: boolean
  resume?: boolean
}

/** A conversation as the engine wires it, with a provider that refuses what real ones refuse. */
async function open(script: FakeScript, options: Opened = {}) {
  const path = join(directory, 'log.jsonl')
  const clock = { time: Date.parse('2026-11-01T08:00:00Z'), now: () => new Date(clock.time) }
  const model = new FakeModel(script, { window: 200_000, maxOutput: 32_000, ...options.model })
  const resumed = options.resume ? await readTranscript(path) : undefined
  const log = openTranscriptLog({
    path,
    header: () => ({ id: 'c', project: 'p', time: '' }),
    redact: (written) => ({ text: written, rules: [] }),
  })
  const get = (key: SettingKey) => options.settings?.[key] ?? DEFINITIONS[key].default
  const fired: [string, Record<string, unknown>][] = []
  const hooks: FireHooks = async (event, data, signal) => {
    fired.push([event, data])
    return (await options.hooks?.(event, data, signal)) ?? {}
  }
  let forgotten = 0
  const tools: Tool[] = [fakeTool({ name: 'Read' })]
  const window = conversationContext({
    plan: { cwd: directory, model, skills: [] },
    ...{
      settings: { get } as unknown as Settings,
      clock,
      log,
      hooks,
      saved: readSavedContext(resumed?.notes ?? []),
    },
    summariser: () => (options.capped ? undefined : model),
    query: () => query,
    tools: () => tools,
    notes: options.notes,
    onCompacted: () => void forgotten++,
  })
  const originals = (ids: readonly string[]) => findOriginals(path, ids)
  tools.push(createRetrieveTool(() => ({ receipts: window.state.receipts, originals })))
  const query: QueryEngine = new QueryEngine({
    ...{ model, tools, cwd: directory, clock, log, hooks, messages: resumed?.messages },
    system: createSystemPrompt({ sections: [staticSection('s', 'Be good.')] }),
    prepare: window.prepare,
    edit: () => window.state.edit(tools),
    takeNotices: window.takeNotices,
    recover: (error, signal) => window.control.recover(error, signal),
    afterResponse: (response) => window.state.afterResponse(response),
  })
  const say = async (prompt: string | readonly Parameters<typeof text>[0][] = 'go') => {
    const events: AgentEvent[] = []
    for await (const event of query.submit(String(prompt))) events.push(event)
    const end = events.at(-1) as TurnEnd
    const notices = events.flatMap((event) => (event.type === 'notice' ? [event.text] : []))
    return { events, end, notices }
  }
  const show = (id: string) => retrieve({ receipts: window.state.receipts, originals }, id)
  return { say, query, model, window, clock, fired, show, tools, path, forgotten: () => forgotten }
}

const words = (tokens: number) => 'word '.repeat(Math.ceil((tokens * 3) / 5))
/** What the provider says that was sent. */
const used = (tokens: number) => ({ input: 0, output: 10, cacheRead: tokens, cacheCreated: 10 })
const answer = (tokens: number, said = 'ok'): ReplyLike => ({ say: [{ text: said }], usage: used(tokens) })
const bodies = (model: FakeModel) => model.requests.map(({ body }) => JSON.parse(body))
const isSummary = (body: { messages: { content: { text?: string }[] }[] }) =>
  JSON.stringify(body.messages.at(-1)).includes('Write the record by which this conversation')

describe('compaction', () => {
  it('happens before the request that would not fit, in full, with hooks around it', async () => {
    const opened = await open(
      (request) =>
        JSON.stringify(request.messages.at(-1)).includes('Write the record')
          ? answer(171_000, '# State\nHalf done.')
          : answer(170_000, words(40_000)),
      {
        hooks: async (event) => {
          if (event === 'PreCompact') return { context: ['DEV-77 must stay'] }
          return event === 'SessionStart' ? { context: ['lost: the port'] } : {}
        },
      },
    )
    await opened.say('Always use tabs; the ticket is DEV-4711.')
    const { end, notices } = await opened.say('and on')
    expect(end.reason).toBe('done')
    expect(notices.join()).toMatch(/Compacted: a summary replaces .* → .* \/context show c1/)
    const [first, summary, next] = bodies(opened.model)
    expect(isSummary(summary)).toBe(true)
    expect(JSON.stringify(summary)).toContain('DEV-77 must stay')
    // The summariser reads what is cached.
    const prefix = JSON.stringify(first.messages).slice(0, -3)
    expect(JSON.stringify(summary.messages).startsWith(prefix)).toBe(true)
    const sent = JSON.stringify(next.messages)
    for (const kept of ['Half done.', 'Always use tabs', 'and on', 'not a task', 'lost: the port'])
      expect(sent).toContain(kept)
    expect(sent.length).toBeLessThan(20_000)
    expect(
      opened.fired.map(([event]) => event).filter((event) => /Compact|SessionStart/.test(event)),
    ).toEqual([...['PreCompact', 'SessionStart', 'PostCompact']])
    expect(opened.forgotten()).toBe(1)
    expect(await opened.show('c1')).toContain('word word')
    expect((await readTranscript(opened.path)).notes.map(({ kind }) => kind)).toContain('context-receipt')
  })

  it('by notes calls no model; with notes that are missing, stale or lost it is in full', async () => {
    const run = async (notes: Opened['notes']) => {
      const summariser: string[] = []
      const opened = await open(
        (request) => {
          const body = JSON.stringify(request.messages.at(-1))
          if (!body.includes('Write the record')) return answer(170_000, words(20_000))
          summariser.push(body)
          return answer(100, 'By the model.')
        },
        { notes },
      )
      await opened.say('one')
      await opened.say('two')
      const levels = opened.window.state.receipts.map(({ level }) => level)
      rmSync(opened.path, { force: true })
      return { levels, calls: summariser.length }
    }
    let cursor: string | undefined
    const notes = (isTemplate = false) => ({
      text: '# State\nBy rules.',
      isTemplate,
      lastSummarizedMessageId: cursor,
    })
    expect(await run(async () => undefined)).toEqual({ levels: ['full'], calls: 1 })
    expect(await run(async () => notes(true))).toEqual({ levels: ['full'], calls: 1 })
    cursor = 'not-here'
    expect(await run(async () => notes())).toEqual({ levels: ['full'], calls: 1 })
    expect(
      await run(async () => {
        throw new Error('unreadable')
      }),
    ).toEqual({ levels: ['full'], calls: 1 })
  })

  it('by notes only where the settings allow it, or the person asks', async () => {
    let used = 170_000
    const opened = await open(
      (request) =>
        JSON.stringify(request.messages.at(-1)).includes('Write the record')
          ? answer(100, 'By the model.')
          : answer(used, words(20_000)),
      {
        settings: { 'sessionMemoryCompact.enabled': false },
        notes: async () => ({
          ...{ text: '# State\nBy notes.', isTemplate: false },
          lastSummarizedMessageId: opened.query.messages.at(-1)?.id,
        }),
      },
    )
    await opened.say('one')
    await opened.say('two')
    expect(opened.window.state.receipts.map(({ level }) => level)).toEqual(['full'])
    used = 90_000
    for (const prompt of ['three', 'four', 'five', 'six']) await opened.say(prompt)
    const signal = new AbortController().signal
    const asked = await opened.window.control.compact({ by: 'notes', reason: 'asked', signal })
    expect(asked).toMatchObject({ status: 'compacted', receipt: { level: 'notes' } })
  })

  it('by notes leaves as much behind them as the settings say', async () => {
    const kept = async (settings: Opened['settings']) => {
      const opened = await open(() => answer(90_000, words(6_000)), {
        settings,
        notes: async () => ({
          ...{ text: '# State\nBy notes.', isTemplate: false },
          lastSummarizedMessageId: opened.query.messages.at(-1)?.id,
        }),
      })
      for (let at = 0; at < 12; at++) await opened.say(`prompt ${at}`)
      const signal = new AbortController().signal
      await opened.window.control.compact({ by: 'notes', reason: 'asked', signal })
      rmSync(opened.path, { force: true })
      return opened.query.messages.filter(({ role }) => role === 'assistant').length
    }
    expect(await kept({})).toBe(3)
    expect(await kept({ 'sessionMemoryCompact.minTokens': 22_000 })).toBe(4)
    expect(await kept({ 'sessionMemoryCompact.minTextBlockMessages': 9 })).toBe(5)
    expect(await kept({ 'sessionMemoryCompact.maxTokens': 8_000 })).toBe(1)
  })

  it('by fresh notes, also while the cache is cold', async () => {
    let cursor: string | undefined
    const opened = await open(() => answer(90_000, words(30_000)), {
      notes: async () => ({ text: '# State\nBy notes.', isTemplate: false, lastSummarizedMessageId: cursor }),
    })
    await opened.say('one')
    await opened.say('two')
    expect(opened.window.state.receipts).toEqual([])
    cursor = opened.query.messages.at(-1)?.id
    opened.clock.time += 2 * 60 * 60_000
    const { notices } = await opened.say('three')
    expect(notices.join()).toContain('Compacted by the notes')
    expect(opened.window.state.receipts).toMatchObject([{ level: 'notes', reason: 'cold' }])
    expect(opened.model.requests).toHaveLength(3)
    expect(JSON.stringify(bodies(opened.model)[2].messages)).toContain('By notes.')
  })

  it('gives up after three failures of the summariser, then drops the oldest third', async () => {
    const opened = await open((request) =>
      JSON.stringify(request.messages.at(-1)).includes('Write the record')
        ? { fail: 'invalid' }
        : answer(170_000, words(15_000)),
    )
    for (const prompt of ['one', 'two', 'three', 'four'])
      expect((await opened.say(prompt)).end.reason).toBe('done')
    const asked = () => bodies(opened.model).filter(isSummary).length
    expect(asked()).toBe(3)
    const { end, notices } = await opened.say('five')
    expect(end.reason).toBe('done')
    expect(asked()).toBe(3)
    expect(notices.join()).toContain('Dropped the oldest messages')
    expect(opened.window.state.receipts.at(-1)).toMatchObject({ level: 'snip', reason: 'unsummarised' })
  })

  it('that is switched off leaves the limit where it is, and says how to make room', async () => {
    const long = answer(198_000, words(190_000))
    const opened = await open([long, answer(198_000, '# State\nHalf done.'), answer(20_000)], {
      settings: { autoCompactEnabled: false },
    })
    await opened.say('one')
    const { end } = await opened.say('two')
    expect(end).toMatchObject({ reason: 'error' })
    expect(String(end.error)).toMatch(/full \(198,\d+ tokens\).*switched off/)
    expect((end.error as MemdirError).fix).toMatch(/\/compact or \/snip/)
    expect(opened.model.requests).toHaveLength(1)
    await opened.window.control.compact({ by: 'full', reason: 'asked', signal: new AbortController().signal })
    expect((await opened.say('three')).end.reason).toBe('done')
  })

  it('counts failures in a row: one that succeeds begins anew', async () => {
    let fails = true
    const summary = (): ReplyLike => (fails ? { fail: 'invalid' } : answer(171_000, '# State\nDone.'))
    const opened = await open((request) => {
      const isTask = JSON.stringify(request.messages.at(-1)).includes('Write the record')
      return isTask ? summary() : answer(170_000, words(160_000))
    })
    for (const prompt of ['one', 'two', 'three']) await opened.say(prompt)
    expect(opened.window.state.current.failures).toBe(2)
    fails = false
    await opened.say('four')
    expect(opened.window.state.receipts.at(-1)?.level).toBe('full')
    expect(opened.window.state.current.failures).toBe(0)
  })

  it('by hand takes instructions, and restores what the work goes on with', async () => {
    const file = join(directory, 'a.ts')
    writeFileSync(file, 'export const port = 8431\n')
    const opened = await open([
      { say: [{ tool: 'Read', input: { file_path: file } }], usage: used(1_000) },
      answer(2_000, words(9_000)),
      answer(100, 'Short.'),
      answer(100, 'on'),
    ])
    opened.tools[0] = createReadTool()
    await opened.say('look')
    const signal = new AbortController().signal
    const done = await opened.window.control.compact({
      by: 'full',
      reason: 'asked',
      instructions: 'Keep ports.',
      signal,
    })
    expect(done).toMatchObject({ status: 'compacted', receipt: { level: 'full', reason: 'asked' } })
    expect(JSON.stringify(bodies(opened.model)[2])).toContain('Keep ports.')
    expect(JSON.stringify(opened.query.messages)).toContain('export const port = 8431')
    expect(opened.fired.find(([event]) => event === 'PreCompact')?.[1]).toMatchObject({
      ...{ trigger: 'manual', custom_instructions: 'Keep ports.' },
    })
    const notes = await opened.window.control.compact({ by: 'notes', reason: 'asked', signal })
    expect(notes).toMatchObject({ status: 'failed', why: 'missing' })
  })
})

describe('what is restored after a compaction', () => {
  const compactAfterReading = async (path: string, tool = createReadTool()) => {
    const opened = await open([
      { say: [{ tool: 'Read', input: { file_path: path } }], usage: used(1_000) },
      answer(2_000, words(9_000)),
      answer(100, 'Short.'),
    ])
    opened.tools[0] = tool
    await opened.say('look')
    const { signal } = new AbortController()
    const done = await opened.window.control.compact({ by: 'full', reason: 'asked', signal })
    expect(done.status).toBe('compacted')
    return JSON.stringify(opened.query.messages)
  }

  it('is no file whose reading was denied', async () => {
    writeFileSync(join(directory, 'notes.txt'), 'what nobody was to see')
    const denied = async () => ({ content: 'Denied by the user.', isError: true })
    const sent = await compactAfterReading(join(directory, 'notes.txt'), { ...createReadTool(), run: denied })
    expect(sent).not.toContain('what nobody was to see')
    expect(sent).not.toContain('Files read')
  })

  it('is no file with credentials, though it was shown once', async () => {
    mkdirSync(join(directory, '.ssh'))
    writeFileSync(join(directory, '.ssh', 'id_rsa'), 'the very key')
    const { credentialsIn: _, ...approved } = createReadTool()
    const sent = await compactAfterReading(join(directory, '.ssh', 'id_rsa'), approved)
    expect(sent).toContain('id_rsa')
    expect(sent).not.toContain('the very key')
  })

  it('is looked for where the conversation works', async () => {
    writeFileSync(join(directory, 'near.ts'), 'export const near = 1')
    expect(await compactAfterReading('near.ts')).toContain('export const near = 1')
  })
})

describe('when the provider refuses a request', () => {
  const refusing = (fail: 'too_long' | 'too_large' | 'media_too_large', times: number, from = 2) => {
    let left = times
    return (request: { messages: readonly unknown[] }): ReplyLike => {
      const body = JSON.stringify(request.messages.at(-1))
      if (body.includes('Write the record')) return answer(100, 'Summary.')
      if (request.messages.length > from && left-- > 0) return { fail }
      return answer(5_000, words(5_000))
    }
  }

  it('withholds the error, compacts and tries once more', async () => {
    const opened = await open(refusing('too_long', 1))
    await opened.say('one')
    const { end, notices } = await opened.say('two')
    expect(end.reason).toBe('done')
    expect(notices.join()).not.toContain('too long')
    expect(opened.window.state.receipts).toMatchObject([{ level: 'full', reason: 'overflow' }])
  })

  it('reports what it cannot help', async () => {
    const opened = await open(refusing('too_long', 9), { settings: { autoCompactEnabled: false } })
    await opened.say('one')
    expect((await opened.say('two')).end).toMatchObject({ reason: 'error' })
    const twice = await open(() => ({ fail: 'too_long' }))
    const { end } = await twice.say('one')
    expect(end).toMatchObject({ reason: 'error', error: { code: 'provider' } })
    expect(twice.model.requests.length).toBeLessThan(4)
  })

  it.each(['too_large', 'media_too_large'] as const)('takes out media (%s)', async (fail) => {
    const opened = await open(refusing(fail, 1))
    await opened.say('one')
    const media = { type: 'media', mediaType: 'image/png', data: 'A'.repeat(1_000) } as const
    const events: AgentEvent[] = []
    for await (const event of opened.query.submit([text('see'), media])) events.push(event)
    expect(events.at(-1)).toMatchObject({ reason: 'done' })
    expect(opened.window.state.receipts).toMatchObject([{ level: 'media' }])
    // What is gone is not freed once more: two turns are not enough without their picture.
    await opened.say('more')
    await opened.say('and more')
    const { state } = opened.window
    const before = state.tokens()
    const snipped = state.snip(10_800)
    expect(snipped?.messages).toHaveLength(6)
    expect(Math.abs((snipped?.freed ?? 0) - (before - state.tokens()))).toBeLessThanOrEqual(1)
    expect(JSON.stringify(bodies(opened.model).at(-1))).toContain('too large to be sent')
  })

  it('without a model drops the oldest and goes on', async () => {
    const opened = await open(refusing('too_long', 1, 4), { capped: true })
    for (const prompt of ['one', 'two', 'three']) expect((await opened.say(prompt)).end.reason).toBe('done')
    expect(opened.window.state.receipts).toMatchObject([{ level: 'snip', reason: 'overflow' }])
  })
})

describe('collapse', () => {
  it('stages, commits and drains; the history stays whole', async () => {
    let size = 20_000
    let refuse = false
    const opened = await open(
      (request) => {
        if (JSON.stringify(request.messages).includes('Below is an old part')) return answer(100, 'Old part.')
        if (refuse) {
          refuse = false
          return { fail: 'too_long' }
        }
        size += 16_000
        return answer(Math.min(size, 172_000), words(15_000))
      },
      { settings: { 'collapse.enabled': true } },
    )
    for (let turn = 0; turn < 11; turn++) expect((await opened.say(`turn ${turn}`)).end.reason).toBe('done')
    const { receipts } = opened.window.state
    expect(receipts.length).toBeGreaterThan(0)
    expect(receipts.every(({ level }) => level === 'collapse')).toBe(true)
    expect(opened.query.messages.length).toBe(22)
    expect(JSON.stringify(bodies(opened.model).at(-1).messages)).toContain('Old part.')
    refuse = true
    const before = receipts.length
    expect((await opened.say('once more')).end.reason).toBe('done')
    expect(opened.window.state.receipts.length).toBeGreaterThanOrEqual(before)
  })
})

describe('a collapse that failed', () => {
  it('is forgotten once one succeeds', async () => {
    let [size, fails] = [20_000, true]
    const opened = await open(
      (request) => {
        if (JSON.stringify(request.messages).includes('Below is an old part'))
          return fails ? { fail: 'invalid' } : answer(100, 'Old part.')
        size += 16_000
        return answer(Math.min(size, 172_000), words(15_000))
      },
      { settings: { 'collapse.enabled': true } },
    )
    const { state } = opened.window
    for (let turn = 0; state.current.failures === 0; turn++) {
      expect(turn).toBeLessThan(15)
      await opened.say(`turn ${turn}`)
    }
    fails = false
    await opened.say('and on')
    expect(state.receipts.at(-1)?.level).toBe('collapse')
    expect(state.current.failures).toBe(0)
  })
})

describe('clearing', () => {
  const reading = (count: number) => {
    let left = count
    return (): ReplyLike => (left-- > 0 ? { say: [{ tool: 'Read', input: { value: words(5_000) } }] } : 'ok')
  }

  it('asks a provider that can for the same results in every later request', async () => {
    const opened = await open(reading(16), { model: { editsContext: true } })
    await opened.say('read all')
    const edits = bodies(opened.model).flatMap(({ context_management: one }) => (one ? [one.edits[0]] : []))
    expect(edits[0]).toMatchObject({
      ...{ type: 'clear_tool_uses_20250919', keep: { type: 'tool_uses', value: 5 } },
      ...{ clear_at_least: { type: 'input_tokens', value: 15_000 }, exclude_tools: ['Retrieve'] },
    })
    expect(edits.map(({ keep }) => keep.value).slice(0, 3)).toEqual([5, 6, 7])
    expect(JSON.stringify(bodies(opened.model).at(-1).messages)).not.toContain('was cleared')
  })

  for (const [editsContext, said] of [
    ['ignored', 'answers without having cleared anything'],
    ['refused', 'refuses requests that ask for it'],
  ] as const)
    it(`does it itself from then on where the provider ${said}`, async () => {
      const opened = await open(reading(16), { model: { editsContext } })
      expect((await opened.say('read all')).end.reason).toBe('done')
      const sent = bodies(opened.model)
      expect(sent.filter((body) => body.context_management)).toHaveLength(1)
      expect(JSON.stringify(sent.at(-1).messages)).toContain('Call Retrieve with id \\"c2.1\\"')
      const again = await open([answer(10_000)], { resume: true, model: { editsContext: true } })
      await again.say('go on')
      expect(bodies(again.model)[0].context_management).toBeUndefined()
    })

  it('keeps as many results as the settings say', async () => {
    const opened = await open(reading(16), { settings: { 'micro.keep': 2 } })
    await opened.say('read all')
    const [receipt] = opened.window.state.receipts
    const at = bodies(opened.model).findIndex((body) => JSON.stringify(body.messages).includes('was cleared'))
    expect(receipt?.results).toHaveLength(at - 2)
  })

  it('does it itself elsewhere: frozen, the same after a resume, and it can be had again', async () => {
    const opened = await open(reading(16))
    await opened.say('read all')
    const [receipt] = opened.window.state.receipts
    expect(receipt).toMatchObject({ level: 'micro', reason: 'batch' })
    const last = bodies(opened.model).at(-1)
    expect(JSON.stringify(last.messages)).toContain('Call Retrieve with id \\"c1.1\\"')
    const again = await open([answer(10_000)], { resume: true })
    await again.say('go on')
    const [first] = bodies(again.model)
    const prefix = JSON.stringify(last.messages).slice(0, -2)
    expect(JSON.stringify(first.messages).startsWith(prefix)).toBe(true)
    const tool = again.tools.at(-1)
    const context = { cwd: directory, signal: new AbortController().signal, readState: createReadState() }
    const shown = await tool?.run({ id: 'c1.1' }, context)
    expect(shown?.content).toContain('word word')
    expect((await tool?.run({ id: 'c9' }, context))?.isError).toBe(true)
    expect((await tool?.run({ query: 'word' }, context))?.content).toContain('[c1]')
  })
})
