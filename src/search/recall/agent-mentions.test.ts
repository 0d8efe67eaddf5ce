import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findMentions, planTargets, withoutMentions } from './agent-mentions.ts'

describe('mentions of agents', () => {
  it.each([
    ['@agent-reviewer look at this', ['reviewer']],
    ['ask @agent-reviewer, and @agent-team:docs.', ['reviewer', 'team:docs']],
    ['(@agent-a) "@agent-b" @agent-a', ['a', 'b']],
    ['请 @agent-审阅 看一下', ['审阅']],
    ['mail me@agent-x.org', []],
    ['see docs/@agent-x and @@agent-y', []],
    ['@agent- nobody, @reviewer neither', []],
  ])('%s', (message, names) => {
    expect(findMentions(message)).toEqual(names)
  })

  it('are not looked for themselves', () => {
    expect(withoutMentions('ask @agent-reviewer: tabs?').trim()).toBe('ask : tabs?')
    expect(withoutMentions('no mention')).toBe('no mention')
  })

  it('leave no mention, whatever the message', () => {
    const word = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom('@agent-a', ' @agent-b.', '(@agent-c)'),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        const message = words.join(' ')
        expect(findMentions(withoutMentions(message)).filter((name) => /^[abc]$/.test(name))).toEqual([])
        expect(findMentions(message).length).toBeLessThanOrEqual(10)
      }),
    )
  })
})

describe('what is searched', () => {
  const memories = new Map([
    ['a', '/a'],
    ['b', '/b'],
    ['twin', '/a'],
  ])
  it.each([
    [['a'], { own: false, agents: ['/a'] }],
    [['a', 'b', 'twin'], { own: false, agents: ['/a', '/b'] }],
    [['nobody'], { own: true, agents: [] }],
    [['a', 'nobody'], { own: true, agents: ['/a'] }],
    [[], { own: true, agents: [] }],
  ])('%j', (mentions, targets) => {
    expect(planTargets(mentions, (name) => memories.get(name))).toEqual(targets)
  })
})
