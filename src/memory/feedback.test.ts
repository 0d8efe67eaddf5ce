import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../test/support/published/temporary-home.ts'
import {
  changeFeedback,
  type FeedbackById,
  forgetFeedback,
  planUsed,
  planWrong,
  raiseOf,
  readFeedback,
} from './feedback.ts'

let place: TemporaryHome
beforeEach(() => {
  place = temporaryHome()
})
afterEach(() => place.remove())

const now = new Date('2026-11-01T08:00:00Z')
const wrong = (known: FeedbackById, by = 'user') => planWrong(known, { id: 'a', file: 'a.md', by, now })
const use = (known: FeedbackById, conversation: string) =>
  planUsed(known, { memories: [{ id: 'a', file: 'a.md' }], conversation, now })
const none: FeedbackById = new Map()

it('what is called wrong needs more, up to a limit, and less again with each conversation that uses it', () => {
  let known = none
  const raises = [1, 2, 3, 4].map(() => {
    known = wrong(known)
    return raiseOf(known.get('a'), 'agent')
  })
  expect(raises.map((raise) => raise.toFixed(1))).toEqual(['0.1', '0.2', '0.3', '0.3'])
  known = use(use(known, 'c1'), 'c1')
  expect([known.get('a')!.wrong, known.get('a')!.used]).toEqual([2, 1])
  known = use(use(use(known, 'c2'), 'c3'), 'c4')
  expect([known.get('a')!.wrong, known.get('a')!.used, raiseOf(known.get('a'), 'agent')]).toEqual([0, 4, 0])
})

it('an agent cannot talk down what the person said', () => {
  expect(raiseOf(wrong(none, 'claude-code').get('a'), 'user')).toBe(0)
  expect(raiseOf(wrong(none, 'claude-code').get('a'), 'agent')).toBeGreaterThan(0)
  expect(raiseOf(wrong(none, 'user').get('a'), 'user')).toBeGreaterThan(0)
})

it('is kept, survives changes at once, and is erased', async () => {
  const count = 8
  await Promise.all(
    Array.from({ length: count }, (_, n) => changeFeedback(place.home, (known) => use(known, `c${n}`))),
  )
  expect(readFeedback(place.home).get('a')!.used).toBe(count)
  await forgetFeedback(place.home, new Set(['a']))
  expect(readFeedback(place.home).size).toBe(0)
})

it.each([
  '',
  '{',
  '[]',
  '{"v":1}',
  '{"v":1,"memories":{"a":{"file":5,"wrong":-1}}}',
  '{"v":2,"memories":{}}',
])('a damaged file says nothing: %s', (content) => {
  mkdirSync(place.home, { recursive: true })
  writeFileSync(join(place.home, 'feedback.json'), content)
  expect(readFeedback(place.home).size).toBe(0)
})
