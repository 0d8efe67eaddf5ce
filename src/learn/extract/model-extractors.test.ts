import { describe, expect, it } from 'vitest'
import { FakeModel } from '../../../test/support/published/fake-model.ts'
import { textOf } from '../../models/content.ts'
import type { Candidate } from './candidates.ts'
import type { Extractor, ExtractorInput } from './extractor.ts'
import { judgeCandidates } from './judge-candidates.ts'
import { preferModel } from './prefer-model.ts'
import type { Proposal } from './proposal.ts'

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
