// `memdir chat -p` as programs use it: the forms of its output, what it may do, exit codes, standard input.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkSchema, type JsonSchema } from '../../src/base/values/json-schema.ts'
import { replyWithTools } from '../support/published/reply.ts'
import { ended } from './run-memdir.ts'
import { textOf, useChat } from './use-chat.ts'

const talk = useChat()
const STREAM = ['--output-format', 'stream-json']

const text: JsonSchema = { type: 'string' }
const count: JsonSchema = { type: 'integer', minimum: 0 }
const texts: JsonSchema = { type: 'array', items: text }

function exactly(properties: Record<string, JsonSchema>, optional: string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, required, additionalProperties: false }
}

const RESULT = exactly(
  {
    conversation: text,
    model: text,
    answer: text,
    reason: { enum: ['done', 'max_turns', 'max_tokens', 'aborted', 'blocked', 'stopped'] },
    detail: text,
    requests: count,
    usage: exactly({ input: count, output: count, cacheRead: count, cacheCreated: count }),
    cost: { type: ['number', 'null'] },
    durationMs: count,
    tools: { type: 'array', items: exactly({ name: text, ok: { type: 'boolean' }, ms: count }) },
    saved: texts,
    notices: texts,
    transcript: text,
  },
  ['detail'],
)
const FAILURE = exactly({ code: text, message: text, fix: text })
const LINES: Record<string, JsonSchema> = {
  start: exactly({
    type: text,
    conversation: text,
    model: text,
    mode: text,
    tools: texts,
    resumed: { type: 'boolean' },
  }),
  request: exactly({ type: text, number: count }),
  text: exactly({ type: text, text }),
  retry: exactly({ type: text, reason: text, delayMs: count }),
  tool_start: exactly({ type: text, id: text, name: text, input: { type: 'object' }, agent: text }, [
    'agent',
  ]),
  tool_end: exactly(
    { type: text, id: text, name: text, ok: { type: 'boolean' }, content: text, ms: count, agent: text },
    ['agent'],
  ),
  message: exactly({ type: text, id: text, text }),
  notice: exactly({ type: text, text }),
  result: exactly({ type: text, ok: { type: 'boolean' }, data: RESULT, error: FAILURE }, ['data', 'error']),
}

/** Every line is a document of a known form, and the result is the last. */
function linesOf(out: string) {
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  for (const line of lines) expect(checkSchema(LINES[line.type]!, line), JSON.stringify(line)).toBeUndefined()
  expect(lines.filter(({ type }) => type === 'result')).toEqual([lines.at(-1)])
  return lines
}

const write = replyWithTools({ tool: 'Write', input: { file_path: 'new.txt', content: 'x\n' } })
const shell = (command: string) => replyWithTools({ tool: 'Bash', input: { command } })

it('reports an instruction file that is too long, in the person’s language, beside the answer', async () => {
  await talk.serve(['One.', 'Two.', 'Three.'])
  writeFileSync(join(talk.cli.place.project, 'CLAUDE.md'), 'x'.repeat(40_001))
  const { out, err } = await talk.chat(['-p', 'Hello'])
  expect(out).toBe('One.\n')
  expect(err.match(/CLAUDE\.md has 40001 characters, more than 40000/g)).toHaveLength(1)
  expect((await talk.chat(['-p', 'Hello'], '', { LANG: 'zh_CN.UTF-8' })).err).toContain('有 40001 个字符')
  const { data } = JSON.parse((await talk.chat(['-p', 'Hello', '--json'])).out)
  expect(data.notices.join()).toContain('has 40001 characters')
})

it('names a model that the provider does not know, and an address where there is none, in both languages', async () => {
  await talk.serve([{ fail: 'unknown_model' }, { fail: 'unknown_model' }, { fail: 'unknown_model' }])
  const { code, err } = await talk.chat(['-p', 'Hello'])
  expect(code).toBe(1)
  expect(err).toContain('the model server knows no model "local" (')
  expect(err).toContain('memdir config set models.main PROVIDER/MODEL')
  expect((await talk.chat(['-p', 'Hello'], '', { LANG: 'zh_CN.UTF-8' })).err).toContain(
    '没有名为“local”的模型',
  )
  expect(JSON.parse((await talk.chat(['-p', 'Hello', '--json'])).out)).toMatchObject({
    ok: false,
    error: { code: 'provider', fix: expect.stringContaining('exact name') },
  })
  const path = join(talk.cli.place.home, 'settings.json')
  const settings = JSON.parse(readFileSync(path, 'utf8'))
  settings.models.baseUrl = `${talk.server.url}/elsewhere`
  // The server answers every path that ends like the right one: this one does not.
  writeFileSync(path, JSON.stringify(settings).replace('/elsewhere', '/v1/x?'))
  expect((await talk.chat(['-p', 'Hello'])).err).toContain(
    'There is no model server of this kind at that address',
  )
})

