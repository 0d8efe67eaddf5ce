import { expect, test } from 'vitest'
import { mergeSettings } from '../../base/settings/settings.ts'
import { linePoint, recallPoints } from './recall-points.ts'

const pointsOf = (flags: Record<string, unknown>) =>
  recallPoints(mergeSettings([], {}, flags, { root: '/', isApproved: () => false }))

test('the dial moves the points, and a quiet one has no lines', () => {
  const [quiet, normal, eager] = ['quiet', 'normal', 'eager'].map((value) =>
    pointsOf({ 'recall.eagerness': value }),
  )
  expect(pointsOf({})).toEqual(normal)
  expect([quiet!.attach > normal!.attach, normal!.attach > eager!.attach]).toEqual([true, true])
  expect(quiet!.line).toBeUndefined()
  expect(normal!.line).toBeGreaterThan(eager!.line!)
})

test('a threshold takes the place of the point of attaching only where somebody has set one; lines follow the dial', () => {
  const eager = pointsOf({ 'retrieval.similarityThreshold': 0.83, 'recall.eagerness': 'eager' })
  expect(eager).toEqual({ attach: 0.83, line: pointsOf({ 'recall.eagerness': 'eager' }).line })
  expect(pointsOf({ 'retrieval.similarityThreshold': 0.6, 'recall.eagerness': 'quiet' })).toEqual({
    attach: 0.6,
  })
})

test('lines can be switched off, and the more was given the surer the next has to be, up to a point', () => {
  expect(pointsOf({ 'recall.weak': false }).line).toBeUndefined()
  expect([0, 1, 2, 6, 60].map((given) => linePoint(0.1, given))).toEqual([
    0.1, 0.15000000000000002, 0.2, 0.4, 0.4,
  ])
})
