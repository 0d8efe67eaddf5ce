// A whole conversation on the real SDK and a loopback server: parallel calls, a sub-agent, a hook that denies, a resume.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AgentEvent } from '../src/agent/agent-event.ts'
import { agentListing } from '../src/agent/agents/agent-listing.ts'
import { BUILT_IN_AGENTS } from '../src/agent/agents/built-in-agents.ts'
import { createDelegation } from '../src/agent/agents/delegation.ts'
import { readHooks } from '../src/agent/hooks/read-hooks.ts'
import { createHookRunner } from '../src/agent/hooks/run-hooks.ts'
import { openInstructions } from '../src/agent/instructions/open-instructions.ts'
import { environmentSection, staticSections } from '../src/agent/loop/default-sections.ts'
import { createFirstMessage } from '../src/agent/loop/first-message.ts'
import { hooksFrom, withInstructions } from '../src/agent/loop/loop-hooks.ts'
import { dynamicSection } from '../src/agent/loop/prompt-section.ts'
import { QueryEngine } from '../src/agent/loop/query-engine.ts'
import { createSystemPrompt } from '../src/agent/loop/system-prompt.ts'
import { createPermissionGate } from '../src/agent/permission.ts'
import { createTools } from '../src/agent/tools/create-tools.ts'
import type { Tool } from '../src/agent/tools/tool.ts'
import { own } from '../src/base/text/agent-text.ts'
import { textOf, toolResultsOf, toolResultText } from '../src/models/content.ts'
import { createAnthropicModel } from '../src/models/providers/anthropic.ts'
import { readTranscript } from '../src/models/read-transcript.ts'
import { openTranscriptLog } from '../src/models/transcript-log.ts'
import type { TranscriptMessage } from '../src/models/transcript-message.ts'
import { anthropicProtocol } from './support/published/anthropic-protocol.ts'
import { NO_RETRY } from './support/published/fake-model.ts'
import { type ProviderServer, startProviderServer } from './support/published/provider-server.ts'
import type { Reply } from './support/published/reply.ts'

let home: string
let project: string
let server: ProviderServer
const NOW = new Date('2026-11-15T12:00:00Z')
const clock = { now: () => NOW }

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'memdir-talk-'))
  project = join(home, 'shop')
  mkdirSync(join(project, 'api', '.claude'), { recursive: true })
  writeFileSync(join(project, 'CLAUDE.md'), 'Prices are in cents.\n')
  writeFileSync(join(project, 'api', 'CLAUDE.md'), 'The API is versioned.\n')
  writeFileSync(join(project, 'a.txt'), 'alpha\n')
  writeFileSync(join(project, 'api', 'b.txt'), 'beta\n')
})
afterEach(async () => {
  await server?.close()
  rmSync(home, { recursive: true, force: true })
})

const HOOKS = {
  PreToolUse: [
    { matcher: 'Bash', hooks: [{ type: 'command', command: 'echo "no deploys on Sundays" >&2; exit 2' }] },
  ],
}

/** What a face does: everything from the outside, wired once. */
function open(log: string, messages?: readonly TranscriptMessage[]): QueryEngine {
  const model = createAnthropicModel({
    model: 'claude-test',
    apiKey: 'test-key',
    baseUrl: server.url,
    retry: NO_RETRY,
    maxOutput: 4_000,
  })
  const instructions = openInstructions({
    cwd: project,
    root: project,
    home,
    managed: [],
    user: [],
    approvals: { isApproved: () => false },
  } as unknown as Parameters<typeof openInstructions>[0])
  const runner = createHookRunner({
    hooks: readHooks(HOOKS, 'user').hooks,
    cwd: project,
    environment: { PATH: '/usr/bin:/bin' },
  })
  const hooks = withInstructions(hooksFrom(runner, { id: 'c1', cwd: project }), instructions)
  const permission = createPermissionGate('ask', async () => 'once')
  const tools = createTools()
  const agent: Tool = createDelegation({
    agents: () => BUILT_IN_AGENTS,
    tools,
    model: () => model,
    permission,
    hooks,
    forkPoint: () => engine.forkPoint(),
  })
  const engine: QueryEngine = new QueryEngine({
    model,
    permission,
    hooks,
    clock,
    messages,
    cwd: project,
    tools: [...tools, agent],
    system: createSystemPrompt({
      sections: [
        ...staticSections(),
        dynamicSection('memory', () => '# Memory\nWhat you should know later, write down.'),
        environmentSection({
          ...{ cwd: '/home/ada/shop', platform: 'linux', osVersion: 'Linux 6.1.0', shell: '/bin/bash' },
          ...{ isGit: true, model: model.name },
        }),
      ],
    }),
    firstMessage: async () =>
      createFirstMessage({
        instructions,
        sections: [{ heading: own`MEMORY.md`, content: own`- [Ada](ada.md): the owner` }],
        now: NOW,
      }),
    attachments: async () => [agentListing(BUILT_IN_AGENTS)],
    log: openTranscriptLog({
      path: log,
      header: () => ({ id: 'c1', project: 'shop', time: NOW.toISOString() }),
      redact: (text) => ({ text, rules: [] }),
    }),
  })
  return engine
}

