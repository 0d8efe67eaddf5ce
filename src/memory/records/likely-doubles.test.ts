import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { memoryFrom, recordsPlace } from '../../../test/records-place.ts'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import type { TimeLimit } from '../../base/time/time-limit.ts'
import type { Memory } from '../memory.ts'
import type { NearPair } from '../records.ts'
import { byAge, findLikelyDoubles, knownDoubles } from './likely-doubles.ts'

/** To the model everything is near everything. */
function place(asked: unknown[] = []) {
  const here = recordsPlace({
    findNearPairs: async (least, of) => {
      asked.push(of)
      const files = here.store.list().map(({ file }) => file)
      const pairs = files.flatMap((one, at) =>
        files.slice(at + 1).map((other): NearPair => ({ one, other, cosine: 0.95 })),
      )
      return { pairs: least <= 0.95 ? pairs : [], compared: of ?? files, model: 'm' }
    },
  })
  return here
}

describe('likely doubles', () => {
  it('are near, with no other number, name or negation', async () => {
    const { records, by, clock } = place()
    const add = async (content: string) => {
      clock.time = new Date(clock.time.getTime() + 1_000)
      await records.add({ content }, by)
    }
    await add('Integration tests use a real database')
    await add('For integration tests we rely on a real database')
    await add('Integration tests do not use a real database')
    await add('The API listens on port 8080')
    await add('The API listens on port 9090')
    const found = await records.findLikelyDoubles()
    expect(found.map(({ one, other }) => [one.content.trim(), other.content.trim()])).toContainEqual([
      'Integration tests use a real database',
      'For integration tests we rely on a real database',
    ])
    const said = found.map(({ one, other }) => one.content + other.content)
    expect(said.filter((text) => /not use/.test(text) || (/8080/.test(text) && /9090/.test(text)))).toEqual(
      [],
    )
    expect(found.every(({ similarity }) => similarity === 0.95)).toBe(true)
    expect(records.likelyDoubles()).toEqual(found)
    expect(await records.statistics()).toMatchObject({ total: 5, live: 5 })
  })

  it('are looked for among what is new, and found in addition to what was found before', async () => {
    const asked: unknown[] = []
    const { records, by, store } = place(asked)
    for (const content of ['Use a real database', 'Please use a real database'])
      await store.add({ content }, by)
    expect(await records.findLikelyDoubles({ recent: true })).toHaveLength(1)
    expect(await records.findLikelyDoubles({ recent: true })).toHaveLength(1)
    const { memory } = await store.add({ content: 'In tests, use a real database' }, by)
    expect(await records.findLikelyDoubles({ recent: true })).toHaveLength(3)
    expect(asked).toEqual([undefined, [], [memory.file]])
  })

  it('are gone when one of them changes, ends, or is to stay separate', async () => {
    const { records, store, by, directory, state } = place()
    const texts = ['Use a real database', 'Please use a real database', 'In tests, use a real database']
    for (const content of texts) await records.add({ content }, by)
    await records.add({ content: 'Please do use a real database' }, by, { separate: true })
    await records.add({ content: 'We use real databases', kind: 'workflow' }, by)
    expect(await records.findLikelyDoubles()).toHaveLength(3)
    expect(readFileSync(join(state, 'cache/doubles.json'), 'utf8')).not.toContain('database')
    const changed = store.list().filter(({ content }) => content.startsWith('In tests'))
    for (const { file } of changed) writeFileSync(join(directory, file), 'Something else\n')
    expect(records.likelyDoubles()).toHaveLength(1)
    writeFileSync(join(state, 'cache/doubles.json'), '{')
    expect(records.likelyDoubles()).toEqual([])
  })
})

