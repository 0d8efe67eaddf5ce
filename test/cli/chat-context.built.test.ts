import { describe, expect, it } from 'vitest'
import { useChat } from './use-chat.ts'

const { serve, chat, toldIn, cli } = useChat()
const words = (count: number) => 'word '.repeat(count)
const isSummary = ({ body }: { body: { messages?: unknown } }) =>
  JSON.stringify(body.messages).includes('Write the record')

describe('the window in memdir chat', () => {
  it('/compact replaces older messages by a summary with instructions, and shows what it replaced', async () => {
    const { requests } = await serve((request) =>
      isSummary(request) ? 'The port is decided.' : words(2_000),
    )
    const lines = [
      'Always use port 8431.',
      '/compact Keep the ports.',
      '/context',
      '/context show c1',
      'and on',
    ]
    const { code, out, err } = await chat([], lines.join('\n'))
    expect([code, err]).toEqual([0, expect.not.stringContaining('✗')])
    expect(out).toMatch(/Compacted: a summary replaces the older messages: [\d,]+ → [\d,]+ tokens/)
    expect(out).toContain('user: Always use port 8431.')
    expect(requests).toHaveLength(3)
    expect(toldIn(1)).toContain('Keep the ports.')
    expect(toldIn(2)).toContain('The port is decided.')
    expect(toldIn(2)).toContain('Always use port 8431.')
    expect(toldIn(2)).not.toContain('word word')
  })

  it('/snip drops the oldest, and says what it cannot do', async () => {
    await serve(() => words(1_000))
    const lines = [
      'one',
      'two',
      'three',
      '/snip 2000',
      '/snip many',
      '/compact notes',
      '/context show c7',
      'four',
    ]
    const { out, err } = await chat([], lines.join('\n'))
    expect(out).toContain('Dropped the oldest messages')
    expect(err).toContain('not a number of tokens: many')
    expect(err).toContain('not compacted: there are no notes')
    expect(err).toContain('there is no receipt c7')
    expect(toldIn(3)).toContain('were removed here to save space')
    expect(toldIn(3)).toContain('one')
  })

  it('compacts by itself before the window is full, also after a resume', async () => {
    const { requests } = await serve((request) => (isSummary(request) ? 'In short.' : words(5_000)), {
      compact: { window: 42_000 },
    })
    const first = await chat([], 'one\ntwo')
    expect(first.code).toBe(0)
    const { err } = await chat(['--continue'], 'three\nfour')
    expect(err + first.err).toContain('Compacted: a summary replaces')
    expect(requests.some((_, at) => toldIn(at).includes('In short.'))).toBe(true)
    expect(
      cli.json(['cost', '--by', 'purpose']).data.groups.map(({ name }: { name: string }) => name),
    ).toContain('compaction')
  })
})