async function run(engine: QueryEngine, prompt: string): Promise<AgentEvent[]> {
  const events: AgentEvent[] = []
  for await (const event of engine.submit(prompt)) events.push(event)
  return events
}

const read = (path: string): Extract<Reply, { say: unknown }>['say'][number] => ({
  tool: 'Read',
  input: { file_path: path },
})

test('a conversation from end to end, and its resume', async () => {
  const script: Record<string, Reply> = {
    'Compare the two files.': { say: [{ text: 'Reading both.' }, read('a.txt'), read('api/b.txt')] },
    'results 2': {
      say: [{ tool: 'Agent', input: { subagent_type: 'Explore', prompt: 'Find every text file.' } }],
    },
    'Find every text file.': { say: [{ tool: 'Glob', input: { pattern: '**/*.txt' } }] },
    'Found by the explorer.': { say: [{ tool: 'Bash', input: { command: 'make deploy' } }] },
  }
  server = await startProviderServer(anthropicProtocol, ({ body }) => {
    const last = (body.messages as { content: Record<string, unknown>[] }[]).at(-1)!.content
    const results = last.filter((block) => block.type === 'tool_result')
    const shown = JSON.stringify(results)
    const isExplorer = JSON.stringify(body.system).includes('You explore a code base')
    if (isExplorer && results.length > 0) return 'Found by the explorer.'
    if (shown.includes('Found by the explorer.')) return script['Found by the explorer.']!
    if (results.length === 2) return script['results 2']!
    if (shown.includes('no deploys')) return 'I cannot deploy today.'
    const asked = last.findLast((block) => typeof block.text === 'string')
    return script[String(asked?.text)] ?? 'As I said: not on a Sunday.'
  })
  const log = join(home, 'sessions', 'c1.jsonl')
  const first = open(log)
  const events = await run(first, 'Compare the two files.')
  expect(events.at(-1)).toMatchObject({ type: 'end', reason: 'done', requests: 4 })
  const results = first.messages.flatMap(toolResultsOf).map(toolResultText)
  expect(results[0]).toContain('alpha')
  expect(results[1]).toContain('beta')
  expect(results[2]).toBe('Found by the explorer.')
  expect(results[3]).toBe('A hook denied this call: no deploys on Sundays')
  // Instructions of a directory arrive when work reaches it, and the sub-agent's messages stay out.
  expect(
    first.messages
      .filter(({ meta }) => meta === 'hook')
      .map(textOf)
      .join(),
  ).toContain('The API is versioned.')
  expect(first.messages.map(textOf).join()).not.toContain('Find every text file.')
  // Both calls of the first answer ran at the same time: both began before either ended.
  const order = events
    .filter(({ type }) => type === 'tool_start' || type === 'tool_end')
    .map(({ type }) => type)
  expect(order.slice(0, 4)).toEqual(['tool_start', 'tool_start', 'tool_end', 'tool_end'])

  // The process dies in mid-line; another one goes on.
  writeFileSync(log, '{"type":"message","id":"torn', { flag: 'a' })
  const resumed = await readTranscript(log)
  expect(resumed.messages).toEqual(first.messages)
  const before = server.requests.at(-1)!.raw
  const second = open(log, resumed.messages)
  expect((await run(second, 'Then tomorrow?')).at(-1)).toMatchObject({ reason: 'done' })
  expect(server.refused).toEqual([])
  // The resumed conversation sends the very bytes of the first one, then what is new.
  const prefix = before.slice(0, before.lastIndexOf(']}],"max_tokens"'))
  expect(server.requests.at(-1)!.raw.startsWith(prefix)).toBe(true)
  const [header, ...lines] = readFileSync(log, 'utf8').trim().split('\n')
  expect(JSON.parse(header!)).toMatchObject({ type: 'conversation', version: 1 })
  expect(lines).toHaveLength(second.messages.length + 1)
})

test('the whole request', async () => {
  server = await startProviderServer(anthropicProtocol, ['Hello.'])
  await run(open(join(home, 'log.jsonl')), 'Hello?')
  const shown = JSON.stringify(server.requests[0]!.body, null, 2).replaceAll(project, '/home/ada/shop')
  await expect(`${shown}\n`).toMatchFileSnapshot('golden/whole-request.golden.json')
  expect(server.requests[0]!.headers.authorization).toBe('Bearer test-key')
})
