import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { REQUIREMENTS } from './requirements.ts'

/** A title stands in quotes at a call of test, it or each, or as a key of a table of tests. */
function hasTest(file: string, title: string): boolean {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.some(
    (line) => line.includes(title) && /(?:\b(?:test|it)\b.*|\]\))\(\s*['"`]|^\s*['"`].*['"`][:,]/.test(line),
  )
}

describe('the promised behaviours', () => {
  test('have ids of their own', () => {
    const ids = REQUIREMENTS.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test.each(REQUIREMENTS.filter(({ verifiedBy }) => verifiedBy))(
    '$id is verified by a test that exists',
    (promise) => {
      expect(promise.verifiedBy!.length).toBeGreaterThan(0)
      for (const reference of promise.verifiedBy!) {
        const [file, title] = reference.split(' :: ') as [string, string]
        expect(hasTest(file, title), reference).toBe(true)
      }
    },
  )

  test('are not all open', () => {
    expect(REQUIREMENTS.filter(({ verifiedBy }) => verifiedBy).length).toBeGreaterThan(30)
  })
})
