import { describe, expect, it, vi } from 'vitest'
import { NO_TEXT } from '../../base/text/agent-text.ts'
import type { RecallResult } from '../../search/recall.ts'
import type { FireHooks } from '../loop/loop-hooks.ts'
import { type MemoryHooks, withMemory } from './memory-hooks.ts'
import { selectionPrefetch } from './selection-prefetch.ts'

const recalled = (file: string): RecallResult =>
  ({ status: 'recalled', memories: [{ memory: { file } }], text: `text of ${file}`, leftOut: [] }) as never
const nothing: RecallResult = { status: 'nothing', memories: [], text: NO_TEXT, leftOut: [] }

function conversation(found = recalled('hybrid.md'), fits = (_files: readonly string[]) => true) {
  const asked: { prompt: string; tools: readonly string[]; signal: AbortSignal }[] = []
  const answers: ((result: RecallResult | Error) => void)[] = []
  const attached: RecallResult[] = []
  const fired: string[] = []
  const refitted: string[][] = []
  const selection = selectionPrefetch((prompt, tools, signal) => {
    asked.push({ prompt, tools, signal })
    return new Promise((resolve, reject) => {
      answers.push((result) => (result instanceof Error ? reject(result) : resolve(result)))
    })
  })
  const memory: MemoryHooks = {
    recall: async () => found,
    selection,
    refit: async ({ prompt, files }) => {
      refitted.push([prompt, ...files])
      return fits(files) ? recalled(`again ${files.join()}`) : nothing
    },
    onAttached: (result) => void attached.push(result),
    noteRead: () => undefined,
    takeChanges: () => [],
    takeStart: () => undefined,
    takeNotices: () => [],
  }
  const hooks: FireHooks = async (event) => {
    fired.push(event)
    return {}
  }
  const fire = withMemory(hooks, memory)
  let turn = new AbortController()
  return {
    ...{ asked, attached, fired, refitted },
    submit(prompt: string) {
      turn = new AbortController()
      return fire('UserPromptSubmit', { prompt }, turn.signal)
    },
    cancel: () => turn.abort(),
    tool: (name: string) => fire('PostToolUse', { tool_name: name, tool_input: {} }, turn.signal),
    async stop() {
      await fire('Stop', {}, turn.signal)
      // As the loop does when a turn is over.
      turn.abort()
    },
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

  it('comes too late for a turn, and is kept for the next message where it still fits, as it is then', async () => {
    const { submit, stop, answer, attached, asked, refitted } = conversation()
    await submit('how do we deploy?')
    await stop()
    expect(asked[0]?.signal.aborted).toBe(false)
    await answer(recalled('late.md'))
    expect(attached).toHaveLength(1)
    const { context } = await submit('and who does it?')
    expect(refitted).toEqual([['how do we deploy?', 'late.md']])
    expect(context).toEqual(['text of hybrid.md', 'text of again late.md'])
    expect(attached).toHaveLength(3)
    await submit('and then?')
    expect(refitted).toHaveLength(1)
  })

  it('is not attached to a message that it does not fit', async () => {
    const { submit, stop, answer, attached } = conversation(recalled('hybrid.md'), () => false)
    await submit('how do we deploy?')
    await stop()
    await answer(recalled('late.md'))
    expect((await submit('translate the README')).context).toEqual(['text of hybrid.md'])
    expect(attached).toHaveLength(2)
  })

  it('is abandoned where the person cancels', async () => {
    const { submit, answer, asked, refitted, cancel } = conversation()
    await submit('how do we deploy?')
    cancel()
    expect(asked[0]?.signal.aborted).toBe(true)
    await answer(new Error('aborted'))
    await submit('something else then')
    expect(refitted).toEqual([])
  })

  it('is waited for where search found nothing, and goes with the message', async () => {
    const { submit, answer, attached } = conversation(nothing)
    const submitted = submit('how do we deploy?')
    await new Promise((resolve) => setTimeout(resolve, 20))
    await answer(recalled('selected.md'))
    expect((await submitted).context).toEqual(['text of selected.md'])
    expect(attached).toHaveLength(1)
  })

  it('is waited for 800 ms at most, no longer than until it fails, and comes with a later request', async () => {
    const { submit, tool, answer } = conversation(nothing)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      let sent = false
      const submitted = submit('how do we deploy?').then((reply) => {
        sent = true
        return reply
      })
      await vi.advanceTimersByTimeAsync(799)
      expect(sent).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      expect((await submitted).context).toEqual([])
      await answer(recalled('slow.md'))
      expect((await tool('Bash')).context).toEqual(['text of slow.md'])
      const failing = submit('and how do we test?')
      await vi.advanceTimersByTimeAsync(5)
      await answer(new Error('overloaded'))
      expect((await failing).context).toEqual([])
    } finally {
      vi.useRealTimers()
    }
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
