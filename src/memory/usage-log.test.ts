import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import { tryLock } from '../base/files/lock.ts'
import { DAY_MS } from '../base/values/clock.ts'
import type { UsageTotals } from './records/usage.ts'
import { openUsageLog } from './usage-log.ts'

const TODAY = '2026-04-09'

function place() {
  const directory = join(temporaryDirectory(), 'state', 'usage')
  const clock = { time: new Date(`${TODAY}T10:00:00Z`), now: () => clock.time }
  const usage = openUsageLog(directory, clock)
  const summary = () => JSON.parse(readFileSync(join(directory, 'totals.json'), 'utf8'))
  const days = () => readdirSync(directory).filter((name) => name.endsWith('.jsonl'))
  /** A use of `a` on that many days before today. */
  const useAt = (daysAgo: number, id = 'a') => {
    clock.time = new Date(Date.parse(`${TODAY}T10:00:00Z`) - daysAgo * DAY_MS)
    usage.record([{ id }])
    clock.time = new Date(`${TODAY}T10:00:00Z`)
  }
  return { directory, clock, usage, summary, days, useAt }
}

describe('a use', () => {
  it('is a line in the file of its day, for nobody else to read', () => {
    const { directory, usage } = place()
    usage.record([{ id: 'a', similarity: 0.81234, terms: ['tabs'], conversation: 'c9' }, { id: 'b' }])
    const path = join(directory, `${TODAY}.jsonl`)
    expect(readFileSync(path, 'utf8')).toBe(
      `\n{"v":1,"id":"a","t":"${TODAY}T10:00:00Z","s":0.812,"w":["tabs"],"c":"c9"}\n{"v":1,"id":"b","t":"${TODAY}T10:00:00Z"}\n`,
    )
    expect([statSync(directory).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600])
  })

  it('is private also where the directory is there already', () => {
    const { directory, usage } = place()
    mkdirSync(directory, { recursive: true })
    usage.record([{ id: 'a' }])
    expect(statSync(join(directory, `${TODAY}.jsonl`)).mode & 0o777).toBe(0o600)
  })

  it('says why, with eight words at most and none that may be a part of a key', () => {
    const { usage } = place()
    const words = Array.from({ length: 9 }, (_, at) => `word${at}`)
    usage.record([{ id: 'a', terms: ['akia2e7ujq4rt5yz3vb6', ...words] }])
    usage.record([{ id: 'b', terms: [] }])
    expect(usage.read().get('a')).toEqual({
      count: 1,
      last: `${TODAY}T10:00:00Z`,
      why: { terms: words.slice(0, 8) },
    })
    expect(usage.read().get('b')).toEqual({ count: 1, last: `${TODAY}T10:00:00Z` })
  })

  it('keeps nobody from recalling where it cannot be counted', () => {
    const { directory, usage } = place()
    mkdirSync(join(directory, '..'), { recursive: true })
    writeFileSync(directory, 'no directory')
    expect(() => usage.record([{ id: 'a' }])).not.toThrow()
    expect(usage.read()).toEqual(new Map())
  })
})

describe('the totals', () => {
  it('have the reason of the last use, of one second that of the later line', () => {
    const { usage, useAt } = place()
    usage.record([{ id: 'a', conversation: 'first' }])
    usage.record([{ id: 'a', conversation: 'second' }])
    useAt(1)
    expect(usage.read().get('a')).toEqual({
      count: 3,
      last: `${TODAY}T10:00:00Z`,
      why: { conversation: 'second' },
    })
    usage.record([{ id: 'a' }])
    expect(usage.read().get('a')).toEqual({ count: 4, last: `${TODAY}T10:00:00Z` })
  })

  it('pass over torn and foreign lines, and files that are no days', () => {
    const { directory, usage } = place()
    usage.record([{ id: 'a' }])
    appendFileSync(
      join(directory, `${TODAY}.jsonl`),
      '{"v":1,"id":"a"}\n{"v":1,"t":"2026"}\n7\n\n{"v":1,"id":"a","t":"20',
    )
    writeFileSync(join(directory, `${TODAY}.jsonl.bak`), `{"v":1,"id":"a","t":"${TODAY}"}\n`)
    expect(usage.read().get('a')?.count).toBe(1)
  })

  it('that are put in count as they were', () => {
    const { usage } = place()
    const totals = new Map<string, UsageTotals>([
      ['a', { count: 7, last: '2026-01-02T03:04:05Z', why: { similarity: 0.5, terms: ['tabs'] } }],
      ['b', { count: 2, last: '2026-01-01T00:00:00Z' }],
    ])
    usage.restore(totals)
    expect(usage.read()).toEqual(totals)
  })

  it.each([
    '{',
    '{"v":1,"summed":[],"totals":{}}',
    '{"v":2,"summed":[]}',
    '{"v":2,"totals":{"a":{"count":3}}}',
  ])('of a file that is none of ours (%s) count nothing', (text) => {
    const { directory, usage } = place()
    usage.record([{ id: 'a' }])
    writeFileSync(join(directory, 'totals.json'), text)
    expect(usage.read().get('a')?.count).toBe(1)
  })
})

