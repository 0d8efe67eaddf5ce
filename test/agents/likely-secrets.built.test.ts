// What only may be a secret, in a memory that a person wrote: kept for them, and given to no agent by any way.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openEngine } from '../../src/connect/engine.ts'
import { handleOf } from '../../src/connect/memdir-handle.ts'
import { memoryToolHandlers } from '../../src/connect/sdk/anthropic.ts'
import { useChat } from '../cli/use-chat.ts'
import { connectMcp } from './mcp-client.ts'
import { prompt, runHookProgram } from './run-hook.ts'

const talk = useChat()
const { cli } = talk

// Put together here, so that nothing in this file looks like one.
const PASSWORD = `${'Wq7'}tZp2Lx9Rk`
const ASK = 'How do I log in to the staging server of the shop?'
const NOTE = '[redacted: generic-password]'
const MEMORY = `---
id: stage1
name: Staging server
description: 'Log in to the staging server, password: ${PASSWORD}'
type: reference
---
Log in to the staging server of the shop as deploy.

password = "${PASSWORD}"
`

function haveMemory(): void {
  const memory = cli.memory
  mkdirSync(memory, { recursive: true })
  writeFileSync(join(memory, 'staging.md'), MEMORY)
  writeFileSync(
    join(memory, 'MEMORY.md'),
    `- [Staging server](staging.md) — log in to staging, password: "${PASSWORD}"\n`,
  )
}

/** It was found and shown, without the password. */
function expectCut(text: string, note = NOTE): void {
  expect(text).not.toContain(PASSWORD)
  expect(text).toContain(note)
}

describe('what may be a secret', () => {
  it('is kept for the person and reported when it is written', () => {
    haveMemory()
    expect(cli.run(['show', 'stage1']).out).toContain(PASSWORD)
    const { err } = cli.run(['add', `The wifi password is "${PASSWORD}"`])
    expect(err).toContain('may contain a secret')
    // A name of a file stands in every header, in small letters that no rule knows.
    for (const { file } of cli.json(['list']).data.memories as { file: string }[])
      expect(file).not.toContain(PASSWORD.toLowerCase())
  })

  it('is not given by commands: recall, and any that an agent runs', () => {
    haveMemory()
    expectCut(cli.run(['recall', '--prompt', ASK]).out)
    expectCut(cli.run(['recall', '--prompt', ASK, '--json']).out)
    const env = { CLAUDECODE: '1' }
    for (const args of [
      ['show', 'stage1'],
      ['show', 'stage1', '--json'],
      ['list', '--json'],
      ['search', ASK, '--json'],
    ])
      expectCut(cli.run(args, { env }).out)
    const unknown = ['show', `password = "${PASSWORD}"`]
    expect(cli.run(unknown).err).toContain(PASSWORD)
    expectCut(cli.run(unknown, { env }).err)
    expectCut(cli.run([...unknown, '--json'], { env }).out)
  })

  it('is not given by hooks: the index at the start, and what fits a prompt', () => {
    haveMemory()
    const start = { hook_event_name: 'SessionStart', session_id: 's1', source: 'startup' }
    expectCut(runHookProgram(cli.place, start).text)
    expectCut(runHookProgram(cli.place, prompt(ASK)).text)
  })

  it('is not given over MCP: tools and resources', async () => {
    haveMemory()
    const client = await connectMcp(cli.place)
    for (const [tool, input] of [
      ['recall', { query: ASK }],
      ['search', { query: ASK }],
      ['list', {}],
    ] as const)
      expect((await client.call(tool, input)).text).not.toContain(PASSWORD)
    expectCut((await client.call('recall', { query: ASK })).text)
    const { resources } = await client.request('resources/list')
    expect(JSON.stringify(resources)).not.toContain(PASSWORD)
    for (const { uri } of resources) {
      const { contents } = await client.request('resources/read', { uri })
      expectCut(contents[0].text)
    }
    await client.close()
  })

  it('is not in the request of a conversation', async () => {
    haveMemory()
    await talk.serve(['As deploy.'])
    await talk.chat(['-p', ASK])
    expectCut(talk.toldIn(0))
  })

  it('is not given by the handlers of Anthropic’s memory tool', async () => {
    haveMemory()
    const engine = openEngine({ directory: cli.place.project, env: cli.place.env })
    const handlers = memoryToolHandlers(handleOf(engine))
    expectCut(await handlers.view({ command: 'view', path: '/memories/staging.md' }))
    expectCut(await handlers.view({ command: 'view', path: '/memories/MEMORY.md' }))
    await engine.close()
  })

  it('is not put into the messages of a host', async () => {
    haveMemory()
    const engine = openEngine({ directory: cli.place.project, env: cli.place.env })
    const records = await engine.records()
    const { messages } = await records.inject([{ role: 'user', content: ASK }], 100_000)
    expectCut(JSON.stringify(messages))
    await engine.close()
  })
})
