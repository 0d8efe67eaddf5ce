import { describe, expect, it } from 'vitest'
import { forkExtractor } from '../../agent/conversation/fork-extractor.ts'
import { createReadState } from '../../agent/tools/read-state.ts'
import { defineTool, type Tool, type ToolInput } from '../../agent/tools/tool.ts'
import { text, textOf } from '../../models/content.ts'
import { FakeModel } from '../../testing/fake-model.ts'
import { replyWithTools } from '../../testing/reply.ts'
import type { Extractor, ExtractorInput } from '../extractor.ts'
import type { Proposal } from '../proposal.ts'
import type { Candidate } from './candidates.ts'
import { judgeCandidates } from './judge-candidates.ts'
import { preferModel } from './prefer-model.ts'

const input = (more: Partial<ExtractorInput> = {}): ExtractorInput => ({
  conversation: 'c',
  messages: [{ id: 'm', role: 'user', text: 'hello', time: '2026-04-06T09:00:00Z' }],
  before: [],
  manifest: () => [],
  now: new Date('2026-04-06T10:00:00Z'),
  signal: new AbortController().signal,
  ...more,
})
const proposal = (quote: string, more: Partial<Proposal> = {}): Proposal => ({
  content: quote,
  quote,
  tier: 'write',
  reason: 'model',
  ...more,
})
const extractor = (name: Extractor['name'], proposals: readonly Proposal[] | Error): Extractor => ({
  name,
  propose: async () => {
    if (proposals instanceof Error) throw proposals
    return proposals
  },
})

describe('a model and the rules', () => {
  const asked = proposal('Remember that the port is 5433', { reason: 'remember' })
  const other = proposal('I like tabs', { reason: 'preference', tier: 'candidate' })
  const rules = extractor('rules', [asked, other])

  it('give what the model found, and what the person asked for and it missed', async () => {
    const found = proposal('we ship on Tuesdays')
    const both = await preferModel(extractor('fork', [found]), rules, () => {}).propose(input())
    expect(both).toEqual([found, asked])
  })

  it('say a thing once where both rest on the same words', async () => {
    const found = proposal('the port is 5433', { supersedes: 'k3v9', confidence: 0.1 })
    const both = await preferModel(extractor('fork', [found]), rules, () => {}).propose(input())
    expect(both).toEqual([{ ...asked, supersedes: 'k3v9' }])
  })

  it('are the rules alone where the model cannot be asked', async () => {
    const problems: unknown[] = []
    const failing = extractor('structured', new Error('over the cap'))
    const found = await preferModel(failing, rules, (error) => problems.push(error)).propose(input())
    expect(found).toEqual([asked, other])
    expect(problems).toEqual([new Error('over the cap')])
  })

  it('are nothing where nobody waits any longer', async () => {
    const aborted = AbortSignal.abort()
    const failing = extractor('structured', new Error('cancelled'))
    const run = preferModel(failing, rules, () => {}).propose(input({ signal: aborted }))
    await expect(run).rejects.toThrow('cancelled')
  })
})

describe('a fork', () => {
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
  const fork = (model: FakeModel, memory: Tool) =>
    forkExtractor({
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
      memoryTool: { name: 'Memory', allowed: ['search'], add: ['add', 'remember'] },
    })

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
    const proposals = await fork(model, memory).propose(input())
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
    const proposals = await fork(model, anyTool('Memory')).propose(input())
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
    await fork(model, anyTool('Memory')).propose(input())
    const { request } = model.requests[0] ?? {}
    expect(request?.messages[0]).toEqual({ role: 'user', content: [text('hello')] })
    expect(JSON.stringify(request?.messages[1])).toContain('last 1 messages')
  })

  it('fails where the provider fails', async () => {
    const model = new FakeModel([{ fail: 'overloaded' }])
    await expect(fork(model, anyTool('Memory')).propose(input())).rejects.toThrow()
  })
})

describe('candidates that a model judges', () => {
  const candidate = (id: string, content: string): Candidate => ({
    id,
    proposal: proposal(content, { reason: 'preference', tier: 'candidate' }),
    origin: 'user',
    said: [{ conversation: 'c', message: 'm', time: '2026-04-06T09:00:00Z', quote: content }],
  })
  const both = [candidate('aa', 'I prefer tabs'), candidate('bb', 'now run it again')]
  const TODAY = new Date('2026-04-20T10:00:00Z')

  it('are shown with the days on which they were said, and with today', async () => {
    const model = new FakeModel(() => '{"keep": []}')
    const [once, often] = both.map((one) => ({ ...one, said: [...one.said] }))
    for (const time of ['2026-04-18T09:00:00Z', '2026-04-11T09:00:00Z'])
      often?.said.push({ conversation: 'd', message: 'm', time, quote: 'now run it again' })
    await judgeCandidates(model, [once!, often!], TODAY)
    expect(textOf(model.requests[0]!.request.messages[0]!)).toBe(
      [
        'Today is 2026-04-20.',
        'aa (said 2026-04-06): I prefer tabs',
        'bb (said 3 times, 2026-04-06 to 2026-04-18): now run it again',
      ].join('\n'),
    )
  })

  it('are those that it names, of those that it was given', async () => {
    const model = new FakeModel(() => '{"keep": ["aa", "zz", "aa"]}')
    expect(await judgeCandidates(model, both, TODAY)).toEqual(['aa'])
  })

  it('are none where it cannot be understood, and nobody is asked about none', async () => {
    expect(await judgeCandidates(new FakeModel(() => 'all of them'), both, TODAY)).toEqual([])
    const model = new FakeModel([])
    expect(await judgeCandidates(model, [], TODAY)).toEqual([])
    expect(model.requests).toEqual([])
  })
})
