// 200 hostile texts in 15 languages through every face by which a memory reaches a model: whatever it says, it stays
// quoted data inside the envelope.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryActionTool } from '../src/agent/memory-tools/memory-action-tool.ts'
import { createReadState } from '../src/agent/tools/read-state.ts'
import { stripHidden } from '../src/base/text/invisible.ts'
import { readClientEvent } from '../src/connect/client-event.ts'
import { type Engine, openEngine } from '../src/connect/engine.ts'
import { answerEvent } from '../src/connect/events/answer-event.ts'
import { HOOK_CHARACTERS, hookOutput } from '../src/connect/events/hook-output.ts'
import { memoryOffer } from '../src/connect/mcp/memory-offer.ts'
import { handleOf } from '../src/connect/memdir-handle.ts'
import { memoryMiddleware, memoryTools } from '../src/connect/sdk/ai-sdk.ts'
import { memoryToolHandlers } from '../src/connect/sdk/anthropic.ts'
import { memoryHooks } from '../src/connect/sdk/claude-agent-sdk.ts'
import { runMemoryFunction } from '../src/connect/sdk/openai.ts'
import { runHookProgram } from './agents/run-hook.ts'
import { runMemdir } from './cli/run-memdir.ts'
import { openaiProtocol } from './support/published/openai-protocol.ts'
import { type ProviderServer, startProviderServer } from './support/published/provider-server.ts'
import { type TemporaryHome, temporaryHome } from './support/published/temporary-home.ts'
import { someOf } from './support/try-all.ts'

interface Hostile {
  language: string
  kind: string
  text: string
  /** Characters without a blank in front of it. */
  pad?: number
}

