import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FakeModel } from '../../../test/support/published/fake-model.ts'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { verbatim } from '../../base/messages/message.ts'
import { openContext } from '../../connect/open-context.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import type { AgentDefinition } from '../agents/agent-definition.ts'
import { type ConversationInput, planConversation } from './plan-conversation.ts'

let place: TemporaryHome
beforeEach(() => {
  place = temporaryHome()
  mkdirSync(place.home)
})
afterEach(() => place.remove())

const message = (redacted?: string[]) => ({ redacted }) as unknown as TranscriptMessage
const plan = (messages: TranscriptMessage[] = [], more: Partial<ConversationInput> = {}) =>
  planConversation({
    context: openContext({
      directory: place.project,
      env: { ...place.env, ANTHROPIC_API_KEY: 'k', EDITOR: 'vi' },
    }),
    model: new FakeModel([]),
    agents: [],
    skills: [],
    problems: [],
    transcript: { id: 'c1', messages, notes: [] },
    hooks: { hooks: [], problems: [] },
    servers: {},
    pieces: { sections: [], notices: [] },
    options: { mode: 'ask' },
    ...more,
  })

it('has its log with the project’s, and gives commands all variables but the keys of models', () => {
  const { path, environment } = plan()
  expect(path).toMatch(/sessions\/c1\.jsonl$/)
  expect(environment).toMatchObject({ EDITOR: 'vi', MEMDIR_AGENT: 'memdir-chat', MEMDIR_CONVERSATION: 'c1' })
  expect(environment).not.toHaveProperty('ANTHROPIC_API_KEY')
})

it('belongs to the repository, and to the working directory where there is none', () => {
  expect(plan()).toMatchObject({ repository: undefined, root: place.project })
  mkdirSync(join(place.project, '.git'))
  writeFileSync(join(place.project, '.git', 'HEAD'), 'ref: refs/heads/main\n')
  expect(plan()).toMatchObject({ repository: place.project, root: place.project })
})

it('names each kind of secret that the log of a resumed conversation does not have, once', () => {
  expect(plan([message(['a', 'b']), message(), message(['b'])]).missing).toEqual(['a', 'b'])
})

it('takes the price that the settings give', () => {
  const { provider, name } = new FakeModel([])
  const prices = { [`${provider}/${name}`]: { input: 1, output: 2 } }
  writeFileSync(join(place.home, 'settings.json'), JSON.stringify({ spend: { prices } }))
  expect(plan().price).toMatchObject({ input: 1, output: 2 })
})

it('has what nobody was told yet for the first message: hooks, those of agents, the prompt, and what a crash left', () => {
  const agent: AgentDefinition = { name: 'worker', description: '', prompt: '', source: 'user', hooks: [] }
  const { notices } = plan([], {
    agents: [agent],
    hooks: { hooks: [], problems: [verbatim('a hook that is none')] },
    pieces: { sections: [], notices: [verbatim('a style that is not there')] },
    options: { mode: 'ask', unrecovered: new Error('the disk is full') },
  })
  expect(notices.map(({ en }) => en)).toEqual([
    'a hook that is none',
    expect.stringMatching(/^The agent worker: /),
    'a style that is not there',
    expect.stringContaining('the disk is full'),
  ])
})

it('goes on with what the log has of its window, and begins as a resumed conversation', () => {
  expect(plan()).toMatchObject({ start: 'startup', saved: { receipts: [] } })
  const receipt = {
    type: 'note',
    time: '',
    kind: 'context-receipt',
    data: { id: 'c1', messages: [] },
  } as const
  const resumed = plan([], {
    transcript: { id: 'c1', messages: [], notes: [receipt] },
    options: { mode: 'ask', resume: true },
  })
  expect(resumed).toMatchObject({ start: 'resume', saved: { receipts: [{ id: 'c1' }] } })
})
