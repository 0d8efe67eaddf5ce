// Notes beside a conversation, with a scripted model: when they are made, what may change them, and that a compaction
// goes on with them.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSavedContext } from '../src/agent/compact/saved-context.ts'
import { conversationContext } from '../src/agent/conversation/conversation-context.ts'
import { notesFork } from '../src/agent/conversation/notes-fork.ts'
import { staticSection } from '../src/agent/loop/prompt-section.ts'
import { QueryEngine } from '../src/agent/loop/query-engine.ts'
import { createSystemPrompt } from '../src/agent/loop/system-prompt.ts'
import { createEditTool } from '../src/agent/tools/edit-tool.ts'
import { loadRedactor } from '../src/base/secrets/redact-for.ts'
import { DEFINITIONS, type SettingKey } from '../src/base/settings/definitions.ts'
import type { Settings } from '../src/base/settings/settings.ts'
import { conversationNotes } from '../src/learn/conversation-notes.ts'
import { notesPath } from '../src/learn/notes/notes-file.ts'
import { DEFAULT_TEMPLATE, findStructureProblem, sectionsOf } from '../src/learn/notes/notes-template.ts'
import { toolUsesOf } from '../src/models/content.ts'
import type { ModelRequest } from '../src/models/model.ts'
import { readTranscript } from '../src/models/read-transcript.ts'
import { openTranscriptLog } from '../src/models/transcript-log.ts'
import type { ProjectContext } from '../src/search/project-context.ts'
import { FakeModel } from './support/published/fake-model.ts'
import { fakeTool } from './support/published/fake-tools.ts'
import type { ReplyLike } from './support/published/reply.ts'
import { type TemporaryHome, temporaryHome } from './support/published/temporary-home.ts'

let place: TemporaryHome
beforeEach(() => {
  place = temporaryHome()
})
afterEach(() => place.remove())

const GUIDE = new Map(sectionsOf(DEFAULT_TEMPLATE).map(({ heading, guide }) => [heading, guide]))
const sessions = () => join(place.home, 'sessions')
const notesFile = () => notesPath(sessions(), 'c')!
const read = () => readFileSync(notesFile(), 'utf8')
const isUpdate = ({ messages }: Pick<ModelRequest, 'messages'>) =>
  JSON.stringify(messages).includes('bring the file') &&
  JSON.stringify(messages).includes('notes that are kept of it')
const edit = (heading: string, body: string, more: object = {}) => ({
  tool: 'Edit',
  input: {
    file_path: notesFile(),
    old_string: GUIDE.get(heading)!,
    new_string: `${GUIDE.get(heading)}\n${body}`,
    ...more,
  },
})
const afterEdits = ({ messages }: ModelRequest) =>
  /"tool_result"/.test(JSON.stringify(messages.at(-1))) && !isUpdate({ messages: messages.slice(-1) })
const words = (tokens: number) => 'word '.repeat(Math.ceil((tokens * 3) / 5))
const used = (tokens: number) => ({ input: 0, output: 10, cacheRead: tokens, cacheCreated: 0 })

interface Opened {
  /** What the conversation itself answers. */
  answer?: (request: ModelRequest, number: number) => ReplyLike
  /** What the fork does; then it stops. */
  update?: (request: ModelRequest) => ReplyLike
  settings?: Partial<Record<SettingKey, unknown>>
  capped?: boolean
  resume?: boolean
}

async function open(options: Opened = {}) {
  const path = join(sessions(), 'c.jsonl')
  const updates: ModelRequest[] = []
  let said = 0
  const model = new FakeModel(
    (request) => {
      if (!isUpdate(request))
        return options.answer?.(request, said++) ?? { say: [{ text: 'ok' }], usage: used(12_000) }
      updates.push(request)
      if (afterEdits(request)) return 'Done.'
      return options.update?.(request) ?? { say: [edit('Current State', 'Half done.')] }
    },
    { window: 200_000, maxOutput: 32_000 },
  )
  const resumed = options.resume ? await readTranscript(path) : undefined
  const log = openTranscriptLog({
    path,
    header: () => ({ id: 'c', project: 'p', time: '' }),
    redact: (written) => ({ text: written, rules: [] }),
  })
  const settings = {
    get: (key: SettingKey) => options.settings?.[key] ?? DEFINITIONS[key].default,
  } as unknown as Settings
  const clock = { now: () => new Date('2026-11-01T08:00:00Z') }
  const tools = [fakeTool({ name: 'Look' }), createEditTool()]
  const plan = { cwd: place.project, model, skills: [] }
  const notes = conversationNotes(
    { home: place.home, settings, location: { sessions: sessions() }, clock, bare: false } as ProjectContext,
    {
      ...{ id: 'c', log, saved: resumed?.notes ?? [], redact: await loadRedactor('agent') },
      messages: () => query.messages,
      tokens: () => window.state.tokens(),
      fork: () =>
        options.capped ? undefined : notesFork({ model, clock, forkPoint: () => query.forkPoint() }),
    },
  )
  const window = conversationContext({
    ...{ plan, settings, clock, log, saved: readSavedContext(resumed?.notes ?? []) },
    hooks: async () => ({}),
    summariser: () => model,
    query: () => query,
    tools: () => tools,
    notes: async () => notes?.current(),
    onCompacted: () => undefined,
  })
  const query: QueryEngine = new QueryEngine({
    ...{ model, tools, cwd: place.project, clock, log, messages: resumed?.messages },
    system: createSystemPrompt({ sections: [staticSection('s', 'Be good.')] }),
    prepare: window.prepare,
    takeNotices: window.takeNotices,
    afterResponse(response) {
      window.state.afterResponse(response)
      notes?.check(toolUsesOf({ role: 'assistant', content: response.content }).length === 0)
    },
  })
  const say = async (prompt = 'go') => {
    for await (const event of query.submit(prompt)) void event
  }
  const settled = async () => notes?.idle()
  const inLog = async () =>
    (await readTranscript(path)).notes
      .filter(({ kind }) => kind.startsWith('session-notes'))
      .map(({ kind, data }) => ({ kind, ...(data as object) }))
  return { say, settled, query, model, notes, window, updates, inLog }
}

