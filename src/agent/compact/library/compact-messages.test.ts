import { describe, expect, it } from 'vitest'
import { anthropicProblem } from '../../../../test/support/published/anthropic-protocol.ts'
import { openaiProtocol } from '../../../../test/support/published/openai-protocol.ts'
import { compact } from './compact-messages.ts'

const words = (tokens: number) => 'word '.repeat(Math.ceil((tokens * 3) / 5))
const summarise = async (prompt: string) =>
  `Summary of ${prompt.includes('<conversation>') ? 'it' : 'nothing'}.`

function anthropic(reads: number, tokens: number, tool = 'Read') {
  const messages: { role: string; content: unknown }[] = [
    { role: 'user', content: 'Always use tabs. See DEV-12.' },
  ]
  for (let at = 0; at < reads; at++) {
    const thinking = { type: 'thinking', thinking: 'hm', signature: `s${at}` }
    const use = { type: 'tool_use', id: `t${at}`, name: tool, input: { file_path: `/f${at}` } }
    messages.push({ role: 'assistant', content: [thinking, use] })
    const result = { type: 'tool_result', tool_use_id: `t${at}`, content: words(tokens) }
    messages.push({ role: 'user', content: [result] })
  }
  messages.push(
    { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
    { role: 'user', content: 'go on' },
  )
  return messages
}

function openai(reads: number, tokens: number, tool = 'read_file') {
  const messages: Record<string, unknown>[] = [
    { role: 'system', content: 'Be good.' },
    { role: 'user', content: 'Always use tabs. See DEV-12.' },
  ]
  for (let at = 0; at < reads; at++) {
    const call = {
      id: `t${at}`,
      type: 'function',
      function: { name: tool, arguments: `{"path":"/f${at}"}` },
    }
    messages.push({ role: 'assistant', content: null, tool_calls: [call] })
    messages.push({ role: 'tool', tool_call_id: `t${at}`, content: words(tokens) })
  }
  messages.push({ role: 'assistant', content: 'Done.' }, { role: 'user', content: 'go on' })
  return messages
}

const problem = {
  anthropic: (messages: readonly object[]) => {
    // The API takes strings as well.
    const blocks = messages.map((message) =>
      'content' in message && typeof message.content === 'string'
        ? { ...message, content: [{ type: 'text', text: message.content }] }
        : message,
    )
    return anthropicProblem({ model: 'm', max_tokens: 1, messages: blocks })
  },
  openai: (messages: readonly object[]) => openaiProtocol.problem({ model: 'm', messages }),
}

describe.each([
  ['anthropic', anthropic],
  ['openai', openai],
] as const)('compact on messages of %s', (name, make) => {
  it('leaves them alone while there is room: the same objects', async () => {
    const messages = make(3, 100)
    const done = await compact(messages, { summarise })
    expect(done.messages).toEqual(messages)
    expect(done.messages.every((message, at) => message === messages[at])).toBe(true)
    expect(done.receipts).toEqual([])
  })

  it('clears old results in batches, and says what is gone', async () => {
    const messages = make(20, 4_000)
    const done = await compact(messages, { summarise })
    expect(done.receipts).toMatchObject([{ level: 'micro', reason: 'batch' }])
    expect(problem[name](done.messages)).toBeUndefined()
    expect(done.dropped.c1).toHaveLength(15)
    expect(JSON.stringify(done.messages)).not.toContain('Retrieve')
    expect(JSON.stringify(done.messages)).toContain('was cleared to save space')
    const again = await compact(done.messages, { summarise, state: done.state })
    expect(again.receipts).toEqual([])
    expect(again.messages.every((message, at) => message === done.messages[at])).toBe(true)
  })

  it('compacts over the threshold, or when it is told to', async () => {
    const messages = make(40, 4_000, 'lookup')
    const over = await compact(messages, { summarise, used: 170_000 })
    const forced = await compact(messages, { summarise, force: true })
    for (const done of [over, forced]) {
      expect(done.receipts).toMatchObject([{ level: 'full' }])
      expect(problem[name](done.messages)).toBeUndefined()
      const text = JSON.stringify(done.messages)
      for (const kept of ['Summary of it.', 'Always use tabs', 'go on', 'DEV-12'])
        expect(text).toContain(kept)
      expect(text).not.toContain('word word')
    }
    const next = await compact(
      [
        ...over.messages,
        { role: 'assistant', content: 'ok' },
        { role: 'user', content: words(20_000) },
        { role: 'assistant', content: 'ok' },
        { role: 'user', content: 'x' },
      ],
      {
        ...{ summarise, state: over.state, force: true },
      },
    )
    expect(JSON.stringify(next.messages).match(/Earlier messages of this conversation/g)).toHaveLength(1)
    expect(JSON.stringify(next.messages)).toContain('Always use tabs')
  })

  it('drops the oldest where nothing can summarise, or the summariser fails three times', async () => {
    const messages = make(40, 4_000, 'lookup')
    const alone = await compact(messages, { used: 170_000 })
    expect(alone.receipts).toMatchObject([{ level: 'snip' }])
    expect(problem[name](alone.messages)).toBeUndefined()
    let state = alone.state
    const failing = async () => Promise.reject(new Error('down'))
    for (let time = 0; time < 3; time++)
      state = (await compact(messages, { used: 170_000, summarise: failing, state })).state
    expect(state.failures).toBe(3)
    const told = await compact(messages, { used: 170_000, summarise: failing })
    expect(told.error).toEqual(new Error('down'))
    const done = await compact(messages, { used: 170_000, summarise: failing, state })
    expect(done.receipts).toMatchObject([{ level: 'snip' }])
  })
})
