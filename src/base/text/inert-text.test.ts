import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inertFact } from './inert-text.ts'

test('a fact of ASCII keeps and loses what it does in any other script', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 40 }), (text) => {
      // A letter that is no ASCII: the classes of Unicode decide.
      expect(inertFact(`å${text}å`)).toBe(`å${inertFact(`.${text}.`).slice(1, -1)}å`)
    }),
    { numRuns: 500 },
  )
})