it('takes a prompt of one’s own, and text behind it', async () => {
  await talk.serve(['One.', 'Two.'])
  const system = (at: number) => textOf(talk.messagesOf(at)[0]!)
  await talk.chat(['-p', 'Hello', '--system-prompt', 'You are a poet.'])
  expect(system(0)).toMatch(/^You are a poet\.\n/)
  await talk.chat(['-p', 'Hello', '--append-system-prompt', 'Rhyme, please.'])
  expect(system(1)).toMatch(/^You are memdir[\s\S]*Rhyme, please\.\s*$/)
})

describe('the forms of an answer', () => {
  it('stream-json says what happens as it happens, without secrets, and ends with the document of json', async () => {
    const key = `ghp_${'0aB1cD2eF3'.repeat(4).slice(0, 36)}`
    await talk.serve([{ fail: 'overloaded' }, write, `Not allowed. ${key} stays here.`])
    const { code, out, err } = await talk.chat(['-p', 'Write it.', ...STREAM])
    const lines = linesOf(out)
    expect([code, err, out.includes(key)]).toEqual([0, '', false])
    const types = lines.map(({ type }) => type).filter((type) => type !== 'notice')
    expect(types.filter((type, at) => type !== types[at - 1])).toEqual([
      'start',
      'request',
      'retry',
      'message',
      'tool_start',
      'tool_end',
      'request',
      'text',
      'message',
      'result',
    ])
    const said = lines.filter(({ type }) => type === 'text').map((line) => line.text)
    expect(said.join('')).toBe('Not allowed. [redacted: github-pat] stays here.')
    expect(lines.at(-1)).toMatchObject({ ok: true, data: { reason: 'done', answer: said.join('') } })
    expect(lines.find(({ type }) => type === 'tool_end')).toMatchObject({ name: 'Write', ok: false })
  })

  it('json is one document, whose fields docs/chat.md names', async () => {
    await talk.serve(['Hello.'])
    const { out } = await talk.chat(['-p', 'Hello', '--output-format', 'json'])
    const { ok, data } = JSON.parse(out)
    expect([ok, checkSchema(RESULT, data)]).toEqual([true, undefined])
    const page = readFileSync(new URL('../../docs/chat.md', import.meta.url), 'utf8')
    const table = page.split('| field of `data`')[1]!.split('\n\n')[0]!
    const named = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
    expect(named).toEqual(Object.keys(RESULT.properties!))
    const events = page.split('| `type`')[1]!.split('\n\n')[0]!
    expect([...events.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)).toEqual(Object.keys(LINES))
  })

  it('what a sub-agent does has its name', async () => {
    const delegate = replyWithTools({
      tool: 'Agent',
      input: { subagent_type: 'general-purpose', prompt: 'Look.' },
    })
    const look = replyWithTools({ tool: 'Glob', input: { pattern: '*' } })
    await talk.serve([delegate, look, 'Looked.', 'Done.'])
    const lines = linesOf((await talk.chat(['-p', 'Delegate it.', ...STREAM])).out)
    expect(lines.filter(({ agent }) => agent).map(({ type, agent, name }) => [type, agent, name])).toEqual([
      ['tool_start', 'general-purpose', 'Glob'],
      ['tool_end', 'general-purpose', 'Glob'],
    ])
    expect(lines.filter(({ type }) => type === 'text').map((line) => line.text)).toEqual(['Done.'])
  })

  it.each(['json', 'stream-json'])('errors of every kind are %s, too', async (form) => {
    await talk.serve(() => ({ fail: 'unauthorised' }))
    for (const [args, code, error] of [
      [['-p', 'Hello'], 1, 'provider'],
      [['-p', 'Hello', '--resume', 'zzz'], 1, 'not_found'],
      [['-p', 'Hello', '--max-turns', '0'], 2, 'usage'],
      [['-p', 'Hello', '--nonsense'], 2, 'usage'],
      [['-p', 'Hello', '--allowed-tools', 'Edit(x)'], 2, 'usage'],
      [['-p', '/help'], 2, 'usage'],
      [['-p', ' '], 2, 'usage'],
      [['-p', 'Hello', '--continue', '--resume', 'a'], 2, 'usage'],
    ] as const) {
      const result = await talk.chat([...args, '--output-format', form])
      const last = JSON.parse(result.out.trimEnd().split('\n').at(-1)!)
      expect([result.code, last.ok, last.error.code], args.join(' ')).toEqual([code, false, error])
      expect(checkSchema(FAILURE, last.error)).toBeUndefined()
      expect([last.type, result.err]).toEqual([form === 'json' ? undefined : 'result', ''])
    }
  })
})

