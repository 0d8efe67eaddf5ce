import { expect, test } from 'vitest'
import type { Origin } from './memory.ts'
import { actingAs, originOf, programName, sourceOf } from './origin-rules.ts'

const origin = (actor: string, claimed: Origin | undefined, proven?: boolean) =>
  originOf({ actor, claimed, proven })

test('the person may say where a statement came from; it is theirs where they say nothing', () => {
  expect([origin('user', undefined), origin('user', 'web'), origin('user', 'user')]).toEqual([
    'user',
    'web',
    'user',
  ])
})

test('a program is taken at its word for what counts no more than itself', () => {
  for (const claimed of ['agent', 'reported', 'tool', 'web'] as const)
    expect(origin('claude-code', claimed)).toBe(claimed)
  for (const claimed of [undefined, 'import', 'include', 'team'] as const)
    expect(origin('claude-code', claimed)).toBe('agent')
})

test('that the person said it has to be proven', () => {
  expect([origin('claude-code', 'user', true), origin('claude-code', 'user')]).toEqual(['user', 'reported'])
  expect(sourceOf({ actor: 'claude-code', proven: true }, { conversation: 'c', origin: 'user' })).toEqual({
    conversation: 'c',
    origin: 'user',
  })
  expect(sourceOf({ actor: 'claude-code' })).toEqual({ origin: 'agent' })
})

test('inside an agent nobody is the person, and no program is called like one', () => {
  expect([actingAs('user', 'codex'), actingAs('user', undefined), actingAs('other', 'codex')]).toEqual([
    'codex',
    'user',
    'other',
  ])
  expect(['User', 'memdir', 'users'].map(programName)).toEqual(['client-user', 'client-memdir', 'users'])
})
