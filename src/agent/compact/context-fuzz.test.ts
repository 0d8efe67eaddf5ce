import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FUZZED_LEVELS, fuzzContext, levelOrders } from '../../../test/support/fuzz-context.ts'
import { randomConversation } from '../../../test/support/random-conversation.ts'

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

  it('hold for each level after each other, itself included', () => {
    const first = Math.floor(Math.random() * 2 ** 31)
    for (const [at, levels] of levelOrders(2).entries()) {
      const seed = first + at
      const { messages, now } = randomConversation(seed)
      const found = fuzzContext(messages, now, { levels, seed, binds: at % 2 > 0 })
      expect({ seed, levels, found }).toEqual({ seed, levels, found: [] })
    }
  })

  it('are tried in all orders', () => {
    expect(levelOrders(3)).toHaveLength(7 ** 3)
    const all = levelOrders('all').map((order) => order.join())
    expect(new Set(all).size).toBe(5_040)
    expect(all[0]?.split(',').sort()).toEqual([...FUZZED_LEVELS].sort())
  })
})
