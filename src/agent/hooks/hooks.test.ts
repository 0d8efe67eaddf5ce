import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOOK_EVENTS } from '../../base/values/hook-event-name.ts'
import { type HookResult, mergeAnswers, readHookAnswer } from './hook-answer.ts'
import type { HookEvent } from './hook-event.ts'
import { readMatcher } from './hook-matcher.ts'
import { HOOK_SOURCES, type HookSource, readHooks } from './read-hooks.ts'
import { createHookRunner, type HookRunnerOptions } from './run-hooks.ts'

let cwd: string
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'memdir-hooks-'))
})
afterEach(() => rmSync(cwd, { recursive: true }))

const toolUse: HookEvent = {
  name: 'PreToolUse',
  data: { session_id: 's1', cwd: '/p', tool_name: 'Bash', tool_input: { command: 'ls $HOME' } },
}
const hooksOf = (settings: unknown, source: HookSource = 'user') => {
  const { hooks, problems } = readHooks(settings, source)
  expect(problems).toEqual([])
  return hooks
}
const command = (text: string, more: object = {}) => ({ type: 'command', command: text, ...more })
const on = (event: string, ...hooks: object[]) => ({ [event]: [{ hooks }] })
const run = (settings: unknown, event: HookEvent = toolUse, more: Partial<HookRunnerOptions> = {}) =>
  createHookRunner({
    hooks: hooksOf(settings),
    cwd,
    environment: { PATH: '/usr/bin:/bin' },
    ...more,
  }).run(event)

describe('matchers', () => {
  it.each([
    ['*', 'Bash', true],
    ['', 'Bash', true],
    ['Bash', 'Bash', true],
    ['Bash', 'BashOutput', false],
    ['bash', 'Bash', false],
    ['Edit|Write', 'Write', true],
    ['Edit|Write', 'MultiEdit', false],
    ['Edit | Write', 'Write', true],
    ['mcp__.*', 'mcp__files__read', true],
    ['^(Edit|Write)$', 'Write', true],
    ['^(Edit|Write)$', 'WriteX', false],
  ])('%j on %j: %j', (text, value, expected) => {
    const matcher = readMatcher(text)
    expect(matcher.ok && matcher.matches(value)).toBe(expected)
  })

  it('match a plain name exactly, whatever it is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/), fc.string(), (name, other) => {
        const matcher = readMatcher(name)
        return matcher.ok && matcher.matches(name) && (other === name || !matcher.matches(other))
      }),
    )
  })

  it('never throw, and are not kept busy', () => {
    const started = Date.now()
    const hostile = readMatcher('(a+)+$')
    expect(hostile.ok && hostile.matches(`${'a'.repeat(50_000)}!`)).toBe(false)
    expect(Date.now() - started).toBeLessThan(3_000)
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, value) => {
        const matcher = readMatcher(text)
        if (matcher.ok) matcher.matches(value)
        else expect(matcher.problem.en).not.toBe('')
      }),
    )
  })
})

describe('readHooks', () => {
  it('knows every event and the four types', () => {
    const settings = Object.fromEntries(HOOK_EVENTS.map((event) => [event, [{ hooks: [command('true')] }]]))
    expect(hooksOf(settings)).toHaveLength(HOOK_EVENTS.length)
    const four = on(
      'Stop',
      command('x', { timeout: 5 }),
      { type: 'prompt', prompt: 'p' },
      { type: 'agent', prompt: 'a' },
      {
        type: 'http',
        url: 'http://127.0.0.1/x',
      },
    )
    expect(hooksOf(four).map((hook) => [hook.action.type, hook.timeoutMs])).toEqual([
      ['command', 5_000],
      ['prompt', 600_000],
      ['agent', 600_000],
      ['http', 600_000],
    ])
  })

  it.each([
    [[], /not an object/],
    [{ Nothing: [] }, /no such event/],
    [{ Stop: {} }, /not a list/],
    [{ Stop: [{}] }, /no list of hooks/],
    [{ Stop: [{ matcher: 7, hooks: [] }] }, /matcher is not text/],
    [{ Stop: [{ matcher: '(', hooks: [] }] }, /cannot be read/],
    [on('Stop', { type: 'magic' }), /not known/],
    [on('Stop', { type: 'command' }), /no command/],
    [on('Stop', { type: 'http', url: 'file:///etc/passwd' }), /http or https/],
  ])('tells what it cannot use: %j', (settings, problem) => {
    const read = readHooks(settings, 'user')
    expect(read.hooks).toEqual([])
    expect(read.problems.map(({ en }) => en).join()).toMatch(problem)
    expect(read.problems.map(({ zh }) => zh).join()).toMatch(/\p{Script=Han}/u)
  })
})

