import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FUZZED_LEVELS, type FuzzedLevel, fuzzContext } from '../testing/fuzz-context.ts'
import { randomConversation } from '../testing/random-conversation.ts'

const RUNS = 25

describe('the invariants of the context levels', () => {
  for (const level of FUZZED_LEVELS)
    it(`hold for ${level} alone`, () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 2 ** 31 }), fc.boolean(), (seed, binds) => {
          const { messages, now } = randomConversation(seed)
          expect(fuzzContext(messages, now, { levels: [level], seed, binds })).toEqual([])
        }),
        { numRuns: RUNS },
      )
    })

  it('hold in every order', () => {
    const order = fc.array(fc.constantFrom<FuzzedLevel>(...FUZZED_LEVELS), { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), order, fc.boolean(), (seed, levels, binds) => {
        const { messages, now } = randomConversation(seed)
        expect(fuzzContext(messages, now, { levels, seed, binds })).toEqual([])
      }),
      { numRuns: 3 * RUNS },
    )
  })
})
