// What a conversation has reached: instructions of sub-directories, files that were read, memories that were opened.
import { appendFileSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AgentEvent } from '../src/agent/agent-event.ts'
import type { Conversation, ConversationOptions } from '../src/agent/conversation.ts'
import { type Engine, openEngine } from '../src/connect/engine.ts'
import { openaiProtocol } from './support/published/openai-protocol.ts'
import { type ProviderServer, type Script, startProviderServer } from './support/published/provider-server.ts'
import { replyWithTools } from './support/published/reply.ts'
import { type TemporaryHome, temporaryHome } from './support/published/temporary-home.ts'

let place: TemporaryHome
let server: ProviderServer
let engine: Engine
beforeEach(() => {
  place = temporaryHome()
})
afterEach(async () => {
  await engine?.close()
  await server?.close()
  place.remove()
})

async function serve(script: Script): Promise<void> {
  server = await startProviderServer(openaiProtocol, script)
  mkdirSync(place.home, { recursive: true })
  const models = { main: 'openai-compatible/local', baseUrl: `${server.url}/v1` }
  const off = { extraction: { autoExtract: false }, sessionMemory: { enabled: false } }
  writeFileSync(join(place.home, 'settings.json'), JSON.stringify({ models, ...off }))
  engine = openEngine({ directory: place.project, env: place.env })
}

async function open(options: Partial<ConversationOptions> = {}): Promise<Conversation> {
  return (await engine.runtime()).openConversation({ mode: 'acceptEdits', ...options })
}

async function say(conversation: Conversation, text: string): Promise<AgentEvent[]> {
  const events: AgentEvent[] = []
  for await (const event of conversation.submit(text)) events.push(event)
  return events
}

const told = (at: number) => JSON.stringify(server.requests[at]!.body.messages)
const put = (path: string, text: string) => {
  const full = join(place.project, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, text)
  return full
}
const times = (text: string, part: string) => text.split(part).length - 1

describe('instructions of a sub-directory', () => {
  const reaching = {
    Read: { file_path: 'api/main.ts' },
    Edit: { file_path: 'api/main.ts', old_string: 'needle', new_string: 'thread' },
    Grep: { pattern: 'needle' },
    'Grep of lines': { pattern: 'needle', output_mode: 'content', context: 1 },
    'Grep of a directory without hits': { pattern: 'nothing like it', path: 'api' },
    Glob: { pattern: '**/*.ts' },
    Bash: { command: 'cat api/main.ts | head -5' },
    'Bash that changes the directory': { command: 'cd api && ls' },
  }

  it.each(Object.entries(reaching))('come with %s, once', async (name, input) => {
    put('api/main.ts', 'export const needle = 1\n')
    put('api/AGENTS.md', 'Prices are in cents here.')
    const [tool = ''] = name.split(' ')
    const call = replyWithTools({ tool, input })
    const before = tool === 'Edit' ? [replyWithTools({ tool: 'Read', input: reaching.Read })] : []
    await serve([...before, call, call, 'Done.'])
    const conversation = await open()
    await say(conversation, 'Look at it.')
    expect(told(0)).not.toContain('Prices are in cents')
    expect(told(1)).toContain('These instructions apply to the files you are working with now.')
    expect(times(told(2), 'Prices are in cents')).toBe(1)
    await conversation.close()
  })

  it('come with a command that fails, and not with a word that is no path', async () => {
    put('api/AGENTS.md', 'Prices are in cents here.')
    put('web/AGENTS.md', 'Colours are in hex here.')
    await serve([replyWithTools({ tool: 'Bash', input: { command: 'echo webb; ls api none' } }), 'Done.'])
    const conversation = await open()
    await say(conversation, 'Look at it.')
    expect(told(1)).toContain('exit code 2')
    expect(told(1)).toContain('Prices are in cents')
    expect(told(1)).not.toContain('Colours are in hex')
    await conversation.close()
  })

  it('are not given again when the conversation is resumed, but after a clear', async () => {
    put('api/main.ts', 'x')
    put('api/AGENTS.md', 'Prices are in cents here.')
    const read = replyWithTools({ tool: 'Read', input: { file_path: 'api/main.ts' } })
    await serve([read, 'Done.', read, 'Done.', read, 'Done.'])
    const first = await open()
    await say(first, 'Look at it.')
    await first.close()
    const resumed = await open({ resume: true })
    await say(resumed, 'Again.')
    expect(times(told(3), 'Prices are in cents')).toBe(1)
    resumed.clear()
    await say(resumed, 'And again.')
    expect(told(4)).not.toContain('Prices are in cents')
    expect(times(told(5), 'Prices are in cents')).toBe(1)
    await resumed.close()
  })

  it('are bounded: a search through everything brings five files at most', async () => {
    for (let at = 0; at < 9; at++) {
      put(`part${at}/main.ts`, 'needle')
      put(`part${at}/AGENTS.md`, `Rule of part ${at}.`)
    }
    await serve([
      replyWithTools({ tool: 'Grep', input: { pattern: 'needle' } }),
      replyWithTools({ tool: 'Read', input: { file_path: 'part8/main.ts' } }),
      'Done.',
    ])
    const conversation = await open()
    await say(conversation, 'Look at it.')
    expect(times(told(1), 'Rule of part')).toBe(5)
    expect(told(1)).not.toContain('Rule of part 8.')
    expect(told(2)).toContain('Rule of part 8.')
    await conversation.close()
  })
})

