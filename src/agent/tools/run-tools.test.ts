import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planToolRuns, runTools } from './run-tools.ts'

const calls = fc.array(fc.record({ together: fc.boolean() }), { maxLength: 40 })

describe('planToolRuns', () => {
  it('keeps every call once, in order, and never runs one that changes something in parallel with another', () => {
    fc.assert(
      fc.property(calls, (list) => {
        const groups = planToolRuns(list)
        const planned = groups.flatMap(({ calls }) => calls)
        expect(planned).toEqual(list.map((call, at) => ({ call, at })))
        for (const { calls } of groups)
          expect(calls.length === 1 || calls.every(({ call }) => call.together)).toBe(true)
      }),
    )
  })
})

describe('runTools', () => {
  it('gives results in call order, at most ten at once, others alone', async () => {
    await fc.assert(
      fc.asyncProperty(calls, fc.infiniteStream(fc.integer({ min: 0, max: 3 })), async (list, delays) => {
        let running = 0
        let most = 0
        let aloneBroken = false
        const results = await runTools(list, async (call, at) => {
          running++
          most = Math.max(most, running)
          if (!call.together && running > 1) aloneBroken = true
          for (let left = delays.next().value; left > 0; left--) await Promise.resolve()
          running--
          return at
        })
        expect(results).toEqual(list.map((_, at) => at))
        expect(most).toBeLessThanOrEqual(10)
        expect(aloneBroken).toBe(false)
      }),
    )
  })

  it('really runs ten at once', async () => {
    let running = 0
    let most = 0
    await runTools(
      Array.from({ length: 25 }, () => ({ together: true })),
      async () => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 2))
        running--
      },
    )
    expect(most).toBe(10)
  })
})