describe('command hooks', () => {
  it('get the event on standard input and two variables', async () => {
    const answer = await run(
      on('PreToolUse', command('cat > got.json; printf "%s %s" "$TOOL_NAME" "$TOOL_INPUT" > vars')),
    )
    expect(answer).toEqual({ context: [], messages: [], warnings: [] })
    expect(JSON.parse(readFileSync(join(cwd, 'got.json'), 'utf8'))).toEqual({
      hook_event_name: 'PreToolUse',
      ...toolUse.data,
    })
    expect(readFileSync(join(cwd, 'vars'), 'utf8')).toBe('Bash {"command":"ls $HOME"}')
  })

  it('block with exit code 2, warn with others', async () => {
    expect(await run(on('PreToolUse', command('echo no good >&2; exit 2')))).toMatchObject({
      decision: 'deny',
      reason: 'no good',
      warnings: [],
    })
    const warned = await run(
      on('PreToolUse', command('echo broken >&2; exit 1'), command('/no/such/program')),
    )
    expect(warned.decision).toBeUndefined()
    expect(warned.warnings.map(({ en }) => en)).toEqual([
      expect.stringMatching(/exit code 1: broken/),
      expect.stringMatching(/exit code 127/),
    ])
  })

  it('add context, deny and change input by JSON', async () => {
    const say = (answer: object) => command(`echo '${JSON.stringify(answer)}'`)
    const specific = (more: object) => say({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...more } })
    expect(await run(on('PreToolUse', specific({ additionalContext: 'mind the gap' })))).toMatchObject({
      context: ['mind the gap'],
    })
    expect(await run(on('PreToolUse', specific({ updatedInput: { command: 'pwd' } })))).toMatchObject({
      input: { command: 'pwd' },
    })
    const denied = specific({ permissionDecision: 'deny', permissionDecisionReason: 'r' })
    expect(await run(on('PreToolUse', denied))).toMatchObject({ decision: 'deny', reason: 'r' })
    expect(await run(on('PreToolUse', say({ decision: 'block', reason: 'old' })))).toMatchObject({
      decision: 'deny',
    })
    expect(await run(on('PreToolUse', say({ continue: false, stopReason: 'enough' })))).toMatchObject({
      stop: 'enough',
    })
  })

  it('give plain text as context where a conversation or prompt begins', async () => {
    const settings = {
      ...on('UserPromptSubmit', command('echo today')),
      ...on('PostToolUse', command('echo noise')),
    }
    expect(await run(settings, { name: 'UserPromptSubmit', data: {} })).toMatchObject({ context: ['today'] })
    expect(await run(settings, { name: 'PostToolUse', data: { tool_name: 'X' } })).toMatchObject({
      context: [],
    })
  })

  it('end with their whole group when the time is over', async () => {
    const started = Date.now()
    const slow = command('(sleep 1.2; touch late) & sleep 30', { timeout: 0.2 })
    expect((await run(on('PreToolUse', slow))).warnings.map(({ en }) => en)).toEqual([
      expect.stringMatching(/longer than 200 ms/),
    ])
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(existsSync(join(cwd, 'late'))).toBe(false)
    expect(Date.now() - started).toBeLessThan(5_000)
  })

  it('run in parallel', async () => {
    const started = Date.now()
    await run(on('PreToolUse', ...[1, 2, 3, 4].map((n) => command(`sleep 1.5; echo ${n}`))))
    expect(Date.now() - started).toBeLessThan(5_000)
  })

  it('take large and odd input', async () => {
    const event: HookEvent = {
      name: 'PreToolUse',
      data: { tool_name: 'Write\0', tool_input: { content: '\0é'.repeat(300_000) } },
    }
    const answer = await run(
      on('PreToolUse', command('wc -c > size; printf "[%s]" "$TOOL_INPUT" > vars')),
      event,
    )
    expect(answer.warnings).toEqual([])
    expect(Number(readFileSync(join(cwd, 'size'), 'utf8'))).toBeGreaterThan(1_000_000)
    expect(readFileSync(join(cwd, 'vars'), 'utf8')).toBe('[]')
    // A hook that does not read its input.
    expect((await run(on('PreToolUse', command('exit 0')), event)).warnings).toEqual([])
  })
})

