import { expect, test } from 'vitest'
import { classifiedAs, kindOf, matchesType, typeOf } from './memory.ts'

test('the kind is the one given, that of a reference, or other', () => {
  expect([kindOf({ kind: 'skill' }), kindOf({ type: 'reference' }), kindOf({ type: 'user' })]).toEqual([
    'skill',
    'fact',
    'other',
  ])
})

test('a memory is found by its type, by the type of its kind, and by its kind', () => {
  expect(typeOf({ kind: 'user_preference' })).toBe('user')
  expect([matchesType({ type: 'user' }, 'user'), matchesType({ type: 'user' }, 'feedback')]).toEqual([
    true,
    false,
  ])
  expect(matchesType({ kind: 'user_preference' }, 'user')).toBe(true)
  expect([matchesType({ kind: 'skill' }, 'skill'), matchesType({ kind: 'skill' }, 'workflow')]).toEqual([
    true,
    false,
  ])
  expect(matchesType({}, 'nonsense')).toBe(false)
})

test('a word means a type, a kind or nothing', () => {
  expect(['user', 'skill', 'nonsense', undefined].map(classifiedAs)).toEqual([
    { type: 'user' },
    { kind: 'skill' },
    {},
    {},
  ])
})
