import { describe, expect, it } from 'vitest'
import { FakeModel } from '../../../test/support/published/fake-model.ts'
import { replyWithTools } from '../../../test/support/published/reply.ts'
import { forkExtractor } from '../../learn/fork-extractor.ts'
import { text } from '../../models/content.ts'
import { createReadState } from '../tools/read-state.ts'
import { defineTool, type Tool, type ToolInput } from '../tools/tool.ts'
import { memoryFork } from './memory-fork.ts'

describe('a fork that looks for memories', () => {
  const say = (tool: string, given: Record<string, unknown>) => replyWithTools({ tool, input: given })
  /** Takes anything. */
  const anyTool = (name: string, run: (given: ToolInput) => void = () => {}) =>
    defineTool<ToolInput>({
      name,
      description: name,
      inputSchema: { type: 'object', properties: {}, additionalProperties: true } as never,
      readOnly: false,
      run(given) {
        run(given)
        return { content: 'ran' }
      },
    })
  const propose = (model: FakeModel, memory: Tool) => {
    const fork = memoryFork({
      forkPoint: async () => ({
        model,
        system: [{ text: 'system' }],
        tools: [memory, anyTool('Write')],
        messages: [{ role: 'user', content: [text('hello')] }],
        readState: createReadState(),
        cwd: '/',
      }),
      model: () => model,
      memoryDirectory: '/nowhere/memory',
    })
    return forkExtractor(fork, '/nowhere/memory').propose({
      conversation: 'c',
      messages: [{ id: 'm', role: 'user', text: 'hello', time: '2026-04-06T09:00:00Z' }],
      before: [],
      manifest: () => [],
      now: new Date('2026-04-06T10:00:00Z'),
      signal: new AbortController().signal,
    })
  }

  it('proposes what it adds with a quotation, and adds nothing itself', async () => {
    const ran: unknown[] = []
    const memory = anyTool('Memory', (given) => ran.push(given))
    const model = new FakeModel([
      say('Memory', { action: 'add', content: 'Likes tea' }),
      say('Memory', { action: 'search', query: 'x' }),
      say('Memory', { action: 'delete', id: 'x' }),
      say('Write', { file_path: '/etc/passwd', content: 'x' }),
      say('Memory', {
        action: 'add',
        content: 'Ships on Tuesdays',
        quote: 'we ship on Tuesdays',
        type: 'project',
      }),
    ])
    const proposals = await propose(model, memory)
    expect(proposals).toEqual([
      {
        content: 'Ships on Tuesdays',
        quote: 'we ship on Tuesdays',
        tier: 'write',
        reason: 'model',
        type: 'project',
      },
    ])
    expect(ran).toEqual([{ action: 'search', query: 'x' }])
    expect(model.requests).toHaveLength(5)
    const told = JSON.stringify(model.requests.at(-1)?.request.messages)
    expect(told).toContain('Not saved')
    expect(told).toContain('delete is not available')
  })

  it('takes the heading of what it adds for the title, and the line that says why for the reason', async () => {
    const add = (content: string) => ({ tool: 'Memory', input: { action: 'add', content, quote: 'a b' } })
    const model = new FakeModel([
      replyWithTools(
        add('# Releases on Tuesdays\nReleases go out on Tuesdays.\n\n**Why:** support is there then'),
        add('每周二发布。\n原因：那天有支持人员'),
        add('Plain words\nin two lines'),
      ),
      'saved',
    ])
    const proposals = await propose(model, anyTool('Memory'))
    // Nothing is asked once all is saved.
    expect(model.requests).toHaveLength(1)
    expect(proposals.map(({ title, content, why }) => [title, content, why])).toEqual([
      ['Releases on Tuesdays', 'Releases go out on Tuesdays.', 'support is there then'],
      [undefined, '每周二发布。', '那天有支持人员'],
      [undefined, 'Plain words\nin two lines', undefined],
    ])
  })

  it('sends what the conversation has sent, byte for byte, and the task after it', async () => {
    const model = new FakeModel(['nothing'])
    await propose(model, anyTool('Memory'))
    const { request } = model.requests[0] ?? {}
    expect(request?.messages[0]).toEqual({ role: 'user', content: [text('hello')] })
    expect(JSON.stringify(request?.messages[1])).toContain('last 1 messages')
  })

  it('fails where the provider fails', async () => {
    const model = new FakeModel([{ fail: 'overloaded' }])
    await expect(propose(model, anyTool('Memory'))).rejects.toThrow()
  })
})