describe('prompt and agent hooks', () => {
  const prompt = on('PreToolUse', { type: 'prompt', prompt: 'Is this fine? $ARGUMENTS', model: 'small' })
  const judge = (text: string, asked: string[] = []) => ({
    judge: async (question: { prompt: string; model?: string }) => {
      asked.push(`${question.model}: ${question.prompt}`)
      return text
    },
  })

  it('ask with the event in place of $ARGUMENTS', async () => {
    const asked: string[] = []
    expect(await run(prompt, toolUse, judge('{"ok": true}', asked))).toEqual({
      context: [],
      messages: [],
      warnings: [],
    })
    expect(asked[0]).toMatch(/^small: Is this fine\? \{"hook_event_name":"PreToolUse".*ls \$HOME/)
  })

  it('deny where the model says so', async () => {
    const said = 'Sure:\n```json\n{"ok": false, "reason": "too risky"}\n```'
    expect(await run(prompt, toolUse, judge(said))).toMatchObject({ decision: 'deny', reason: 'too risky' })
    const agent = on('PreToolUse', { type: 'agent', prompt: 'check' })
    expect(await run(agent, toolUse, { verify: judge('{"ok": false}').judge })).toMatchObject({
      decision: 'deny',
    })
  })

  it('only warn when there is no model, no sense, a fault or no end', async () => {
    const never = { judge: () => new Promise<string>(() => {}) }
    const fails = { judge: () => Promise.reject(new Error('offline')) }
    const short = on('PreToolUse', { type: 'prompt', prompt: 'x', timeout: 0.1 })
    for (const [settings, world, warning] of [
      [prompt, {}, /no model/],
      [prompt, judge('I think so'), /cannot be read/],
      [prompt, fails, /offline/],
      [short, never, /longer than 100 ms/],
    ] as const) {
      const answer = await run(settings, toolUse, world)
      expect(answer.decision).toBeUndefined()
      expect(answer.warnings.map(({ en }) => en)).toEqual([expect.stringMatching(warning)])
      expect(answer.warnings[0]?.zh).toMatch(/^PreToolUse 的 prompt hook（user）\p{Script=Han}/u)
    }
  })
})

describe('http hooks', () => {
  let server: Server
  const bodies: string[] = []
  let url: string
  beforeEach(async () => {
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString()
      })
      request.on('end', () => {
        bodies.push(`${request.method} ${request.headers['x-key']} ${body}`)
        if (request.url === '/slow') return
        if (request.url === '/moved') response.writeHead(302, { location: '/ok' })
        if (request.url === '/bad') response.statusCode = 500
        response.end(request.url === '/deny' ? '{"decision":"block","reason":"by http"}' : '')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  it('post the event and read the answer', async () => {
    const hook = { type: 'http', url: `${url}/deny`, headers: { 'x-key': 'k' } }
    expect(await run(on('PreToolUse', hook))).toMatchObject({ decision: 'deny', reason: 'by http' })
    expect(bodies.at(-1)).toMatch(/^POST k \{"hook_event_name":"PreToolUse"/)
  })

  it('only warn when the server fails, moves or is slow', async () => {
    const hooks = ['bad', 'moved', 'slow'].map((path) => ({
      type: 'http',
      url: `${url}/${path}`,
      timeout: 0.3,
    }))
    const answer = await run(on('PreToolUse', ...hooks, { type: 'http', url: 'http://127.0.0.1:1/' }))
    expect(answer.decision).toBeUndefined()
    expect(answer.warnings).toHaveLength(4)
  })
})

describe('conflicts', () => {
  const answers = fc.array(
    fc.record({
      status: fc.constant('answered' as const),
      source: fc.constantFrom(...HOOK_SOURCES),
      answer: fc.record({ decision: fc.constantFrom('deny', 'allow', 'ask', undefined) }),
    }),
  )

  it('a deny wins, then the higher source', () => {
    fc.assert(
      fc.property(answers, (list) => {
        const results = list as HookResult[]
        const said = list.filter(({ answer }) => answer.decision !== undefined)
        const { decision } = mergeAnswers(results)
        if (said.some(({ answer }) => answer.decision === 'deny')) return decision === 'deny'
        const highest = Math.max(...said.map(({ source }) => HOOK_SOURCES.indexOf(source)))
        const there = said.filter(({ source }) => HOOK_SOURCES.indexOf(source) === highest)
        return said.length === 0
          ? decision === undefined
          : there.some(({ answer }) => answer.decision === decision)
      }),
    )
  })

  it('the input of the higher source wins', () => {
    const one = (source: HookSource, n: number): HookResult => ({
      status: 'answered',
      source,
      answer: { input: { n } },
    })
    const given = (...sources: HookSource[]) => mergeAnswers(sources.map((source, n) => one(source, n))).input
    const order: HookSource[] = ['plugin', 'user', 'project', 'local', 'session', 'policy']
    for (const [at, higher] of order.entries())
      for (const lower of order.slice(0, at)) {
        expect(given(lower, higher)).toEqual({ n: 1 })
        expect(given(higher, lower)).toEqual({ n: 0 })
      }
  })

  it('reads any text as an answer or as none', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void readHookAnswer(text)))
  })
})

describe('sources', () => {
  it('the same action runs once', async () => {
    const twice = [
      ...hooksOf(on('Stop', command('echo x >> ran')), 'user'),
      ...hooksOf(on('Stop', command('echo x >> ran')), 'local'),
    ]
    await run({}, { name: 'Stop', data: {} }, { hooks: twice })
    expect(readFileSync(join(cwd, 'ran'), 'utf8')).toBe('x\n')
  })
})

describe('StopFailure', () => {
  it('follows a Stop hook that failed, and ends there', async () => {
    const settings = {
      ...on('Stop', command('exit 7'), command('exit 0')),
      ...on('StopFailure', command('cat > failed.json; exit 9')),
    }
    const answer = await run(settings, { name: 'Stop', data: { session_id: 's' } })
    expect(answer.warnings).toHaveLength(2)
    const reported = JSON.parse(readFileSync(join(cwd, 'failed.json'), 'utf8'))
    expect(reported).toMatchObject({
      hook_event_name: 'StopFailure',
      session_id: 's',
      errors: [expect.stringMatching(/code 7/)],
    })
  })

  it('does not follow a Stop hook that blocked', async () => {
    const settings = { ...on('Stop', command('exit 2')), ...on('StopFailure', command('touch failed')) }
    expect(await run(settings, { name: 'Stop', data: {} })).toMatchObject({ decision: 'deny' })
    expect(existsSync(join(cwd, 'failed'))).toBe(false)
  })
})
