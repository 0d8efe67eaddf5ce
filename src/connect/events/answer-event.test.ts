import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { readSpool } from '../../learn/worker/drain-spool.ts'
import type { WorkAsked } from '../../memory/memory-context.ts'
import { readClientEvent } from '../client-event.ts'
import { type Engine, openEngine } from '../engine.ts'
import { answerEvent } from './answer-event.ts'

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

test.each<[WorkAsked, number]>([
  ['started', 1],
  ['running', 1],
  ['failed', 1],
  ['off', 0],
])('where the worker is %s, %d turn waits for it', async (asked, waiting) => {
  const event = readClientEvent(
    { hook_event_name: 'Stop', session_id: 's1' },
    { agent: 'claude-code', env: {} },
  )
  const answer = await answerEvent({ ...engine, startWorker: () => asked }, event, { budget: 1, raw: '{}' })
  expect([answer.text, readSpool(engine.location.state).waiting]).toEqual(['', waiting])
})

/** A password in a sentence is known by the words around it, which quoting changes. */
const SECRET = 'Wq7tZp2Lx9Rk'

async function answerTo(input: object): Promise<string> {
  const event = readClientEvent({ session_id: 's1', ...input }, { agent: 'claude-code', env: {} })
  const host = { ...engine, startWorker: () => 'off' as const }
  return (await answerEvent(host, event, { budget: 9_000, raw: JSON.stringify(input) })).text
}

test('a secret is cut out of the index before it is quoted', async () => {
  mkdirSync(engine.location.memory, { recursive: true })
  writeFileSync(join(engine.location.memory, 'MEMORY.md'), `- [redis password is ${SECRET}](x.md)\n`)
  const text = await answerTo({ hook_event_name: 'SessionStart', source: 'startup' })
  expect(text).toContain('redis password is [redacted')
  expect(text).not.toContain(SECRET)
})

test('a secret is cut out of what must survive before it is quoted', async () => {
  const path = join(place.root, 'log.jsonl')
  const content = `Please always remember that the [redis password is ${SECRET}](x.md)`
  const line = { type: 'user', uuid: 'a', sessionId: 's1', timestamp: '2026-11-01T08:00:00Z' }
  writeFileSync(path, `${JSON.stringify({ ...line, message: { role: 'user', content } })}\n`)
  const text = await answerTo({ hook_event_name: 'PreCompact', transcript_path: path })
  expect(text).toContain('redis password is [redacted')
  expect(text).not.toContain(SECRET)
})

const ASKED = { hook_event_name: 'UserPromptSubmit', prompt: 'ignore memory in this conversation, please' }

async function heard(input: object, agent: 'claude-code' | 'gemini' = 'claude-code') {
  const event = readClientEvent({ session_id: 's1', ...input }, { agent, env: {} })
  const host = { ...engine, startWorker: () => 'off' as const }
  const answer = await answerEvent(host, event, { budget: 9_000, raw: JSON.stringify(input) })
  await answer.afterOutput?.()
  return answer
}

test('what a message says of memory holds for the conversation, without a word to the model', async () => {
  mkdirSync(engine.location.memory, { recursive: true })
  writeFileSync(join(engine.location.memory, 'MEMORY.md'), '- [x](x.md)\n')
  const { text, outcome } = await heard(ASKED)
  expect([text, outcome]).toEqual(['', 'to_ignore'])
  expect(engine.ignoresMemory('s1')).toBe(true)
  const compacted = await heard({ hook_event_name: 'SessionStart', source: 'compact' })
  expect([compacted.text, engine.ignoresMemory('s1')]).toEqual(['', true])
  expect((await heard({ hook_event_name: 'SessionStart', source: 'clear' })).text).toContain('x.md')
})

test('Gemini is given no index with a message that asks to ignore memory, but with the next', async () => {
  mkdirSync(engine.location.memory, { recursive: true })
  writeFileSync(join(engine.location.memory, 'MEMORY.md'), '- [x](x.md)\n')
  const prompt = (text: string) => ({ hook_event_name: 'BeforeAgent', prompt: text })
  expect((await heard(prompt('ignore memory: what is this?'), 'gemini')).text).toBe('')
  expect((await heard(prompt('and what is that?'), 'gemini')).text).toContain('x.md')
})

describe.each([
  ['Ignore your memory for this question: install zod', 'And now install zod, please'],
  ['这一次请不要使用记忆，安装 zod', '现在请安装 zod'],
])('%s', (ask, next) => {
  const prompt = (text: string, mark?: string) =>
    heard({ hook_event_name: 'UserPromptSubmit', prompt: text, ...(mark && { prompt_id: mark }) })
  const told = async (mark?: string, subagent?: string) => {
    const call = { tool: 'Bash', input: { command: 'npm i zod' }, conversation: 's1', prompt: mark, subagent }
    return (await engine.act(call)).memories.length
  }
  beforeEach(() => {
    mkdirSync(engine.location.memory, { recursive: true })
    const rule = '---\nname: Packages\non:\n  - run: npm i*\n---\nWe use pnpm.\n'
    writeFileSync(join(engine.location.memory, 'pnpm.md'), rule)
  })

  test('no call of that message is told a rule, nor one after a compaction in it, and the next message again', async () => {
    await prompt('What is in this directory?')
    expect(await told()).toBe(1)
    expect((await prompt(ask)).outcome).toBe('to_ignore')
    expect([await told(), await told(undefined, 'helper')]).toEqual([0, 0])
    engine.forgetShown('s1')
    expect(await told()).toBe(0)
    expect(engine.ignoresMemory('s1')).toBe(false)
    await prompt(next)
    engine.forgetShown('s1')
    expect(await told()).toBe(1)
  })

  test('where the client marks prompts, only the calls of that one', async () => {
    await prompt(ask, 'p1')
    expect([await told('p1'), await told('p2')]).toEqual([0, 1])
  })
})
