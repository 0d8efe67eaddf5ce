// Remembered rules in conversations of our own, at the calls that they are about.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { replyWithTools } from './support/published/reply.ts'
import { useConversation } from './use-conversation.ts'

const talk = useConversation()
const PNPM = '> We use pnpm, never npm.'
const npm = replyWithTools({ tool: 'Bash', input: { command: 'npm install zod --offline' } })
const remember = () =>
  talk.put(
    join(talk.engine.location.memory, 'pnpm.md'),
    '---\nname: Packages\non:\n  - run: npm install*\n---\nWe use pnpm, never npm.\n',
  )
const countIn = (text: string) => text.split(PNPM).length - 1

it('a rule comes with the result of the call, once, and to a sub-agent by itself', async () => {
  const ask = { prompt: 'Install it.', subagent_type: 'general-purpose' }
  const agent = replyWithTools({ tool: 'Agent', input: ask })
  await talk.serve([npm, npm, agent, npm, 'Installed.', 'Done.'], { recall: { actions: true } })
  remember()
  const conversation = await talk.open({ mode: 'deny' })
  await talk.say(conversation, 'Please add the validator.')
  expect([0, 1, 2].map((at) => countIn(talk.told(at)))).toEqual([0, 1, 1])
  expect(talk.told(1)).toContain('A remembered rule about the call just made (npm install zod --offline)')
  // The sub-agent's second request; the conversation's next one has its own alone.
  expect([3, 4, 5].map((at) => countIn(talk.told(at)))).toEqual([0, 1, 1])
})

it('and nowhere where it is not switched on', async () => {
  await talk.serve([npm, 'Done.'])
  remember()
  await talk.say(await talk.open({ mode: 'deny' }), 'Please add the validator.')
  expect(countIn(talk.told(1))).toBe(0)
})

it('a call that the person wants held is refused once, and goes through the second time', async () => {
  const touch = replyWithTools({
    tool: 'Bash',
    input: { command: 'npm install zod --offline --help >/dev/null' },
  })
  await talk.serve([touch, touch, 'Done.'])
  remember()
  await (await talk.engine.guards()).hold(talk.engine.store.list()[0]!)
  await talk.say(await talk.open({ mode: 'deny' }), 'Please add the validator.')
  expect(talk.told(1)).toContain('A hook denied this call: A remembered rule about the call just made')
  expect(talk.told(1)).toContain('make the same call again')
  expect(talk.told(2).split('A hook denied this call')).toHaveLength(2)
})
