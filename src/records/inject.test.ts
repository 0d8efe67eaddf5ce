import { describe, expect, it } from 'vitest'
import { memoryFrom } from '../../test/records-place.ts'
import { estimateTokens } from '../lib/tokens.ts'
import type { Memory } from '../memory/memory.ts'
import { contentWords } from './content-words.ts'
import { type HostMessage, type InjectParts, inject, queryOf } from './inject.ts'

function parts(memories: Memory[], settings: Partial<InjectParts['settings']> = {}): InjectParts {
  return {
    search: async () => memories.map((memory) => ({ memory })),
    inert: (text) => text,
    redact: async (text) => text,
    settings: { enabled: true, maxMemories: 10, threshold: 0.6, budgetRatio: 0.1, ...settings },
    now: new Date('2026-04-09T10:00:00Z'),
  }
}

const messages: HostMessage[] = [
  { role: 'system', content: 'You are helpful.' },
  { role: 'user', content: 'How do we deploy the billing service?' },
]
const memory = (content: string, fields: Partial<Memory> = {}) =>
  memoryFrom({ content, id: content.slice(0, 8), ...fields })

describe('the query of an injection', () => {
  it('is the 15 most frequent content words of the last ten messages, Chinese cut into words', () => {
    expect(contentWords('Deploy the deploy to Kubernetes, please. Kubernetes and deploy!', 15)).toEqual([
      'Deploy',
      'Kubernetes',
    ])
    const chinese = contentWords('数据库迁移失败了，我们的数据库需要回滚。', 15)
    expect(chinese[0]).toMatch(/^数据/)
    expect(chinese).toContain('迁移')
    expect(chinese).not.toContain('我们')
    const many = Array.from({ length: 12 }, (_, i) => ({ role: 'user', content: `topic${i} word${i}` }))
    expect(queryOf(many)).not.toContain('topic1 ')
    expect(queryOf(many).split(' ')).toHaveLength(15)
    expect(
      queryOf([{ role: 'user', content: [{ type: 'text', text: 'Helm charts' }, { type: 'image' }] }]),
    ).toBe('Helm charts')
  })
})

describe('an injection', () => {
  it('takes a number of tokens or an object with those of the conversation; all else is an error', async () => {
    const given = parts([memory('Deploys happen on Tuesdays')])
    const plain = await inject(given, messages, 2_000)
    expect(plain.memories).toHaveLength(1)
    expect(await inject(given, messages, { conversation: 2_000, system: 10 })).toEqual(plain)
    for (const budget of [
      {},
      { total: 2_000 },
      '2000',
      null,
      undefined,
      Number.NaN,
      -1,
      { conversation: '1' },
    ])
      await expect(inject(given, messages, budget as never)).rejects.toMatchObject({ code: 'usage' })
    for (const bad of [undefined, 'hello', [1], [{ content: 'no role' }]])
      await expect(inject(given, bad as never, 2_000)).rejects.toMatchObject({ code: 'usage' })
  })

  it('is one system message at the front, grouped by kind, with metadata', async () => {
    const hits = [
      memory('Deploys run from CI.', { kind: 'workflow' }),
      memory('Billing is in Go.', { kind: 'fact' }),
      memory('Prefers short answers.', { kind: 'user_preference' }),
    ]
    const { messages: out, memories } = await inject(parts(hits), messages, 10_000)
    expect(out).toHaveLength(3)
    expect(out[0]).toMatchObject({ role: 'system', metadata: { memory_injection: true, memory_count: 3 } })
    const text = String(out[0]!.content)
    expect(text.match(/^## .*$/gm)).toEqual(['## user preference', '## workflow', '## fact'])
    expect(memories).toHaveLength(3)
    expect((await inject(parts(hits), out, 10_000)).messages).toHaveLength(3)
  })

  it('asks by the last message alone where the words of all bring nothing', async () => {
    const asked: string[] = []
    const hit = memory('Deploys run from CI.')
    const search: InjectParts['search'] = async (query) => {
      asked.push(query)
      return query === 'How do we deploy the billing service?' ? [{ memory: hit }] : []
    }
    const { memories } = await inject({ ...parts([]), search }, messages, 10_000)
    expect([asked.length, memories]).toEqual([2, [hit]])
  })

  it('keeps to the share of the budget and the count; what does not fit is skipped, smaller ones are tried', async () => {
    const hits = [
      memory(`Long ${'word '.repeat(200)}`),
      memory('Short one.'),
      ...Array.from({ length: 20 }, (_, i) => memory(`No ${i}.`)),
    ]
    const { messages: out, memories } = await inject(parts(hits), messages, 1_000)
    expect(estimateTokens(String(out[0]!.content))).toBeLessThanOrEqual(100)
    expect(memories.map(({ content }) => content)).toContain('Short one.')
    expect(memories.length).toBe(10)
    expect((await inject(parts(hits, { maxMemories: 2 }), messages, 1_000)).memories).toHaveLength(2)
  })

  it('leaves the messages alone without hits, when all expired, or when switched off', async () => {
    const gone = memory('Old.', { expires: '2026-04-01' })
    const taken = memory('Taken back.', { extra: { superseded_by: 'x' } })
    for (const one of [parts([]), parts([gone, taken]), parts([memory('x')], { enabled: false })])
      expect((await inject(one, messages, 10_000)).messages).toEqual(messages)
  })
})