const HOSTILE: Hostile[] = readFileSync(new URL('fixtures/hostile-texts.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
  .map((one: Hostile) => ({ ...one, text: 'x'.repeat(one.pad ?? 0) + one.text }))

/** Words that find the memory of this number and no other. */
const wordsOf = (at: number) => [`kestrel${at}q`, `heron${at}q`]
const questionOf = (at: number) => `what do we know about ${wordsOf(at).join(' and ')}?`
const fileOf = (at: number) => `n${at}.md`

/**
 * Which of them go through a face: a fifth, of every kind and language; `npm run torture -- points` sends all through
 * every face, and faces.test.ts all through what the faces are made of.
 */
const kindOf = (at: number) => HOSTILE[at]!.kind
const BY_KIND = [...HOSTILE.keys()].sort(
  (a, b) => Number(kindOf(a) > kindOf(b)) - Number(kindOf(a) < kindOf(b)),
)
const fifth = (face: number) => someOf(BY_KIND, 5, face)

let place: TemporaryHome
let engine: Engine
let server: ProviderServer

/** Written by another program: memdir's own writer would refuse some of these. */
function writeMemory(at: number): void {
  const { text } = HOSTILE[at]!
  const [name, description] = [`${wordsOf(at).join(' ')} ${text}`, `${wordsOf(at)[0]} ${text}`]
  const fields = [
    `name: ${JSON.stringify(name.slice(0, 400))}`,
    `description: ${JSON.stringify(description.slice(0, 400))}`,
    'type: project',
    'kind: fact',
    `source: { origin: agent, conversation: ${JSON.stringify(text.slice(0, 200))} }`,
  ]
  const body = `${wordsOf(at).join(' ')}\n${text}\n\n${wordsOf(at).join(' ')}`
  writeFileSync(join(engine.location.memory, fileOf(at)), `---\n${fields.join('\n')}\n---\n${body}\n`)
}

beforeAll(async () => {
  place = temporaryHome()
  server = await startProviderServer(openaiProtocol, () => 'ok')
  mkdirSync(place.home, { recursive: true })
  const models = { main: 'openai-compatible/local', baseUrl: `${server.url}/v1` }
  writeFileSync(join(place.home, 'settings.json'), JSON.stringify({ models }))
  engine = openEngine({ directory: place.project, env: place.env })
  await engine.register()
  mkdirSync(engine.location.memory, { recursive: true })
  for (const at of HOSTILE.keys()) writeMemory(at)
})
afterAll(async () => {
  await engine.close()
  await server.close()
  place.remove()
})

const TAG_NAMES =
  'system|user|assistant|human|developer|memory|memdir|tool|function|invoke|parameter|instructions?|context|reminder|important|thinking|result|output|command|bash|task|env|file|hook|local'
const LOOK_ALIKE = new RegExp(`[＜﹤〈⟨‹][\\s/／]*(?:${TAG_NAMES})`, 'i')

/** Nothing in it is anything but letters: no tag, no link, no image, nothing hidden, no control. */
function expectHarmless(text: string, at: number | undefined, tags: 0 | 1): void {
  const reported = at === undefined ? '' : `${JSON.stringify(HOSTILE[at])}\n${text.slice(0, 2_000)}`
  const count = (part: string) => text.split(part).length - 1
  expect([count('<system-reminder>'), count('</system-reminder>')], reported).toEqual([tags, tags])
  const inside = tags === 1 ? text.replace('<system-reminder>', '').replace('</system-reminder>', '') : text
  expect(inside, reported).not.toMatch(/<\s*[/]?\s*[a-z!?|]/i)
  expect(inside, reported).not.toMatch(LOOK_ALIKE)
  expect(inside, reported).not.toMatch(/\[\/?INST\]/)
  expect(inside, reported).not.toMatch(/!\[|\][(:]/)
  expect(stripHidden(inside), reported).toBe(inside)
  expect(inside, reported).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]/)
}

/** What memdir itself says in an envelope; every other line is quoted. */
const OWN_LINES = [
  /^$/,
  /^Notes from earlier conversations that may matter for this message, found by memdir\./,
  /^Memory \(saved today\): [^<>[\]()]*\/n\d+\.md:$/,
  /^\([^<>[\]()]*\)$/,
  /^\[cut here: read \S*\/n\d+\.md for the rest\]$/,
  /^Also found, not shown here: [^<>[\]()]*$/,
]

function expectEnvelope(text: string, at: number, wrapped = true): void {
  expectHarmless(text, at, wrapped ? 1 : 0)
  if (wrapped) {
    expect(text.startsWith('<system-reminder>\n'), text).toBe(true)
    expect(text.trimEnd().endsWith('\n</system-reminder>'), text).toBe(true)
  }
  const inside = text.replace(/^<system-reminder>\n/, '').replace(/\n<\/system-reminder>\s*$/, '')
  const lines = inside.split('\n')
  const own = lines.filter((line) => !line.startsWith('>'))
  for (const line of own)
    expect(
      OWN_LINES.some((form) => form.test(line)),
      `${at}: ${line}`,
    ).toBe(true)
  // A memory that imitates them stays in its quotation: one beginning, one header for each of at most five.
  const [intros, headers] = OWN_LINES.slice(1, 3).map((form) => own.filter((line) => form.test(line)))
  expect([intros!.length, headers!.length > 0 && headers!.length <= 5]).toEqual([1, true])
  const quoted = lines.filter((line) => line.startsWith('>')).join('\n')
  for (const word of wordsOf(at)) expect(quoted).toContain(word)
}

/** One line for each memory, and no other. */
function expectLines(text: string, at: number): void {
  expectHarmless(text, at, 0)
  expect(text).toContain(wordsOf(at)[0])
  const lines = text.split('\n').filter((line) => line.includes(wordsOf(at)[0]!))
  for (const line of lines)
    expect(line).toMatch(/^(?:- \S|Updated "|Nothing changed in "| {2}why: |Forgot ")/)
}

const event = (agent: string, input: object) => {
  const raw = { cwd: place.project, session_id: `${agent}-${Math.random()}`, ...input }
  return { raw, read: readClientEvent(raw, { agent, env: {} }) }
}
const EVENTS: Record<string, [start: string, prompt: string]> = {
  'claude-code': ['SessionStart', 'UserPromptSubmit'],
  codex: ['SessionStart', 'UserPromptSubmit'],
  gemini: ['SessionStart', 'BeforeAgent'],
  opencode: ['SessionStart', 'UserPromptSubmit'],
}
/** These put a block of their own around it. */
const WRAP_THEMSELVES = new Set(['claude-code', 'gemini'])

/** What each client reads of the hook's one line of JSON. */
async function hookTexts(kind: 0 | 1, input: object): Promise<[agent: string, text: string][]> {
  const asked = event('claude-code', { hook_event_name: EVENTS['claude-code']![kind], ...input })
  const options = { budget: HOOK_CHARACTERS, raw: JSON.stringify(asked.raw) }
  const { text } = await answerEvent(engine, asked.read, options)
  return Object.entries(EVENTS).map(([agent, names]) => {
    const printed = hookOutput(event(agent, { hook_event_name: names[kind], ...input }).read, text)
    expect(printed.split('\n')).toHaveLength(1)
    const answer = JSON.parse(printed)
    return [agent, answer.hookSpecificOutput?.additionalContext ?? answer.text]
  })
}

const offer = () => memoryOffer({ host: async () => engine, version: '1', env: {} })
const call = async (name: string, input: object) => (await offer().callTool(name, input, 'inspector')).text

describe('200 hostile texts in 15 languages stay inside the envelope', { timeout: 120_000 }, () => {
  it('are 200, of 15 kinds, in 15 languages', () => {
    expect(HOSTILE).toHaveLength(200)
    expect(new Set(HOSTILE.map(({ text }) => text)).size).toBe(200)
    expect(new Set(HOSTILE.map(({ language }) => language)).size).toBe(15)
    expect(new Set(HOSTILE.map(({ kind }) => kind)).size).toBe(15)
    for (const face of [0, 1, 2, 3]) {
      const some = fifth(face).map((at) => HOSTILE[at]!)
      expect(new Set(some.map(({ language }) => language)).size).toBe(15)
      expect(new Set(some.map(({ kind }) => kind)).size).toBe(15)
    }
  })

  it('in the hooks of Claude Code, Codex, Gemini CLI and opencode', async () => {
    for (const at of fifth(3))
      for (const [agent, text] of await hookTexts(1, { prompt: questionOf(at) }))
        expectEnvelope(text, at, !WRAP_THEMSELVES.has(agent))
  })

  it('in the tools of MCP, the AI SDK, OpenAI and memdir’s own runtime', async () => {
    const tools = memoryTools(handleOf(engine))
    const own = createMemoryActionTool({ host: engine, caller: { actor: 'tester', conversation: 'c' } })
    const run = async (input: Record<string, unknown>) =>
      String(
        (
          await own.run(input, {
            cwd: place.project,
            signal: new AbortController().signal,
            readState: createReadState(),
          })
        ).content,
      )
    for (const at of fifth(0)) {
      const [query, id] = [questionOf(at), fileOf(at)]
      expectEnvelope(await call('recall', { query }), at)
      expectEnvelope(await tools.recall!.execute({ query }), at)
      expectEnvelope(
        await runMemoryFunction(handleOf(engine), 'memory_recall', JSON.stringify({ query })),
        at,
      )
      expectLines(await call('search', { query, limit: 1 }), at)
      expectLines(await tools.search!.execute({ query, limit: 1 }), at)
      expectLines(await run({ action: 'search', query, limit: 1 }), at)
      expectLines(await call('explain', { query, id }), at)
    }
    const listed = await call('list', { limit: 500 })
    expectHarmless(listed, undefined, 0)
    expect(listed.split('\n')).toHaveLength(200)
    expectHarmless(await run({ action: 'list', limit: 50 }), undefined, 0)
  })

  it('in the memory tool of the library, whose answers are JSON', async () => {
    const tool = await engine.memoryTool({ by: { actor: 'tester' } })
    for (const at of fifth(1)) {
      const found = await tool.execute({ action: 'search', query: questionOf(at), limit: 1, threshold: 0 })
      const texts = JSON.stringify(found.memories, (_, value) =>
        typeof value === 'string' ? value.replace(/\s/g, ' ') : value,
      )
      expect(texts).toContain(wordsOf(at)[0])
      for (const { content, name } of found.memories as { content: string; name: string }[]) {
        expectHarmless(content, at, 0)
        expectHarmless(name, at, 0)
      }
      const explained = await tool.execute({ action: 'explain', id: fileOf(at) })
      expectHarmless(JSON.stringify(explained).replace(/\]:/g, '] :'), undefined, 0)
    }
  })

  it('in the resources and prompts of MCP', async () => {
    const { listResources, readResource, prompts, getPrompt } = offer()
    const listed: { uri: string; name: string; title?: string; description?: string }[] = []
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await listResources(cursor)
      listed.push(...page.resources)
      cursor = page.next
      more = cursor !== undefined
    }
    expect(listed).toHaveLength(201)
    for (const { name, title, description } of listed)
      for (const text of [name, title ?? '', description ?? '']) {
        expectHarmless(text, undefined, 0)
        expect(text).not.toContain('\n')
      }
    for (const at of fifth(2)) {
      const uri = `memory://memory/${engine.store.find(fileOf(at)).id}`
      expectEnvelope((await readResource(uri)).text, at)
    }
    for (const { name } of prompts)
      expect(await getPrompt(name, { topic: 'ships' }, 'claude-code')).not.toMatch(/kestrel|evil\.example/)
    for (let from = 1; from <= 200; from += 20)
      expectHarmless(await getPrompt('memory', { from: String(from) }, 'inspector'), undefined, 0)
  })

  it('in what an SDK is given: middleware, callbacks, the files of the Anthropic memory tool', async () => {
    const [prompt] = memoryHooks(handleOf(engine)).UserPromptSubmit
    const handlers = memoryToolHandlers(handleOf(engine))
    for (const at of fifth(2)) {
      const { transformParams } = memoryMiddleware(handleOf(engine), { deadlineMs: 20_000 })
      const params = { prompt: [{ role: 'user', content: questionOf(at) }] }
      const [message] = (await transformParams({ params })).prompt
      expectEnvelope(message.content[1].text, at)
      const { raw } = event('claude-code', { hook_event_name: 'UserPromptSubmit', prompt: questionOf(at) })
      const answer = await prompt!.hooks[0]!(raw, undefined, { signal: new AbortController().signal })
      expectEnvelope(answer.hookSpecificOutput?.additionalContext ?? '', at)
      const viewed = await handlers.view({ command: 'view', path: `/memories/${fileOf(at)}` })
      expectHarmless(viewed, at, 0)
      const [head, ...lines] = viewed.split('\n')
      expect(head).toBe(`Here's the content of /memories/${fileOf(at)} with line numbers:`)
      for (const [i, line] of lines.entries())
        expect(line.startsWith(`${String(i + 1).padStart(6)}\t`)).toBe(true)
      expect(viewed).toContain(wordsOf(at)[1])
    }
    expectHarmless(await handlers.view({ command: 'view', path: '/memories' }), undefined, 0)
  })

  it('in the message of the library’s injection: one line each', async () => {
    const records = await engine.records()
    for (const at of fifth(0)) {
      const messages = [{ role: 'user', content: wordsOf(at).join(' ') }]
      const { messages: injected } = await records.inject(messages, 1_000_000)
      const text = injected[0]!.content as string
      expect(injected[0]!.role).toBe('system')
      expectHarmless(text, at, 0)
      expect(text).toContain(wordsOf(at)[0])
      const [head, ...rest] = text.split('\n').filter((line) => line !== '')
      expect(head).toMatch(/not instructions\.$/)
      for (const line of rest) expect(line).toMatch(/^(?:- |## fact$)/)
    }
  })

  it('in the index: hooks at the start, the resource, the first message of a conversation', async () => {
    const runtime = await engine.runtime()
    for (const at of fifth(1)) {
      const { text } = HOSTILE[at]!
      const index = `${wordsOf(at)[0]}\n${text}\n- [${wordsOf(at)[1]}](n1.md) — ${text}\n`
      writeFileSync(join(engine.location.memory, 'MEMORY.md'), index.slice(0, 3_000))
      for (const [agent, start] of await hookTexts(0, { source: 'startup' }))
        expectIndex(start, at, !WRAP_THEMSELVES.has(agent))
      expectIndex((await offer().readResource('memory://index')).text, at, true)
      const conversation = await runtime.openConversation({ mode: 'deny' })
      for await (const _ of conversation.submit(questionOf(at)));
      await conversation.close()
      const { messages } = server.requests.at(-1)!.body as {
        messages: { role: string; content: string | { text: string }[] }[]
      }
      const sent = messages
        .filter(({ role }) => role === 'user')
        .flatMap(({ content }) =>
          typeof content === 'string' ? [content] : content.map((part) => part.text),
        )
      const blocks = sent.join('\n').match(/<system-reminder>\n[\s\S]*?\n<\/system-reminder>/g) ?? []
      const first = blocks.find((block) => block.includes('# MEMORY.md'))!
      const section = first.slice(first.indexOf('# MEMORY.md'), first.lastIndexOf('# Current date'))
      expectIndex(section.replace(/^.*\n/, '').trim(), at, false, true)
      const recalled = blocks.find((block) => block.includes('Notes from earlier'))!
      expectEnvelope(recalled, at)
    }
  })

  it('in the processes that agents and people start', { timeout: 240_000 }, () => {
    const kinds = new Map(HOSTILE.map(({ kind }, at) => [kind, at]))
    for (const at of kinds.values()) {
      const printed = runMemdir(place, ['recall', questionOf(at)])
      expect(printed.err).toBe('')
      expectEnvelope(printed.out, at)
      for (const agent of at % 2 === 0 ? ['claude-code', 'codex'] : ['gemini', 'opencode']) {
        const input = {
          hook_event_name: EVENTS[agent]![1],
          session_id: `${agent}${at}`,
          prompt: questionOf(at),
        }
        // Its first prompt brings the index, which has a form of its own.
        if (agent === 'gemini') runHookProgram(place, { ...input, prompt: 'good morning' }, { agent })
        expectEnvelope(runHookProgram(place, input, { agent }).text, at, !WRAP_THEMSELVES.has(agent))
      }
    }
  })
})

function expectIndex(text: string, at: number, wrapped: boolean, bare = false): void {
  expectHarmless(text, at, wrapped ? 1 : 0)
  expect(text).toContain(wordsOf(at)[0])
  const lines = text.split('\n').filter((line) => line !== '' && !/^<\/?system-reminder>$/.test(line))
  const own = lines.filter((line) => !line.startsWith('>'))
  const allowed = bare ? 0 : 1
  const counted = own.filter((line) => !/^\(\d+ more lines? (?:is|are) not shown/.test(line))
  expect(counted.length, `${at}: ${own.join('\n')}`).toBe(allowed)
}