it('a file over 40,000 characters is reported with the first message, once', async () => {
  put('CLAUDE.md', `Rules.\n${'x'.repeat(40_000)}`)
  await serve(['One.', 'Two.'])
  const conversation = await open()
  const notices = async (text: string) =>
    (await say(conversation, text)).flatMap((event) =>
      event.type === 'notice' ? [event.localised?.key] : [],
    )
  expect(await notices('Hello there.')).toContain('instructions.long')
  expect(await notices('Hello again.')).not.toContain('instructions.long')
  await conversation.close()
})

describe('files that were read', () => {
  it('may be edited after a resume as long as they are what was read', async () => {
    const path = put('price.ts', 'price = 1\n')
    const other = put('unit.ts', 'unit = 1\n')
    const read = (file_path: string) => ({ tool: 'Read', input: { file_path } })
    const edit = (file_path: string) => ({
      tool: 'Edit',
      input: { file_path, old_string: '1', new_string: '2' },
    })
    await serve([
      replyWithTools(read(path), read(other)),
      'Read.',
      replyWithTools(edit(path), edit(other)),
      'Done.',
      replyWithTools(edit(path)),
      'Done.',
    ])
    const first = await open()
    await say(first, 'Read them.')
    await first.close()
    appendFileSync(other, '// somebody else\n')
    const resumed = await open({ resume: true })
    await say(resumed, 'Change them.')
    expect([readFileSync(path, 'utf8'), readFileSync(other, 'utf8')]).toEqual([
      'price = 2\n',
      'unit = 1\n// somebody else\n',
    ])
    expect(told(3)).toContain('has changed since it was read')
    resumed.clear()
    await say(resumed, 'Change it again.')
    expect(told(5)).toContain('has not been read yet')
    await resumed.close()
  })

  it('come back after a compaction, and those that have changed since say so', async () => {
    const same = put('same.ts', 'same = 1\n')
    const changed = put('changed.ts', 'changed = 1\n')
    const read = (file_path: string) => ({ tool: 'Read', input: { file_path } })
    await serve([
      replyWithTools(read(same), read(changed)),
      `Read. ${'Words about it. '.repeat(2_000)}`,
      'A summary of what was said.',
      'Going on.',
    ])
    const conversation = await open()
    await say(conversation, 'Read them.')
    appendFileSync(changed, '// somebody else\n')
    expect((await conversation.compact({ by: 'full' })).status).toBe('compacted')
    await say(conversation, 'Go on.')
    const after = told(server.requests.length - 1)
    expect(after).toContain(`${same}, as it is now\\">`)
    expect(after).toContain(`${changed}, as it is now; it has changed since it was read\\">`)
    expect(after).toContain('// somebody else')
    await conversation.close()
  })
})

it('a memory that the agent opens by itself comes with its age; the index and other files do not', async () => {
  await serve([])
  await engine.register()
  const { memory } = engine.location
  const outcome = await (await engine.records()).add(
    { content: 'Releases go out on Tuesdays.', source: { origin: 'user' } },
    { actor: 'user' },
  )
  const file = 'memory' in outcome ? outcome.memory.file : ''
  await engine.close()
  await server.close()
  const path = join(memory, file)
  const written = readFileSync(path, 'utf8').replace(
    /^(created|updated): .*$/gm,
    '$1: 2026-01-02T00:00:00.000Z',
  )
  writeFileSync(path, written)
  const old = new Date('2026-01-02')
  utimesSync(path, old, old)
  const plain = put('plain.md', 'No memory.')
  await serve([
    replyWithTools({ tool: 'Read', input: { file_path: path } }),
    replyWithTools(
      { tool: 'Read', input: { file_path: join(memory, 'MEMORY.md') } },
      { tool: 'Read', input: { file_path: plain } },
    ),
    'Done.',
  ])
  const conversation = await open()
  await say(conversation, 'Please look into the memory directory.')
  expect(told(1)).toMatch(/is a memory and \d{2,4} days old\. It is an observation of that time/)
  expect(times(told(2), 'is a memory')).toBe(1)
  await conversation.close()
})
