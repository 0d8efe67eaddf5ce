import { describe, expect, it } from 'vitest'
import { type FactOccurrence, findRecurrence, promoted } from './recurrence.ts'
import { recurringFacts } from './recurring-facts.ts'
import { saysTheSame } from './says-the-same.ts'

function facts(text: string, conversation = 'c1', day = '01'): FactOccurrence[] {
  return recurringFacts({ id: 'm', role: 'user', text, time: `2026-03-${day}T10:00:00Z` }, conversation)
}

describe('facts that count when they recur', () => {
  it.each([
    ['"pnpm run test:unit" fails', 'command pnpm test:unit'],
    ['please run `make lint` again', 'command make lint'],
    ['cargo build is broken, why?', 'command cargo build'],
    ['跑一下 mise run check', 'command mise check'],
    ['log a linear issue for that, project: Harbour', 'tracker harbour'],
    ['在 Jira 项目 Harbour 里建一个任务', 'tracker harbour'],
    ['have a look at jira HAR-12', 'issues har'],
    ['rebase my branch kim/fix-the-parser please', 'branch kim/'],
  ])('%s', (text, expected) => {
    expect(facts(text).map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([expected])
  })

  it.each([
    'make sure it works and go ahead',
    'npm is slow',
    'the file is in docs/my-notes.md of this branch',
    'use UTF-8 in the linear algebra part',
    'rebase onto origin/some-thing',
    '```\nnpm test\n```\nfails on this branch',
    'the project: Harbour is nice',
  ])('nothing in: %s', (text) => {
    expect(facts(text)).toEqual([])
  })

  it('says it in the person’s language', () => {
    expect(facts('run pnpm test:unit')[0]?.content).toBe('A command in regular use here: `pnpm test:unit`')
    expect(facts('请跑 pnpm test:unit')[0]?.content).toBe('这里经常使用的命令：`pnpm test:unit`')
    expect(facts('log a linear bug, project: Harbour')[0]?.content).toContain('Linear project “Harbour”')
  })
})

describe('recurrence', () => {
  const at = (text: string, conversation: string, day: string) =>
    facts(text, conversation, day)[0] as FactOccurrence

  it('takes three conversations on two days', () => {
    const first = at('pnpm run test:unit fails', 'c1', '01')
    const again = at('pnpm test:unit fails', 'c2', '01')
    expect(findRecurrence(again, [first]).recurs).toBe(false)
    expect(findRecurrence(at('pnpm test:unit', 'c2', '02'), [first, again]).recurs).toBe(false)
    expect(findRecurrence(at('pnpm test:unit', 'c3', '01'), [first, again]).recurs).toBe(false)
    const third = findRecurrence(at('pnpm test:unit', 'c3', '02'), [first, again])
    expect(third).toEqual({ same: [first, again], recurs: true })
  })

  it('calls a prefix one only where several branches have it', () => {
    const earlier = [at('push kim/fix-a', 'c1', '01'), at('push kim/fix-a', 'c2', '02')]
    expect(findRecurrence(at('push kim/fix-a', 'c3', '03'), earlier).recurs).toBe(false)
    expect(findRecurrence(at('push kim/fix-b', 'c3', '03'), earlier).recurs).toBe(true)
  })

  it('makes a memory of it', () => {
    const occurrence = at('log a linear bug, project: Harbour', 'c1', '01')
    expect(promoted(occurrence)).toMatchObject({
      tier: 'write',
      reason: 'place',
      type: 'reference',
      quote: occurrence.quote,
    })
  })

  it.each([
    ['I prefer literal expectations in tests', 'in tests I prefer literal expectations', true],
    ['we use pnpm for all packages', 'We use pnpm for all the packages here', true],
    ['我们用 pnpm 管理依赖', '我们都用 pnpm 管理依赖', true],
    ['I prefer literal expectations in tests', 'I prefer table tests', false],
    ['Always use tabs in Go files', 'Never use tabs in Go files', false],
    ['the limit is 10 requests a second', 'the limit is 20 requests a second', false],
    ['Alice owns the billing service', 'Bob owns the billing service', false],
  ])('%s / %s: %s', (one, other, same) => {
    expect(saysTheSame(one, other)).toBe(same)
  })
})
