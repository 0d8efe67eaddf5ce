import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inertText } from '../../base/text/inert-text.ts'
import type { AttachedText } from '../../search/attached-record.ts'
import { putBack } from './put-back.ts'

let number = 0
const kept = (...said: string[]): AttachedText[] =>
  said.map((one) => ({ said: one, text: inertText(`${one}${number++}`), files: [] }))

test('a conversation that grows finds each text where it was, also of the same words', () => {
  const entries = kept('a', 'b', 'a', 'a')
  expect(putBack(entries, ['a', 'b', 'a', 'a', 'a'])).toEqual([...entries, undefined])
  expect(putBack(entries, ['a', 'b'])).toEqual(entries.slice(0, 2))
  expect(putBack([], ['a'])).toEqual([undefined])
  expect(putBack(entries, [])).toEqual([])
})

test('what is cut off, put in or changed costs the others nothing', () => {
  const entries = kept('a', 'b', 'c', 'd')
  const [a, b, c, d] = entries
  expect(putBack(entries, ['c', 'd', 'e'])).toEqual([c, d, undefined])
  expect(putBack(entries, ['summary', 'd', 'e'])).toEqual([undefined, d, undefined])
  expect(putBack(entries, ['a', 'other', 'c', 'd'])).toEqual([a, undefined, c, d])
  expect(putBack(entries, ['a', 'd'])).toEqual([a, d])
  expect(putBack(entries, ['x', 'a', 'b'])).toEqual([undefined, a, b])
  expect(putBack(entries, ['d', 'a'])).toEqual([d, undefined])
})

const marks = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 })

test('of any two: in order, each once, none where another was', () => {
  fc.assert(
    fc.property(marks, marks, (before, now) => {
      const entries = kept(...before)
      const found = putBack(entries, now)
      expect(found).toHaveLength(now.length)
      const places = found.flatMap((entry) => (entry ? [entries.indexOf(entry)] : []))
      expect(places).toEqual([...new Set(places)].sort((x, y) => x - y))
      for (const [at, entry] of found.entries()) if (entry) expect(entry.said).toBe(now[at])
    }),
  )
})

test('with whatever behind it, a conversation that grows finds all of its own', () => {
  fc.assert(
    fc.property(marks, marks, (before, more) => {
      const entries = kept(...before)
      expect(putBack(entries, [...before, ...more]).slice(0, before.length)).toEqual(entries)
    }),
  )
})

test('a conversation of thousands that was changed at its beginning takes no time', () => {
  const said = Array.from({ length: 5_000 }, (_, at) => String(at))
  const entries = kept(...said)
  const started = performance.now()
  const found = putBack(entries, ['other', ...said.slice(1), 'new'])
  expect(performance.now() - started).toBeLessThan(2_000)
  expect([found[0], found.at(-2), found.at(-1)]).toEqual([undefined, entries.at(-1), undefined])
})
