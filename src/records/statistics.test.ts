import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { memoryFrom, recordsPlace } from '../../test/records-place.ts'
import { DAY_MS } from '../lib/clock.ts'
import { boostImportance } from './boost-importance.ts'
import { planMerge } from './plan-merge.ts'
import { statisticsOf } from './statistics.ts'

it('statistics name the five most used, of equals the last used', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  const memories = ids.map((id) => memoryFrom({ id, file: `${id}.md` }))
  const usage = new Map(ids.map((id, at) => [id, { count: at < 2 ? 9 : at, last: `2026-01-0${at + 1}` }]))
  const { most_used, used } = statisticsOf(memories, usage, new Date('2026-02-01'), 30)
  expect(most_used.map(({ id }) => id)).toEqual(['b', 'a', 'f', 'e', 'd'])
  expect(used).toBe(6)
})

it('importance is raised by preference and emphasis, to five at most', () => {
  expect(boostImportance('The office is in Oslo', 3)).toBe(3)
  expect(boostImportance('I prefer tabs', 3)).toBe(3.5)
  expect(boostImportance('It must be signed', 3)).toBe(3.3)
  expect(boostImportance('我偏好制表符，必须如此', 3)).toBe(3.8)
  expect(boostImportance('Always sign', 4.9)).toBe(5)
})

it('at the least confidence and importance an extracted record is kept', async () => {
  const { records, by } = recordsPlace()
  const add = (content: string, confidence: number, importance: number) =>
    records.add({ content, confidence, importance }, by, { extracted: true })
  expect((await add('One', 0.7, 2)).status).toBe('added')
  expect(await add('Two', 0.69, 2)).toMatchObject({
    status: 'filtered',
    reason: expect.objectContaining({ en: 'confidence 0.69 is below 0.7' }),
  })
  expect(await add('Three', 0.7, 1.9)).toMatchObject({
    status: 'filtered',
    reason: expect.objectContaining({ en: 'importance 1.9 is below 2' }),
  })
})

it('a merge makes what an agent said the person’s word when they say it, and never the other way round', () => {
  const said = (origin: 'user' | 'agent') => ({ content: 'Use tabs', source: { origin } })
  expect(planMerge(memoryFrom(said('agent')), said('user')).fields).toEqual({ source: { origin: 'user' } })
  expect(planMerge(memoryFrom(said('user')), said('agent')).fields).toEqual({})
  expect(planMerge(memoryFrom(said('user')), said('user')).fields).toEqual({})
})

it('uses are summed up when their days are over, forgotten by id, and private', () => {
  const { records, clock, state } = recordsPlace()
  const { usage } = records
  const start = clock.time
  usage.record([{ id: 'a', similarity: 0.5 }, { id: 'b' }])
  clock.time = new Date(start.getTime() + 3 * DAY_MS)
  usage.record([{ id: 'a' }])
  const directory = join(state, 'usage')
  expect(statSync(directory).mode & 0o777).toBe(0o700)
  expect(statSync(join(directory, '2026-04-12.jsonl')).mode & 0o777).toBe(0o600)
  expect(usage.compact()).toBe(true)
  expect(usage.read().get('a')).toMatchObject({ count: 2, last: '2026-04-12T10:00:00Z' })
  usage.forget(new Set(['a']))
  expect([...usage.read().keys()]).toEqual(['b'])
})
