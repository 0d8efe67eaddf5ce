import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANSWER_SIMILARITY, formatSimilarity } from './find-answers.ts'

test('a similarity is shown with the digits that distinguish it from what is needed', () => {
  expect(formatSimilarity(0.831)).toBe('0.83')
  expect(formatSimilarity(0.6)).toBe('0.60')
  expect(formatSimilarity(0.5996)).toBe('0.5996')
  expect(formatSimilarity(0.59999999)).toBe('0.599999')
  expect(formatSimilarity(0.594)).toBe('0.59')
})

test('what is shown is on the side of the threshold where the similarity is', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (similarity) => {
      expect(Number(formatSimilarity(similarity)) >= ANSWER_SIMILARITY).toBe(similarity >= ANSWER_SIMILARITY)
    }),
  )
})