describe('a look at what is new', () => {
  const RAN = '2026-04-09T10:00:00.000Z'
  const file = (name: string, modified: string): Memory =>
    memoryFrom({ id: name, file: name, hash: name, content: `Use ${name} of a real database`, modified })

  /** The pairs that the vectors give, by names; what is asked of them. */
  function look(memories: Memory[], near: [string, string, number?][] = []) {
    const state = temporaryDirectory()
    const [asked, limits]: [unknown[], unknown[]] = [[], []]
    const clock = { time: new Date(RAN), now: () => clock.time }
    const store = { list: () => memories }
    /** Files without a vector, and whose vectors the others have. */
    const vectors = { missing: new Set<string>(), model: 'm' }
    const deps = {
      ...{ store, clock, state },
      findNearPairs: async (_: number, of?: readonly string[], given?: TimeLimit) => {
        asked.push(of)
        limits.push(given)
        const pairs = near.map(([one, other, cosine = 0.95]): NearPair => ({ one, other, cosine }))
        const all = of ?? memories.map((memory) => memory.file)
        return { pairs, compared: all.filter((each) => !vectors.missing.has(each)), model: vectors.model }
      },
    }
    return { deps, memories, near, asked, limits, vectors }
  }

  it('takes what had no vector before, whatever its time, and what has changed', async () => {
    const [old, next] = ['2026-01-01T00:00:00Z', { recent: true }]
    const { deps, asked, memories, vectors } = look([file('a', old), file('b', old), file('c', old)])
    vectors.missing = new Set(['b', 'c'])
    await findLikelyDoubles(deps)
    vectors.missing = new Set(['c'])
    await findLikelyDoubles(deps, next)
    memories.splice(0, 1, { ...file('a', old), hash: 'a2' })
    await findLikelyDoubles(deps, next)
    vectors.missing = new Set()
    for (let times = 0; times < 2; times++) await findLikelyDoubles(deps, next)
    expect(asked).toEqual([undefined, ['b', 'c'], ['a', 'c'], ['c'], []])
  })

  it('takes everything again, and nothing from before, when another model made the vectors', async () => {
    const old = '2026-01-01T00:00:00Z'
    const { deps, asked, near, vectors } = look([file('a', old), file('b', old)], [['a', 'b']])
    expect(await findLikelyDoubles(deps)).toHaveLength(1)
    near.pop()
    vectors.model = 'other'
    vectors.missing = new Set(['b'])
    expect(await findLikelyDoubles(deps, { recent: true })).toEqual([])
    await findLikelyDoubles(deps, { recent: true })
    expect(asked).toEqual([undefined, [], undefined, ['b']])
  })

  it('keeps the pairs that were found before, also of a file that is in a new one', async () => {
    const old = '2026-01-01T00:00:00.000Z'
    const { deps, memories, near } = look([file('a', old), file('b', old)], [['a', 'b', 0.92]])
    await findLikelyDoubles(deps)
    memories.push(file('c', RAN))
    near.splice(0, 1, ['a', 'c'], ['c', 'b', 0.99])
    const names = (await findLikelyDoubles(deps, { recent: true })).map(({ one, other }) => one.id + other.id)
    expect(names).toEqual(['bc', 'ac', 'ab'])
    near.splice(0, 2, ['a', 'b', 0.93])
    const again = await findLikelyDoubles(deps, { recent: true })
    expect(again.map(({ similarity }) => similarity)).toEqual([0.99, 0.95, 0.93])
    expect(knownDoubles(deps)).toEqual(again)
  })

  it('that is cut off looks at the rest next time', async () => {
    const { deps, near, asked, limits, vectors } = look([
      file('a', '2026-01-01T00:00:00Z'),
      file('b', '2026-01-01T00:00:00Z'),
    ])
    const signal = AbortSignal.abort()
    near.push(['a', 'b'])
    vectors.missing = new Set(['b'])
    expect(await findLikelyDoubles(deps, { recent: true, signal })).toHaveLength(1)
    vectors.missing = new Set()
    expect(await findLikelyDoubles(deps, { recent: true })).toHaveLength(1)
    expect(asked).toEqual([undefined, ['b']])
    expect(limits[0]).toEqual({ signal })
  })

  it('passes over a file with itself, one that is gone, and two of the same text', async () => {
    const same = { content: 'Use a real database' }
    const { deps } = look(
      [memoryFrom({ ...same, file: 'a', hash: 'a' }), memoryFrom({ ...same, file: 'b', hash: 'b' })],
      [
        ['a', 'a'],
        ['a', 'gone'],
        ['a', 'b'],
      ],
    )
    expect(await findLikelyDoubles(deps)).toEqual([])
  })

  it('names the older of two first, of one time the first', () => {
    const [a, b] = [file('a', '2026-01-01T00:00:00Z'), file('b', '2026-01-02T00:00:00Z')]
    expect([byAge(a, b), byAge(b, a)]).toEqual([
      [a, b],
      [a, b],
    ])
    const c = { ...a, id: 'c' }
    expect([byAge(a, c), byAge(c, a)]).toEqual([
      [a, c],
      [c, a],
    ])
  })
})
