import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openaiProtocol } from '../../../test/support/published/openai-protocol.ts'
import {
  type ProviderServer,
  type Script,
  startProviderServer,
} from '../../../test/support/published/provider-server.ts'
import { replyWithTools } from '../../../test/support/published/reply.ts'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { type Engine, openEngine } from '../../connect/engine.ts'
import type { AgentEvent } from '../agent-event.ts'
import type { Conversation, ConversationOptions } from '../conversation.ts'

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
  return (await engine.runtime()).openConversation({ mode: 'ask', ...options })
}

async function say(conversation: Conversation, text: string): Promise<AgentEvent[]> {
  const events: AgentEvent[] = []
  for await (const event of conversation.submit(text)) events.push(event)
  return events
}

/** Enough of it that a summary is worth it. */
const LONG = 'Words about it. '.repeat(2_000)
const results = (events: readonly AgentEvent[]) =>
  events.flatMap((event) =>
    event.type === 'tool_end' ? [event.isError ? `!${event.content}` : event.content] : [],
  )
const told = (at: number) => JSON.stringify(server.requests[at]!.body.messages)
const tasks = (...list: [string, string][]) => ({
  tool: 'Tasks',
  input: { tasks: list.map(([text, status]) => ({ text, status })) },
})

test('tasks are kept in the log, come again on resume and after a compaction, and go with a clear', async () => {
  await serve([
    replyWithTools(tasks(['Read the parser', 'done'], ['Fix the parser', 'in_progress'])),
    `Working on it. ${LONG}`,
    'A summary of what was said.',
    'Going on.',
  ])
  const first = await open()
  expect(results(await say(first, 'Fix the parser.'))).toEqual(['Noted: 1 done, 1 in progress, 0 pending.'])
  await first.close()
  const again = await open({ resume: first.id })
  expect(again.tasks).toEqual([
    { text: 'Read the parser', status: 'done' },
    { text: 'Fix the parser', status: 'in_progress' },
  ])
  expect(await again.compact({ by: 'full' })).toMatchObject({ status: 'compacted' })
  await say(again, 'Go on.')
  expect(told(3)).toContain('Tasks (1 done, not to be done again):\\n> [in_progress] Fix the parser')
  await again.clear()
  expect(again.tasks).toEqual([])
  await again.close()
  expect((await open({ resume: first.id })).tasks).toEqual([])
})

test('a list that is too long or not one is refused, and the one before stays', async () => {
  const many = Array.from({ length: 51 }, (_, at): [string, string] => [`Step ${at}`, 'pending'])
  await serve([
    replyWithTools(tasks(['One', 'pending'])),
    replyWithTools(tasks(...many)),
    replyWithTools(tasks(['Two', 'finished'])),
    'Done.',
  ])
  const conversation = await open()
  const [, tooMany, unknown] = results(await say(conversation, 'Plan the day.'))
  expect(tooMany).toMatch(/^!A list has at most 50 tasks/)
  expect(unknown).toMatch(/^!The input of Tasks is not valid/)
  expect(conversation.tasks).toEqual([{ text: 'One', status: 'pending' }])
})

test('planning writes one file, which is shown, approved, and given back after a compaction', async () => {
  let plan = ''
  const write = (file_path: string, content: string) => ({ tool: 'Write', input: { file_path, content } })
  const secret = `ghp_${'a1B2c3D4e5'.repeat(3)}aBcDeF`
  await serve(
    () =>
      [
        replyWithTools(
          write(join(place.project, 'a.txt'), 'no'),
          write(plan, `# The plan\n1. Read\n2. Write ${secret}`),
          { tool: 'Memory', input: { action: 'remember', content: 'Nothing while planning' } },
        ),
        `The plan is ready. ${LONG}`,
        'Different then.',
        'Carrying it out.',
        'A summary.',
        'Going on.',
      ].at(server.requests.length - 1)!,
  )
  const conversation = await open({ mode: 'plan' })
  plan = join(dirname(conversation.path), conversation.id, 'plan.md')
  const [outside, inside, memory] = results(await say(conversation, 'Plan it.'))
  expect(outside).toMatch(/^!Denied: only reading/)
  expect(inside).toMatch(/^Wrote/)
  expect(memory).toMatch(/^!Denied/)
  expect(told(0)).toContain(`nothing may be changed but one file, ${plan}`)
  expect(conversation.plan()).toMatchObject({ path: plan })
  expect(readFileSync(plan, 'utf8')).not.toContain(secret)
  expect([statSync(plan).mode & 0o777, statSync(dirname(plan)).mode & 0o777]).toEqual([0o600, 0o700])
  conversation.setMode('ask', { refused: 'use fewer steps' })
  expect(conversation.permission.mode).toBe('plan')
  await say(conversation, 'Again.')
  expect(told(2)).toContain('They said: use fewer steps')
  conversation.setMode('acceptEdits')
  await say(conversation, 'Now do it.')
  expect(told(3)).toContain('the user has approved the plan in')
  await conversation.compact({ by: 'full' })
  await say(conversation, 'Go on.')
  expect(told(5)).toContain('name=\\"The active plan\\">\\n# The plan\\n1. Read')
  await conversation.close()
  expect((await open({ resume: conversation.id })).plan()?.text).toContain('# The plan')
})

test('each call of a skill is recorded as it was, and given back after a compaction', async () => {
  await serve([
    replyWithTools({ tool: 'Skill', input: { skill: 'deploy', arguments: '"the shop" fast' } }),
    `Deployed. ${LONG}`,
    'Noted.',
    'A summary.',
    'Going on.',
  ])
  const skill = (name: string, body: string) => {
    mkdirSync(join(place.project, '.memdir', 'skills', name), { recursive: true })
    writeFileSync(
      join(place.project, '.memdir', 'skills', name, 'SKILL.md'),
      `---\ndescription: d\n---\n${body}`,
    )
  }
  skill('deploy', 'Deploy $1 at $2 speed ($ARGUMENTS; $3).')
  skill('note', 'Note: $ARGUMENTS!')
  const conversation = await open()
  expect(results(await say(conversation, 'Deploy.'))[0]).toContain(
    'Deploy the shop at fast speed ("the shop" fast; ).',
  )
  await say(conversation, '/note it rained')
  // What a skill says by now is not what was followed.
  skill('deploy', 'Changed.')
  await conversation.close()
  const again = await open({ resume: conversation.id })
  await again.compact({ by: 'full' })
  await say(again, 'Go on.')
  expect(told(4)).toMatch(/Note: it rained!.*Deploy the shop at fast speed/s)
  expect(told(4)).not.toContain('Changed.')
})

test('the Plan agent writes the plan of the conversation and nothing else', async () => {
  let plan = ''
  const write = (file_path: string) => ({ tool: 'Write', input: { file_path, content: 'step one' } })
  await serve(
    () =>
      [
        replyWithTools({ tool: 'Agent', input: { subagent_type: 'Plan', prompt: 'Plan it.' } }),
        replyWithTools(write(join(place.project, 'a.txt')), write(plan)),
        'Planned.',
        'There is a plan.',
      ].at(server.requests.length - 1)!,
  )
  const conversation = await open({ mode: 'acceptEdits' })
  plan = join(dirname(conversation.path), conversation.id, 'plan.md')
  await say(conversation, 'Let it be planned.')
  expect(told(1)).toContain(`${plan}: the only one that you may change`)
  expect(told(2)).toMatch(/Denied: only reading/)
  expect(conversation.plan()?.text).toBe('step one')
})
