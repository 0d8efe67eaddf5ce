import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findJsonFault } from './json-fault.ts'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('where a text stops being JSON', () => {
  it.each([
    ['', 1, 1],
    ['{ "recall": ', 1, 13],
    ['{\n  "a": 1,\n}', 3, 1],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ['{\r\n  a: 1\r\n}', 2, 3],
    ['{"a": 01}', 1, 8],
    ['[1, 2}', 1, 6],
    ['{"a": "open\n}', 1, 7],
    ['{} {}', 1, 4],
    ['// a comment\n{}', 1, 1],
  ])('%j: line %i, column %i', (text, line, column) => {
    expect(findJsonFault(text)).toEqual({ line, column })
  })

  it('is nowhere exactly where the text is JSON, however it is damaged', () => {
    const damaged = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.nat({ max: 3 }),
        fc.constantFrom('', ',', '}', ']', '"', ':', '\\', '1', ' '),
      )
      .map(([text, where, length, put]) => {
        const at = where % (text.length + 1)
        return text.slice(0, at) + put + text.slice(at + length)
      })
    fc.assert(
      fc.property(fc.oneof(fc.json(), damaged, fc.string()), (text) => {
        expect(findJsonFault(text) === undefined).toBe(isJson(text))
      }),
      { numRuns: 3_000 },
    )
  })

  it('follows any depth', () => {
    const deep = '['.repeat(50_000)
    expect(findJsonFault(deep)).toEqual({ line: 1, column: 50_001 })
    expect(findJsonFault(deep + ']'.repeat(50_000))).toBeUndefined()
  })
})
