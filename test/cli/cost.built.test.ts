import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openLedger } from '../../src/models/ledger.ts'
import { useCli } from './use-cli.ts'

const cli = useCli()
const { json, run } = cli
const DAY_MS = 86_400_000

/** Calls of two purposes, today and ten days ago, one of them of unknown price. */
function spendSome() {
  const usage = { input: 1_000, output: 500, cacheRead: 0, cacheCreated: 0 }
  const at = (daysAgo: number) =>
    openLedger({
      directory: join(cli.place.home, 'ledger'),
      clock: { now: () => new Date(Date.now() - daysAgo * DAY_MS) },
    })
  const known = { provider: 'anthropic', model: 'claude-haiku-4-5', usage }
  at(10).record({ purpose: 'dream', project: 'other', ...known })
  at(0).record({ purpose: 'extraction', project: 'shop', ...known })
  at(0).record({ purpose: 'extraction', project: 'shop', ...known, failed: 'overloaded' })
  at(0).record({ purpose: 'hook', project: 'shop', provider: 'x', model: 'unheard-of', usage })
}

function set(settings: object) {
  mkdirSync(cli.place.home, { recursive: true })
  writeFileSync(join(cli.place.home, 'settings.json'), JSON.stringify(settings))
}

describe('memdir cost', () => {
  it('sums up calls, tokens and money, by purpose, project or day', () => {
    spendSome()
    const { data } = json(['cost'])
    expect(data.total).toMatchObject({ calls: 4, failed: 1, unpriced: 1 })
    expect(data.total.cost).toBeCloseTo(3 * (0.001 + 0.0025), 6)
    expect(data.groups.map(({ name }: { name: string }) => name)).toEqual(['extraction', 'dream', 'hook'])
    const names = (by: string) =>
      json(['cost', '--by', by]).data.groups.map(({ name }: { name: string }) => name)
    expect(names('project')).toEqual(['shop', 'other'])
    expect(names('day')).toHaveLength(2)
    const result = run(['cost'])
    expect(result.out).toMatch(/extraction +2 \(1 ✗\) +2,000 +1,000 +\$0\.0070/)
    expect(result.err).toContain('price of 1 of the calls is not known')
  })

  it('says whether the model learnt or rules stood in', () => {
    const ledger = openLedger({ directory: join(cli.place.home, 'ledger') })
    const usage = { input: 10, output: 1, cacheRead: 90, cacheCreated: 0 }
    const one = { project: 'shop', conversation: 'c', messages: 2, usage, hitRatio: 0.9, files: 1, saved: 1 }
    for (const extractor of ['fork', 'structured', 'rules'] as const)
      ledger.recordExtraction({
        ...one,
        ...{ extractor, durationMs: 5, ...(extractor === 'rules' && { failed: 'it is overloaded' }) },
      })
    expect(json(['cost']).data.extractions).toEqual({ fork: 1, structured: 1, rules: 1, failed: 1 })
    expect(run(['cost']).out).toContain(
      'learnt from conversations: by the model 2, by rules 1, 1 of them because it failed',
    )
  })

  it('begins where it is told to', () => {
    spendSome()
    expect(json(['cost', '--since', '2d']).data.total.calls).toBe(3)
    expect(run(['cost', '--since', 'soon']).code).toBe(2)
    expect(run(['cost', '--by', 'weather']).code).toBe(2)
  })

  it('lists the prices it uses, each with its source and month; settings win', () => {
    set({
      spend: { prices: { 'claude-opus-5': { input: 1, output: 2 }, 'my-model': { input: 3, output: 4 } } },
    })
    const prices = json(['cost', '--prices']).data.prices as Record<string, unknown>[]
    const of = (model: string) => prices.find((price) => price.model === model)
    expect(of('claude-opus-5')).toEqual({
      model: 'claude-opus-5',
      input: 1,
      output: 2,
      source: 'spend.prices',
    })
    expect(of('my-model')).toMatchObject({ source: 'spend.prices' })
    expect(of('claude-opus-5-5')).toMatchObject({ input: 4, source: expect.stringMatching(/^https:/) })
    const { out } = run(['cost', '--prices'])
    expect(out).toMatch(/claude-opus-5-5 +\$4 +\$20 +2026-\d\d +https:/)
  })

  it('shows the caps and how much is left', () => {
    spendSome()
    set({ spend: { caps: { perDay: { tokens: 10_000, money: 0.005 }, perTurn: { tokens: 3_000 } } } })
    const { caps } = json(['cost']).data
    const own = caps.filter(({ cap }: { cap: string }) => cap !== 'background')
    expect(caps.length - own.length).toBe(2)
    expect(own).toEqual([
      { cap: 'perTurn', unit: 'tokens', limit: 3_000, left: 3_000 },
      { cap: 'perDay', unit: 'tokens', limit: 10_000, used: 4_500, left: 5_500 },
      { cap: 'perDay', unit: 'money', limit: 0.005, used: expect.closeTo(0.007, 6), left: 0 },
    ])
    expect(run(['cost']).out).toContain('cap all projects today: 5,500 left of 10,000 tokens')
  })

  it('where the cap for learning is reached, status, jobs and doctor say so and what to do', () => {
    set({ models: { small: 'anthropic/claude-haiku-4-5' } })
    run(['init'])
    const project = json(['status']).data.project as string
    expect(json(['status']).data.learning).toBeNull()
    openLedger({ directory: join(cli.place.home, 'ledger') }).record({
      ...{ purpose: 'extraction', project, provider: 'anthropic', model: 'claude-haiku-4-5' },
      usage: { input: 1_100_000, output: 0, cacheRead: 0, cacheCreated: 0 },
    })
    const said =
      'learning by the model stops for today: the cap for background work in this project today is reached ($1.10 of $1.00)'
    for (const name of ['status', 'jobs', 'doctor']) {
      expect(run([name]).out).toContain(said)
      expect(json([name]).data.learning).toMatchObject({
        status: 'stopped',
        cap: 'background',
        unit: 'money',
      })
    }
    const [first, ...rest] = run(['doctor']).out.trimEnd().split('\n')
    expect(first).toContain(said)
    expect(rest.at(-1)).toBe('0 memories, no problem; learning by the model has stopped for today.')
    const chinese = run(['doctor', '--lang', 'zh']).out.trimEnd().split('\n')
    expect(chinese[0]).toContain('模型学习今天已停止')
    expect(chinese.at(-1)).toBe('0 条记忆，没有问题；模型学习今天已停止。')
    const { out } = run(['status'])
    expect(out).toContain(`memdir config set spend.caps '{"background":{"money":2}}'`)
    set({ models: { small: 'anthropic/claude-haiku-4-5' }, spend: { caps: { background: { money: 2 } } } })
    expect(run(['status']).out).not.toContain('stops for today')
  })

  it('says what learning may take where a model is set up', () => {
    const limit = (model: string) => run(['config', 'set', 'models.small', model]).err
    expect(limit('anthropic/claude-haiku-4-5')).toContain('ends for the day at $1.00 in each project')
    expect(run(['init']).out).toContain('ends for the day at $1.00 in each project')
    expect(limit('openai/nobody-knows')).toContain(
      'ends for the day at 200,000 tokens (its price is not known',
    )
    expect(limit('ollama/qwen3:8b')).not.toContain('ends for the day')
  })

  it('says so when nothing was spent', () => {
    const { code, out } = run(['cost'])
    expect(out).toContain('200,000 left of 200,000 tokens of models whose price is not known')
    expect([code, out]).toEqual([0, expect.stringContaining('made no model calls')])
    expect(out).toContain('cap background work here today: $1.00 left of $1.00')
  })
})