describe('what it may do, and for how long', () => {
  it('--allowed-tools: these calls need nobody, others are denied, a name that is none is said', async () => {
    await talk.serve([shell('echo one > one.txt'), shell('touch two.txt'), write, 'Done.'])
    const args = [
      '--allowed-tools',
      'Write Bash(touch:*),',
      '--allowed-tools',
      'Wrte',
      '--output-format',
      'json',
    ]
    const { data } = JSON.parse((await talk.chat(['-p', 'Go.', ...args])).out)
    expect(data.tools.map(({ name, ok }: { name: string; ok: boolean }) => [name, ok])).toEqual([
      ['Bash', false],
      ['Bash', true],
      ['Write', true],
    ])
    expect(data.notices).toContainEqual('--allowed-tools: there is no tool Wrte here')
    const made = (name: string) => existsSync(join(talk.cli.place.project, name))
    expect([made('one.txt'), made('two.txt'), made('new.txt')]).toEqual([false, true, true])
  })

  it('exits 3 where the turn ended before the answer was complete', async () => {
    await talk.serve(() => replyWithTools({ tool: 'Glob', input: { pattern: '*' } }))
    const { code, out } = await talk.chat(['-p', 'Look.', '--max-turns', '2', ...STREAM])
    expect([code, linesOf(out).at(-1).data]).toMatchObject([3, { reason: 'max_turns', requests: 2 }])
  })

  it('stops a model whose calls only fail, and says so', async () => {
    await talk.serve(() => replyWithTools({ tool: 'Nowhere', input: { a: 1 } }))
    const json = await talk.chat(['-p', 'Look.', '--json'])
    expect([json.code, JSON.parse(json.out).data]).toMatchObject([3, { reason: 'stuck', requests: 10 }])
    const { code, err } = await talk.chat(['-p', 'Look.'], '', { LANG: 'zh_CN.UTF-8' })
    expect([code, err]).toEqual([3, expect.stringContaining('模型的调用一再失败')])
  })

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s ends it with a result and exit code %i', async (signal, code) => {
    await talk.serve([{ say: [{ text: 'A long answer. '.repeat(80) }], slow: { bytes: 200, pauseMs: 50 } }])
    const child = talk.start(['chat', '-p', 'Talk.', ...STREAM])
    child.stdin!.end()
    const end = ended(child)
    await expect.poll(() => talk.server.requests.length, { timeout: 20_000 }).toBe(1)
    child.kill(signal)
    const result = await end
    expect([result.code, linesOf(result.out).at(-1)]).toMatchObject([code, { data: { reason: 'aborted' } }])
  })
})

describe('which conversation', () => {
  it('--continue takes the newest, --resume the one with that id', async () => {
    await talk.serve(['One.', 'Two.', 'Three.', 'Four.'])
    const ask = async (...args: string[]) => JSON.parse((await talk.chat([...args, '--json'])).out).data
    const first = await ask('-p', 'I am Ada.')
    const second = await ask('-p', 'I am Bob.')
    expect((await ask('-c', '-p', 'Who am I?')).conversation).toBe(second.conversation)
    expect((await ask('-p', 'And I?', '--resume', first.conversation.slice(0, 8))).conversation).toBe(
      first.conversation,
    )
    expect(talk.toldIn(3)).toContain('I am Ada.')
    expect(talk.toldIn(3)).not.toContain('I am Bob.')
  })
})

describe('a model that answers nothing', () => {
  it('is told of in both languages, and leaves standard output empty', async () => {
    await talk.serve([{ say: [] }, { say: [] }])
    const english = await talk.chat(['-p', 'Hello there'])
    expect([english.code, english.out]).toEqual([0, ''])
    expect(english.err).toContain('The model ended its turn without an answer.')
    const chinese = await talk.chat(['-p', 'Hello there', '--lang', 'zh'])
    expect(chinese.out).toBe('')
    expect(chinese.err).toContain('模型结束了本轮，但没有给出回答。')
  })
})

describe('standard input', () => {
  it('is the message, or what the message is about', async () => {
    await talk.serve(['One.', 'Two.', 'Three.'])
    const last = (at: number) => talk.messagesOf(at).map(textOf).at(-1)
    expect((await talk.chat(['-p'], 'Piped in.\n')).out).toBe('One.\n')
    expect(last(0)).toContain('Piped in.')
    await talk.chat(['-p', '-', '--output-format', 'json'], 'Piped in.\n')
    expect(last(1)).toContain('Piped in.')
    await talk.chat(['-p', 'Why does it fail?'], 'FAIL importer.test.ts\n')
    expect(last(2)).toContain('Why does it fail?\n\n<stdin>\nFAIL importer.test.ts\n</stdin>')
  })

  it('that nobody writes to is not waited for', async () => {
    await talk.serve(['One.'])
    const child = talk.start(['chat', '-p', 'Hello'])
    const { code, out, err } = await ended(child)
    expect([code, out]).toEqual([0, 'One.\n'])
    expect(err).toContain('Nothing came through the pipe')
  })

  it('without anything is a mistake', async () => {
    writeFileSync(join(talk.cli.place.project, 'x'), '')
    expect((await talk.chat(['-p'])).code).toBe(2)
    expect((await talk.chat(['-p', 'one', 'two'])).code).toBe(2)
  })
})
