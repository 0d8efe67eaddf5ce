import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodePosting, lengthCode, lengthNorms, lengthOfCode, SATURATION } from '../text/postings.ts'
import { scoreRows } from './row-kernel.ts'

/** Rows with just these values: one posting each, of a weight that makes it so. */
function rowsWith(values: number[]) {
  const norms = new Float32Array(256)
  const blocks = values.flatMap((value, row) => {
    const data = new Uint8Array(3)
    encodePosting(data, 0, row, 1, 1)
    return value > 0 ? [{ data, block: 0, weight: value / SATURATION, term: 0 }] : []
  })
  return scoreRows(values.length, norms, blocks).score
}

describe('RowValues', () => {
  it('finds what sorting would find', () => {
    const scores = fc.array(fc.constantFrom(0, 0.25, 0.5, 1, 2, 3.5), { maxLength: 60 })
    fc.assert(
      fc.property(
        scores,
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 0, max: 255 }),
        (list, limit, mask) => {
          const wanted = { allowed: new Uint8Array(8).fill(mask), limit, above: 0.3 }
          const expected = list
            .map((value, row) => ({ value, row }))
            .filter(({ value, row }) => row > 0 && value > 0.3 && (mask >> (row & 7)) & 1)
            .sort((a, b) => b.value - a.value || a.row - b.row)
            .slice(0, limit)
            .map(({ row }) => row)
          expect(rowsWith(list).best(wanted)).toEqual(expected)
        },
      ),
    )
  })
})

describe('scoreRows', () => {
  it('adds up BM25 and marks terms, also beyond the 32nd', () => {
    const posting = fc.record({
      row: fc.integer({ min: 0, max: 99 }),
      count: fc.integer({ min: 1, max: 40 }),
      length: fc.integer({ min: 1, max: 9000 }),
      term: fc.integer({ min: 0, max: 70 }),
    })
    fc.assert(
      fc.property(fc.array(posting, { maxLength: 50 }), (postings) => {
        const norms = lengthNorms(20)
        const blocks = postings.map(({ row, count, length, term }) => {
          const data = new Uint8Array(3)
          encodePosting(data, 0, row, count, length)
          return { data, block: 0, weight: 1.5, term }
        })
        const expected = new Float64Array(100)
        const terms = Array.from({ length: 100 }, () => new Set<number>())
        for (const { row, count, length, term } of postings) {
          const times = Math.min(15, count)
          expected[row]! += (1.5 * SATURATION * times) / (times + norms[lengthCode(length)]!)
          terms[row]!.add(term)
        }
        const scored = scoreRows(100, norms, blocks)
        const [score, matched] = [scored.score.view(), scored.marks()]
        for (let row = 0; row < 100; row++) {
          expect(score[row]).toBeCloseTo(expected[row]!, 3)
          const isMarked = (term: number) => ((matched[2 * row + (term >> 5)]! >>> (term & 31)) & 1) === 1
          const marked = Array.from({ length: 64 }, (_, term) => term).filter(isMarked)
          expect(marked).toEqual([...terms[row]!].filter((term) => term < 64).sort((a, b) => a - b))
        }
      }),
      { numRuns: 30 },
    )
  })

  it('keeps lengths within 3 %', () => {
    for (let length = 1; length < 12_000; length += 7)
      expect(Math.abs(lengthOfCode(lengthCode(length)) / length - 1)).toBeLessThan(0.03)
  })
})
