import { describe, expect, test } from 'vitest'
import { answerableOf } from './answerable.ts'
import { ANSWERABLE } from './answerable-weights.ts'

const [english, chinese] = Object.keys(ANSWERABLE) as [string, string]

/** Along the weights of a model: as answerable as a vector can be. */
function along(model: string, sign: 1 | -1, length = 1): Float32Array {
  const weights = new Int8Array(Buffer.from(ANSWERABLE[model]!.weights, 'base64'))
  return Float32Array.from(weights, (weight) => (sign * length * weight) / 127)
}
const asked = (model: string, vector: Float32Array, more: object = {}) => ({
  model,
  vector,
  form: 'original' as const,
  ...more,
})

describe('whether a query is one that notes answer', () => {
  test.each([english, chinese])('%s: by its direction, not its length', (model) => {
    const most = answerableOf([asked(model, along(model, 1))])
    expect(most).toBeGreaterThan(0)
    expect(answerableOf([asked(model, along(model, -1))])).toBeLessThan(0)
    expect(answerableOf([asked(model, along(model, 1, 3))])).toBeCloseTo(most, 5)
  })

  test('what has Chinese in it is judged by the Chinese model, and by no gloss', () => {
    const both = [
      asked(english, along(english, 1)),
      asked(chinese, along(chinese, -1), { chineseOnly: true }),
    ]
    expect(answerableOf(both)).toBeLessThan(0)
    expect(answerableOf(both.toReversed())).toBe(answerableOf(both))
    const gloss = { ...asked(english, along(english, 1)), form: 'gloss' as const }
    expect(answerableOf([gloss])).toBe(0)
    expect(answerableOf([gloss, asked(english, along(english, -1))])).toBeLessThan(0)
  })

  test('nothing is said of an unknown model, another length, or no vector', () => {
    const vector = along(english, 1)
    expect([
      answerableOf([]),
      answerableOf([asked('another', vector)]),
      answerableOf([asked(english, vector.slice(1))]),
      answerableOf([asked(english, new Float32Array(vector.length))]),
    ]).toEqual([0, 0, 0, 0])
  })
})
