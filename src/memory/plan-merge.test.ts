import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryFrom } from '../../test/records-place.ts'
import { statementKey } from '../base/statements/words.ts'
import type { Origin } from './memory.ts'
import { planMerge } from './plan-merge.ts'

describe('a merge', () => {
  it('takes the longer text, of equals the newer, and hands the other to the history', () => {
    const old = memoryFrom({ content: 'Use tabs in Go' })
    expect(planMerge(old, { content: 'Use tabs in Go and in Makefiles' })).toMatchObject({ kept: 'new' })
    const less = planMerge(old, { content: 'Use tabs' })
    expect([less.kept, less.content, less.merged]).toEqual(['old', undefined, 'Use tabs'])
    const same = planMerge(old, { content: ' Use tabs in Go.' })
    expect([same.kept, same.content, same.merged, same.unchanged]).toEqual([
      'old',
      undefined,
      undefined,
      true,
    ])
    const corrected = planMerge(memoryFrom({ content: 'Anna onws billing' }), {
      content: 'Anna owns billing',
    })
    expect([corrected.kept, corrected.content]).toEqual(['new', 'Anna owns billing'])
  })

  it('takes of two of the same moment the one that comes, and of a moment earlier the one that is there', () => {
    const at = (ms: number) => new Date(Date.UTC(2026, 3, 9) + ms).toISOString()
    const old = memoryFrom({ content: 'Use tabs in Go', updated: at(0), modified: at(5) })
    const kept = (updated: number, modified: number) =>
      planMerge(old, { content: 'Use tabs in Make', updated: at(updated), modified: at(modified) }).kept
    expect([kept(0, 5), kept(0, 6), kept(0, 4), kept(1, 0), kept(-1, 9)]).toEqual([
      'new',
      'new',
      'old',
      'new',
      'old',
    ])
  })

  it('keeps the words that prove it, and makes nobody else’s the person’s', () => {
    const evidence = 'always tabs'
    const old = memoryFrom({ content: 'Use tabs in Go and in Makefiles', source: { origin: 'agent' } })
    const merged = (origin: Origin, content = 'Use tabs in Go') =>
      planMerge(old, { content, source: { origin }, evidence }).fields
    expect([merged('agent').evidence, merged('reported').evidence]).toEqual([evidence, evidence])
    for (const origin of ['team', 'import', 'include', 'tool', 'web'] as const) {
      expect([origin, merged(origin).evidence]).toEqual([origin, undefined])
      const replaced = merged(origin, 'Use tabs in Go, in Makefiles and in diffs')
      expect(replaced).toMatchObject({ source: { origin }, evidence })
    }
  })

  it('takes the larger grades, all tags and relations, and the later end', () => {
    const old = memoryFrom({
      tags: ['a'],
      related: ['x'],
      importance: 2,
      confidence: 0.9,
      expires: '2026-05-01',
    })
    const plan = planMerge(old, {
      content: 'text',
      tags: ['b', 'a'],
      related: ['y'],
      importance: 4,
      confidence: 0.5,
      expires: '2026-06-01',
    })
    expect(plan.fields).toEqual({
      tags: ['a', 'b'],
      related: ['x', 'y'],
      importance: 4,
      expires: '2026-06-01',
    })
    expect(planMerge(old, { content: 'text' }).fields).toEqual({ expires: undefined })
  })

  it('regenerates a name and a description that were made from the text', () => {
    const [content, longer] = ['Use tabs', 'Use tabs in Go and in Makefiles']
    const made = { content, name: content, description: content, created: '2026-01-01T00:00:00Z' }
    const regenerated = { name: longer, description: longer }
    expect(planMerge(memoryFrom(made), { content: longer }).fields).toEqual(regenerated)
    const given = memoryFrom({ ...made, name: 'Tabs' })
    expect(planMerge(given, { content: longer }).fields).toEqual({ description: longer })
  })

  it('never lets what others inferred replace what the person said', () => {
    const old = memoryFrom({ content: 'Use tabs', source: { origin: 'user' } })
    const plan = planMerge(old, {
      content: 'Use tabs, as the user seems to like them',
      source: { origin: 'agent' },
    })
    expect([plan.kept, plan.merged]).toEqual(['old', 'Use tabs, as the user seems to like them'])
  })

  it('makes what an agent said the person’s word when they say it, and never the other way round', () => {
    const said = (origin: 'user' | 'agent') => ({ content: 'Use tabs', source: { origin } })
    expect(planMerge(memoryFrom(said('agent')), said('user')).fields).toEqual({ source: { origin: 'user' } })
    expect(planMerge(memoryFrom(said('user')), said('agent')).fields).toEqual({})
    expect(planMerge(memoryFrom(said('user')), said('user')).fields).toEqual({})
  })

  const sentence = fc
    .array(
      fc.constantFrom(
        'deploy',
        'cache',
        'queue',
        'tests',
        '数据库',
        'port',
        '80',
        'not',
        'use',
        'tabs',
        'now',
      ),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    .map((words) => `${words.join(' ')}.`)
  const body = fc.array(sentence, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n'))

  it('loses no text: each is in the result or in its history', () => {
    const property = fc.property(body, body, (older, newer) => {
      const plan = planMerge(memoryFrom({ content: older }), { content: newer })
      // The file's former text is kept by the journal as the change's `before`.
      const kept = [plan.content ?? older, plan.merged ?? '', plan.content === undefined ? '' : older]
      for (const said of [older, newer]) expect(kept.map(statementKey)).toContain(statementKey(said))
    })
    fc.assert(property, { numRuns: 500 })
  })

  it('is idempotent: merging the same again changes neither text nor grades', () => {
    const property = fc.property(
      body,
      body,
      fc.option(fc.integer({ min: 1, max: 5 })),
      (older, newer, importance) => {
        const incoming = { content: newer, tags: ['t'], importance: importance ?? undefined }
        const first = planMerge(memoryFrom({ content: older }), incoming)
        const merged = memoryFrom({ content: first.content ?? older, ...(first.fields as object) })
        const again = planMerge(merged, incoming)
        expect(again.content ?? merged.content).toBe(merged.content)
        expect(again.fields).toEqual({})
      },
    )
    fc.assert(property, { numRuns: 500 })
  })
})
