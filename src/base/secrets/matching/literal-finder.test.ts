import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LiteralFinder } from './literal-finder.ts'

const never = () => false

function findAll(literals: readonly string[], text: string): string[] {
  const found: string[] = []
  new LiteralFinder(literals).find(text, (id, start) => !found.push(`${id}@${start}`), never)
  return found.sort()
}

test('finds what a search for each literal finds', () => {
  const letters = fc.constantFrom('a', 'b', 'A', '-', '_', 'é', ' ')
  const literal = fc.string({ unit: fc.constantFrom('a', 'b', '-', '_'), minLength: 2, maxLength: 5 })
  fc.assert(
    fc.property(
      fc.uniqueArray(literal, { maxLength: 8 }),
      fc.string({ unit: letters, maxLength: 60 }),
      (literals, text) => {
        const expected: string[] = []
        for (const [id, wanted] of literals.entries())
          for (let at = 0; at < text.length; at++)
            if (text.slice(at, at + wanted.length).toLowerCase() === wanted) expected.push(`${id}@${at}`)
        expect(findAll(literals, text)).toEqual(expected.sort())
      },
    ),
    { numRuns: 500 },
  )
})

test('stops when told to', () => {
  const finder = new LiteralFinder(['key'])
  expect(finder.find('key key', () => true, never)).toBe(false)
  expect(finder.find('key key', never, () => true)).toBe(false)
  expect(finder.find('key key', never, never)).toBe(true)
})

test('refuses literals that it cannot index', () => {
  expect(() => new LiteralFinder(['a'])).toThrow(RangeError)
  expect(() => new LiteralFinder(['né'])).toThrow(RangeError)
})
