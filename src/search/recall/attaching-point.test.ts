import { expect, test } from 'vitest'
import { mergeSettings } from '../../base/settings/settings.ts'
import { attachingPoint } from './attaching-point.ts'

const pointOf = (flags: Record<string, unknown>) =>
  attachingPoint(mergeSettings([], {}, flags, { root: '/', isApproved: () => false }))

test('the dial moves the point from which on a memory is attached', () => {
  const [quiet, normal, eager] = ['quiet', 'normal', 'eager'].map((value) =>
    pointOf({ 'recall.eagerness': value }),
  )
  expect(pointOf({})).toBe(normal)
  expect([quiet! > normal!, normal! > eager!]).toEqual([true, true])
})

test('a threshold takes its place only where somebody has set one', () => {
  expect(pointOf({ 'retrieval.similarityThreshold': 0.83, 'recall.eagerness': 'eager' })).toBe(0.83)
  expect(pointOf({ 'retrieval.similarityThreshold': 0.6, 'recall.eagerness': 'quiet' })).toBe(0.6)
})
