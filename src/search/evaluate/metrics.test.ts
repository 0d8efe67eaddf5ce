import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { averageMetrics, measureRanking } from './metrics.ts'

describe('measureRanking', () => {
  it('measures a ranking by hand', () => {
    const measured = measureRanking(['x', 'a', 'y', 'b', 'z', 'w', 'c'], new Set(['a', 'b', 'c', 'd']))
    expect(measured).toMatchObject({ 'R@1': 0, 'R@5': 0.5, 'R@10': 0.75, 'hit@5': 1, 'all@5': 0, MRR: 0.5 })
    const ideal = 1 + 1 / Math.log2(3) + 1 / Math.log2(4) + 1 / Math.log2(5)
    const gain = 1 / Math.log2(3) + 1 / Math.log2(5) + 1 / Math.log2(8)
    expect(measured['nDCG@10']).toBeCloseTo(gain / ideal)
  })

  it('keeps every number within 0–1 and all in order', () => {
    const ids = fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'), { maxLength: 12 })
    fc.assert(
      fc.property(ids, ids, (ranked, relevant) => {
        const measured = measureRanking(ranked, new Set(relevant))
        for (const value of Object.values(measured)) {
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(1)
        }
        expect(measured['R@1']).toBeLessThanOrEqual(measured['R@5'])
        expect(measured['all@5']).toBeLessThanOrEqual(measured['hit@5'])
      }),
    )
    expect(averageMetrics([])['R@5']).toBe(0)
  })
})
