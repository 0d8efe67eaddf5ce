// What memdir chat learns by a fork of the conversation: the same prefix, one task more, and a memory that is the
// person's word.
import { describe, expect, it } from 'vitest'
import { useChat } from './use-chat.ts'

const chat = useChat()

describe('memdir chat with a model that learns', () => {
  it('saves what a fork found, with the person’s words, and says so', async () => {
    const quote = 'we squash everything before it goes in'
    await chat.serve(
      [
        'Sure, I will look.',
        {
          say: [
            {
              tool: 'Memory',
              input: {
                action: 'add',
                content: 'We squash everything before it goes in.',
                type: 'feedback',
                said_by_user: true,
                quote,
              },
            },
          ],
        },
        'Saved one.',
      ],
      { extraction: { byModel: true, withoutTerminal: true } },
    )
    const { err } = await chat.chat([], `please look at the PR, ${quote}\n`)
    const { data } = chat.cli.json(['list'])
    expect(data.memories).toHaveLength(1)
    const { data: shown } = chat.cli.json(['show', data.memories[0]?.file ?? ''])
    expect(shown.memory).toMatchObject({ evidence: quote, source: { origin: 'user' }, type: 'feedback' })
    expect(err).toContain(data.memories[0]?.file)
    // The fork's request begins with the conversation's, byte for byte.
    const [first, fork] = [0, 1].map((at) => chat.messagesOf(at).map((one) => JSON.stringify(one)))
    expect(fork?.slice(0, first?.length)).toEqual(first)
    expect(chat.toldIn(1)).toContain('save what is worth remembering')
    const { data: cost } = chat.cli.json(['cost', '--by', 'purpose'])
    expect(cost.groups.map(({ name }: { name: string }) => name).sort()).toEqual(['chat', 'extraction'])
  })
})

describe('what holds in all projects, in memdir chat', () => {
  it('is in the first message, after the project’s own', async () => {
    chat.cli.add('The staging server is called marlin')
    const { file } = chat.cli.add('I want tabs and never spaces in every file', '--everywhere')
    await chat.serve(['Hello.'])
    await chat.chat([], 'hi there\n')
    const told = chat.toldIn(0)
    expect(told.indexOf('marlin')).toBeGreaterThan(0)
    expect(told.indexOf(file)).toBeGreaterThan(told.indexOf('marlin'))
  })
})

describe('/inbox in memdir chat', () => {
  it('lists what waits, and takes the person’s answers', async () => {
    await chat.serve(['Sure.', 'Sure.'])
    await chat.chat([], 'I prefer minimal dependencies, how can I parse a date?\n')
    const candidates = () => chat.cli.json(['inbox']).data.candidates as { id: string; text: string }[]
    const [candidate] = candidates()
    expect(candidate?.text).toMatch(/minimal dependencies/)
    const listed = await chat.chat([], '/inbox\n')
    expect(listed.out + listed.err).toContain(candidate?.id)
    const text = 'Prefer the standard library to a dependency.'
    await chat.chat([], `/inbox edit ${candidate?.id} ${text}\n`)
    expect(candidates()).toEqual([])
    const { data } = chat.cli.json(['list'])
    const { data: shown } = chat.cli.json(['show', data.memories[0]?.file ?? ''])
    expect(shown.memory.content.trim()).toBe(text)
  })
})
