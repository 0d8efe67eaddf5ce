import { describe, expect, it } from 'vitest'
import { memoryFrom } from '../../../test/records-place.ts'
import type { Memory } from '../memory.ts'
import { summaryOf, totalsOfSummaries } from '../memory-list.ts'
import { statisticsOf } from './statistics.ts'

const NOW = new Date('2026-04-09T10:00:00Z')
const statistics = (...memories: Memory[]) =>
  statisticsOf(totalsOfSummaries(memories.map(summaryOf)), new Map(), NOW, 30)

it('statistics name the five most used, of equals the last used', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  const memories = ids.map((id) => memoryFrom({ id, file: `${id}.md` }))
  const usage = new Map(ids.map((id, at) => [id, { count: at < 2 ? 9 : at, last: `2026-01-0${at + 1}` }]))
  const { most_used, used } = statisticsOf(
    totalsOfSummaries(memories.map(summaryOf)),
    usage,
    new Date('2026-02-01'),
    30,
  )
  expect(most_used.map(({ id }) => id)).toEqual(['b', 'a', 'f', 'e', 'd'])
  expect(used).toBe(6)
})

it('statistics count each memory once by state, type and kind, and average what is graded', () => {
  const extra = { superseded_by: 'x' }
  const found = statistics(
    memoryFrom({ id: 'live', file: 'live.md', type: 'user', kind: 'fact', importance: 2, confidence: 0.5 }),
    memoryFrom({ file: 'old.md', type: 'user', kind: 'skill', importance: 5, extra }),
    memoryFrom({ file: 'expired.md', expires: '2026-04-01', importance: 3.015 }),
    memoryFrom({ file: 'due.md', expires: '2026-01-01', confidence: 1 }),
  )
  expect(found).toMatchObject({
    ...{ total: 4, live: 1, superseded: 1, expired: 1, due: 1 },
    kinds: { fact: 1, skill: 1, other: 2 },
    types: { user: 2, none: 2 },
    average_importance: 3.34,
    average_confidence: 0.75,
    most_used: [],
    used: 0,
  })
})

it('statistics of nothing are none', () => {
  expect(statistics()).toEqual({
    ...{ total: 0, live: 0, superseded: 0, expired: 0, due: 0 },
    types: {},
    kinds: {},
    most_used: [],
    used: 0,
  })
})

describe('the oldest and the newest', () => {
  const at = (id: string, created: string, modified = created) =>
    memoryFrom({ id, name: id, file: `${id}.md`, created, modified })
  const ends = (...memories: Memory[]) => {
    const { oldest, newest } = statistics(...memories)
    return [oldest?.id, newest?.id]
  }

  it('are by the time at which they were made, in whatever order they come', () => {
    const [a, b, c] = [
      at('a', '2026-01-02T00:00:00Z'),
      at('b', '2026-01-01T00:00:00Z'),
      at('c', '2026-01-03T00:00:00Z'),
    ]
    for (const order of [
      [a, b, c],
      [c, b, a],
      [b, a, c],
      [b, c, a],
    ])
      expect(ends(...order)).toEqual(['b', 'c'])
    expect(statistics(a, b, c)).toMatchObject({
      oldest: { id: 'b', name: 'b', time: '2026-01-01T00:00:00Z' },
      newest: { id: 'c', name: 'c', time: '2026-01-03T00:00:00Z' },
    })
  })

  it('of one second are by the last change, then by the file', () => {
    const made = '2026-01-01T00:00:00Z'
    const [a, b, c] = [
      at('a', made, '2026-02-01T00:00:00Z'),
      at('b', made, '2026-02-01T00:00:00Z'),
      at('c', made, '2026-03-01T00:00:00Z'),
    ]
    for (const order of [
      [a, b, c],
      [c, b, a],
      [b, a, c],
    ])
      expect(ends(...order)).toEqual(['b', 'c'])
    for (const order of [
      [a, b],
      [b, a],
    ])
      expect(ends(...order)).toEqual(['b', 'a'])
  })
})
