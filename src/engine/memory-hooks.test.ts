import { describe, expect, it } from 'vitest'
import type { FireHooks } from '../agent/loop-hooks.ts'
import { NO_TEXT } from '../lib/agent-text.ts'
import type { RecallResult } from '../recall/recall.ts'
import { type MemoryHooks, withMemory } from './memory-hooks.ts'
import { selectionPrefetch } from './selection-prefetch.ts'

const recalled = (file: string): RecallResult =>
  ({ status: 'recalled', memories: [{ memory: { file } }], text: `text of ${file}`, leftOut: [] }) as never
const nothing: RecallResult = { status: 'nothing', memories: [], text: NO_TEXT, leftOut: [] }

function conversation(found = recalled('hybrid.md')) {
  const asked: { prompt: string; tools: readonly string[]; signal: AbortSignal }[] = []
  const answers: ((result: RecallResult | Error) => void)[] = []
  const attached: RecallResult[] = []
  const fired: string[] = []
  const selection = selectionPrefetch((prompt, tools, signal) => {
    asked.push({ prompt, tools, signal })
    return new Promise((resolve, reject) => {
      answers.push((result) => (result instanceof Error ? reject(result) : resolve(result)))
    })
  })
  const memory: MemoryHooks = {
    recall: async () => found,
    selection,
    onAttached: (result) => void attached.push(result),
    noteRead: () => undefined,
    takeChanges: () => [],
    takeStart: () => undefined,
    notices: [],
  }
  const hooks: FireHooks = async (event) => {
    fired.push(event)
    return {}
  }
  const fire = withMemory(hooks, memory)
  const { signal } = new AbortController()
  return {
    ...{ asked, attached, fired },
    submit: (prompt: string) => fire('UserPromptSubmit', { prompt }, signal),
    tool: (name: string) => fire('PostToolUse', { tool_name: name, tool_input: {} }, signal),
    stop: () => fire('Stop', {}, signal),
    async answer(result: RecallResult | Error) {
      answers.at(-1)?.(result)
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

it('notes what a message says of memory, though nothing is attached to it', async () => {
  const wish: RecallResult = {
    ...nothing,
    status: 'skipped',
    reason: 'to_ignore',
    wish: 'ignore-conversation',
  }
  const { submit, attached } = conversation(wish)
  expect((await submit('ignore memory in this conversation')).context).toEqual([])
  expect(attached).toEqual([wish])
})

describe('what a model selects', () => {
  it('is not waited for: the message goes with what search found', async () => {
    const { submit, attached } = conversation()
    const { context } = await submit('how do we deploy?')
    expect(context).toEqual(['text of hybrid.md'])
    expect(attached).toHaveLength(1)
  })

  it('goes with the next request of the turn, after the results of a call, once', async () => {
    const { submit, tool, answer, attached, fired } = conversation()
    await submit('how do we deploy?')
    expect((await tool('Read')).context).toEqual([])
    await answer(recalled('selected.md'))
    expect((await tool('Bash')).context).toEqual(['text of selected.md'])
    expect((await tool('Bash')).context).toEqual([])
    expect(attached.map(({ text }) => text)).toEqual(['text of hybrid.md', 'text of selected.md'])
    expect(fired.filter((event) => event === 'MemoryRecalled')).toHaveLength(2)
  })

  it('is dropped with the turn, and does not count as shown', async () => {
    const { submit, tool, stop, answer, attached, asked } = conversation()
    await submit('how do we deploy?')
    await stop()
    expect(asked[0]?.signal.aborted).toBe(true)
    await answer(recalled('late.md'))
    expect((await tool('Read')).context).toEqual([])
    expect(attached).toHaveLength(1)
  })

  it('belongs to the newest message', async () => {
    const { submit, tool, answer, asked } = conversation()
    await submit('first')
    await submit('second')
    expect(asked.map(({ prompt, signal }) => [prompt, signal.aborted])).toEqual([
      ['first', true],
      ['second', false],
    ])
    await answer(recalled('second.md'))
    expect((await tool('Read')).context).toEqual(['text of second.md'])
  })

  it.each([nothing, new Error('overloaded')])('adds nothing where it is nothing or fails', async (result) => {
    const { submit, tool, answer } = conversation()
    await submit('x y')
    await answer(result)
    expect((await tool('Read')).context).toEqual([])
  })

  it('knows which tools were used last', async () => {
    const { submit, tool, asked } = conversation()
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'B']) await tool(name)
    await submit('x y')
    expect(asked[0]?.tools).toEqual(['C', 'D', 'E', 'F', 'B'])
  })
})
