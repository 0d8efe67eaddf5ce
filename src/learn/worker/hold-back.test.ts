import { expect, test } from 'vitest'
import type { JobRun } from '../job.ts'
import { heldBack } from './hold-back.ts'

const MINUTE = 60_000
const END = Date.parse('2026-04-09T10:00:00Z')
const run = (status: JobRun['status'], more: Partial<JobRun> = {}) =>
  ({ job: 'a', status, ended: new Date(END).toISOString(), ...more }) as JobRun
const failed = run('failed')
const [a, b] = [{ name: 'a' }, { name: 'b' }]

test.each([
  [1, 2],
  [2, 4],
  [5, 32],
  [7, 128],
  [8, 240],
  [20, 240],
])('after %i failures in a row it waits %i minutes', (failures, minutes) => {
  const runs = [run('done'), ...Array.from({ length: failures }, () => failed)]
  const until = END + minutes * MINUTE
  expect(heldBack(runs, a, until - 1)).toEqual({ job: 'a', until, failures })
  expect(heldBack(runs, a, until)).toBeUndefined()
  expect(heldBack(runs.slice(1), a, until - 1)).toEqual({ job: 'a', until, failures })
})

test('a success, another job, a running one and a clock set back hold nothing', () => {
  expect(heldBack([], a, END)).toBeUndefined()
  expect(heldBack([failed, run('done')], a, END)).toBeUndefined()
  expect(heldBack([failed, run('stopped')], a, END)).toBeUndefined()
  expect(heldBack([failed], b, END)).toBeUndefined()
  expect(heldBack([failed, run('failed', { job: 'b' })], a, END)?.failures).toBe(1)
  expect(heldBack([failed, { job: 'a', status: 'running' } as JobRun], a, END)?.failures).toBe(1)
  expect(heldBack([failed], a, END - 1)).toBeUndefined()
  expect(heldBack([{ job: 'a', status: 'failed' } as JobRun], a, END)).toBeUndefined()
})

test('a job that asks for a pause gets it, for hours at most', () => {
  const later = (until: number) => [failed, run('later', { until })]
  expect(heldBack(later(END + 5), a, END)).toEqual({ job: 'a', until: END + 5, failures: 0 })
  expect(heldBack(later(END + 5), a, END + 5)).toBeUndefined()
  expect(heldBack(later(END + 1e12), a, END)?.until).toBe(END + 240 * MINUTE)
})

test('what failed with other settings holds nothing back, and comes back with them', () => {
  const runs = [run('failed', { basis: 'chroma' }), run('failed', { basis: 'chroma' })]
  expect(heldBack(runs, { name: 'a', basis: 'embedded' }, END)).toBeUndefined()
  expect(
    heldBack([...runs, run('done', { basis: 'embedded' })], { name: 'a', basis: 'chroma' }, END),
  ).toEqual({
    ...{ job: 'a', failures: 2 },
    until: END + 4 * MINUTE,
  })
})