describe('summing up', () => {
  it('takes the days before yesterday and leaves yesterday and today', () => {
    const { usage, summary, days, useAt } = place()
    for (const daysAgo of [3, 2, 2, 1, 0]) useAt(daysAgo)
    expect(usage.compact()).toBe(true)
    expect(days().sort()).toEqual(['2026-04-08.jsonl', '2026-04-09.jsonl'])
    expect(summary()).toEqual({ v: 2, summed: [], totals: { a: { count: 3, last: '2026-04-07T10:00:00Z' } } })
    expect(usage.read().get('a')).toEqual({ count: 5, last: `${TODAY}T10:00:00Z` })
    expect(usage.compact()).toBe(true)
    expect(usage.read().get('a')?.count).toBe(5)
  })

  it('counts nothing twice where it was cut off before the files of the days were gone', () => {
    const { directory, usage, summary, days, useAt } = place()
    useAt(5)
    const totals = { a: { count: 1, last: '2026-04-04T10:00:00Z' } }
    const summed = ['2026-04-03.jsonl', '2026-04-04.jsonl']
    writeFileSync(join(directory, 'totals.json'), JSON.stringify({ v: 2, summed, totals }))
    expect(usage.read().get('a')?.count).toBe(1)
    expect(usage.compact()).toBe(true)
    expect([days(), summary()]).toEqual([[], { v: 2, summed: [], totals }])
  })

  it('is for one process at a time', () => {
    const { directory, usage, days, useAt } = place()
    useAt(5)
    const lock = tryLock(directory, 'compact')
    expect([usage.compact(), days()]).toEqual([false, ['2026-04-04.jsonl']])
    lock?.release()
    expect([usage.compact(), days()]).toEqual([true, []])
  })

  it('writes nothing where no day is over', () => {
    const { directory, usage, useAt } = place()
    expect(usage.compact()).toBe(true)
    expect(statSync(directory).mode & 0o777).toBe(0o700)
    useAt(1)
    usage.compact()
    expect(existsSync(join(directory, 'totals.json'))).toBe(false)
  })
})

describe('forgetting', () => {
  it('takes a memory out of the sums and of the days, and leaves the others', () => {
    const { directory, usage, summary, useAt } = place()
    for (const id of ['a', 'b']) useAt(5, id)
    usage.compact()
    for (const id of ['a', 'b', 'c']) useAt(0, id)
    usage.forget(new Set(['a', 'c']))
    expect(Object.keys(summary().totals)).toEqual(['b'])
    expect(readFileSync(join(directory, `${TODAY}.jsonl`), 'utf8')).toBe(
      `{"v":1,"id":"b","t":"${TODAY}T10:00:00Z"}\n`,
    )
    expect([...usage.read()].map(([id, { count }]) => [id, count])).toEqual([['b', 2]])
  })

  it('takes the words of what was erased from the uses of others, in the sums and in the days', () => {
    const { directory, clock, usage } = place()
    const word = `${'Xk9vQ2m'}Tz7Lp4Rw`
    const use = () =>
      usage.record([
        { id: 'b', terms: [word, 'tabs'] },
        { id: 'c', terms: [word] },
      ])
    use()
    clock.time = new Date(clock.time.getTime() + 5 * DAY_MS)
    usage.compact()
    use()
    usage.forget(new Set(['a']), [`db password: ${word}`])
    const files = readdirSync(directory).filter((name) => /jsonl?$/.test(name))
    expect(files).toHaveLength(2)
    for (const name of files) {
      const text = readFileSync(join(directory, name), 'utf8')
      expect(text).not.toContain(word)
      expect(text).toContain('["tabs"]')
    }
    expect([...usage.read()].map(([id, { count, why }]) => [id, count, why?.terms])).toEqual([
      ['b', 2, ['tabs']],
      ['c', 2, undefined],
    ])
  })

  it('writes nothing where nothing is known of it, and drops lines that nobody can read', () => {
    const { directory, usage, useAt } = place()
    useAt(0, 'b')
    const path = join(directory, `${TODAY}.jsonl`)
    const before = statSync(path).ino
    usage.forget(new Set(['a']))
    expect(existsSync(join(directory, 'totals.json'))).toBe(false)
    expect(statSync(path).ino).toBe(before)
    appendFileSync(path, '{"v":1,"id":"a","w":["sec\n')
    usage.forget(new Set(['a']))
    expect(readFileSync(path, 'utf8')).toBe(`{"v":1,"id":"b","t":"${TODAY}T10:00:00Z"}\n`)
  })
})