describe('notes of a conversation', () => {
  it('are made by a fork with the conversation’s own prefix, and the cursor is in the log', async () => {
    const opened = await open({
      update: () => ({
        say: [edit('Current State', 'Half done.'), edit('Session Title', 'Login test flakes on Mondays')],
      }),
    })
    await opened.say('fix the login test')
    await opened.settled()
    expect(read()).toContain(`${GUIDE.get('Current State')}\nHalf done.`)
    expect(findStructureProblem(DEFAULT_TEMPLATE, read())).toBeUndefined()
    const [own, fork] = opened.model.requests
    const prefix = own!.body.slice(0, own!.body.lastIndexOf(']}],"max_tokens"'))
    expect(fork!.body.startsWith(prefix)).toBe(true)
    expect(await opened.inLog()).toEqual([
      {
        kind: 'session-notes',
        lastSummarizedMessageId: opened.query.messages.at(-1)!.id,
        tokens: expect.any(Number),
        notesTokens: Math.ceil(read().length / 4),
        by: 'model',
      },
    ])
    // Nothing of it is in the conversation.
    expect(JSON.stringify(opened.query.messages)).not.toContain('notes that are kept')
  })

  it('wait for their thresholds: 10,000 tokens, then 5,000 more and a pause', async () => {
    let tokens = 9_000
    const opened = await open({
      answer: () => ({ say: [{ text: 'ok' }], usage: used(tokens) }),
      update: (request) => ({ say: [edit('Worklog', `- at ${JSON.stringify(request).length}`)] }),
    })
    const runs: number[] = []
    for (tokens of [9_000, 11_000, 13_000, 15_000, 16_500, 18_000]) {
      await opened.say()
      await opened.settled()
      runs.push(opened.updates.filter((one) => !afterEdits(one)).length)
    }
    expect(runs).toEqual([0, 1, 1, 1, 2, 2])
  })

  it('are looked after in the middle of a turn, and never separate a call from its result', async () => {
    const opened = await open({
      answer: (_, number) =>
        number === 0
          ? { say: [{ tool: 'Look', input: { value: 'x' }, id: 'call-1' }], usage: used(20_000) }
          : { say: [{ text: 'found' }], usage: used(20_100) },
    })
    await opened.say('look')
    await opened.settled()
    const [cursor] = (await opened.inLog()) as unknown as { lastSummarizedMessageId: string }[]
    expect(cursor!.lastSummarizedMessageId).toBe(opened.query.messages[0]!.id)
    expect(opened.updates.filter((one) => !afterEdits(one))).toHaveLength(1)
  })

  it('do not make the turn wait, and run one at a time', async () => {
    const opened = await open({ update: () => ({ say: [edit('Worklog', '- x')], delayMs: 300 }) })
    const started = performance.now()
    await opened.say()
    await opened.say()
    expect(performance.now() - started).toBeLessThan(250)
    await opened.settled()
    expect(opened.updates.filter((one) => !afterEdits(one))).toHaveLength(1)
    expect(read()).toContain('- x')
  })

  it('throw a broken edit away, tell the fork, and keep what was right', async () => {
    const opened = await open({
      update: () => ({
        say: [
          edit('Workflow', '- npm test'),
          {
            tool: 'Edit',
            input: { file_path: notesFile(), old_string: '# Learnings', new_string: '# Lessons' },
          },
          { tool: 'Look', input: { value: 'x' } },
          {
            tool: 'Edit',
            input: { file_path: join(place.project, 'a.md'), old_string: 'a', new_string: 'b' },
          },
        ],
      }),
    })
    writeFileSync(join(place.project, 'a.md'), 'a')
    await opened.say()
    await opened.settled()
    expect(read()).toContain('- npm test')
    expect(read()).toContain('# Learnings')
    expect(readFileSync(join(place.project, 'a.md'), 'utf8')).toBe('a')
    const told = JSON.stringify(opened.updates[1]!.messages.at(-1))
    expect(told).toContain('the heading \\"Learnings\\" is gone')
    expect(told.match(/only Edit is allowed/g)).toHaveLength(2)
  })

  it('are put back where the result is not in their form, and the log says so; the cursor stays', async () => {
    const opened = await open({
      update: () => {
        // Somebody else writes at the same time.
        writeFileSync(notesFile(), '# All mine\n')
        return 'Done.'
      },
    })
    await opened.say()
    await opened.settled()
    expect(read()).toBe(DEFAULT_TEMPLATE)
    expect(await opened.inLog()).toEqual([
      { kind: 'session-notes-failed', reason: 'the heading "Session Title" is gone', denied: 0 },
    ])
    expect(opened.notes!.current()).toMatchObject({ isTemplate: true, lastSummarizedMessageId: undefined })
  })

  it('are not tried again at every response after a failure', async () => {
    const opened = await open({ update: () => ({ fail: 'refused' }) })
    for (let n = 0; n < 4; n++) {
      await opened.say()
      await opened.settled()
    }
    expect(opened.updates).toHaveLength(1)
  })

  it('hold no secret', async () => {
    const secret = ['ghp', 'x7Kq2LmN8pRt4VwYz1AbC5dEfG9hJ3kM6nPq'].join('_')
    const opened = await open({ update: () => ({ say: [edit('Learnings', `- the token is ${secret}`)] }) })
    await opened.say()
    await opened.settled()
    expect(read()).not.toContain(secret)
    expect(JSON.stringify(opened.updates[1]!.messages.at(-1))).toContain('contains a secret')
  })

  it('are filled by rules where the cap is reached, also without secrets', async () => {
    const secret = ['ghp', 'x7Kq2LmN8pRt4VwYz1AbC5dEfG9hJ3kM6nPq'].join('_')
    const opened = await open({ capped: true })
    await opened.say(`Deploy the shop with ${secret}`)
    await opened.settled()
    expect(opened.updates).toEqual([])
    expect(read()).toContain('Asked last: Deploy the shop with')
    expect(read()).not.toContain(secret)
    expect(await opened.inLog()).toMatchObject([{ kind: 'session-notes', by: 'rules' }])
  })

  it('follow the person’s template', async () => {
    const config = join(place.home, 'session-memory/config/template.md')
    mkdirSync(dirname(config), { recursive: true })
    writeFileSync(config, '# 现状\n_正在做什么_\n')
    const opened = await open({
      update: () => ({
        say: [
          {
            tool: 'Edit',
            input: { file_path: notesFile(), old_string: '_正在做什么_', new_string: '_正在做什么_\n写测试' },
          },
        ],
      }),
    })
    await opened.say()
    await opened.settled()
    expect(read()).toBe('# 现状\n_正在做什么_\n写测试\n')
  })

  it.each(['sessionMemory.enabled', 'autoCompactEnabled'] as const)('are off without %s', async (key) => {
    const opened = await open({ settings: { [key]: false } })
    await opened.say()
    await opened.settled()
    expect([opened.notes, opened.updates.length]).toEqual([undefined, 0])
  })

  it('compact a long conversation without a call, and go on after a resume', async () => {
    let tokens = 12_000
    const opened = await open({
      answer: () => ({ say: [{ text: words(12_000) }], usage: used(tokens) }),
      update: () => ({ say: [edit('Current State', 'Step seven of nine.')] }),
    })
    for (tokens of [12_000, 24_000, 36_000, 48_000, 60_000]) {
      await opened.say('go on')
      await opened.settled()
    }
    const resumed = await open({
      resume: true,
      answer: () => ({ say: [{ text: words(12_000) }], usage: used(tokens) }),
    })
    expect(resumed.notes!.current()?.lastSummarizedMessageId).toBeDefined()
    tokens = 170_000
    await resumed.say('and on')
    await resumed.say('once more')
    await resumed.settled()
    expect(resumed.window.state.receipts.map(({ level }) => level)).toEqual(['notes'])
    const sent = resumed.model.requests.find(({ body }) => body.includes('once more'))!.body
    expect(sent).toContain('Step seven of nine.')
    expect(sent.length).toBeLessThan(resumed.model.requests[0]!.body.length)
    expect(resumed.model.requests.some(({ body }) => body.includes('Write the record'))).toBe(false)
  })

  it('are given up when the conversation closes, and stay as they were', async () => {
    const opened = await open({ update: () => ({ say: [edit('Worklog', '- x')], delayMs: 60_000 }) })
    await opened.say()
    await new Promise((wake) => setImmediate(wake))
    await opened.notes!.close()
    expect(read()).toBe(DEFAULT_TEMPLATE)
    expect(await opened.inLog()).toEqual([])
  })
})
