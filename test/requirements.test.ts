import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { REQUIREMENTS } from './requirements.ts'

describe('the promised behaviours', () => {
  test('have ids of their own', () => {
    const ids = REQUIREMENTS.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test.each(REQUIREMENTS.filter(({ verifiedBy }) => verifiedBy))(
    '$id is verified by a test that exists',
    ({ verifiedBy }) => {
      expect(verifiedBy!.length).toBeGreaterThan(0)
      for (const reference of verifiedBy!) {
        const [file, title] = reference.split(' :: ') as [string, string]
        const titles = readFileSync(file, 'utf8').match(
          /(?:test|it|describe)(?:\.\w+)*(?:\([^'"`]*\))?\(\s*(?:'[^'\n]*'|"[^"\n]*"|`[^`]*`)/g,
        )
        expect(
          titles?.some((found) => found.includes(title)),
          reference,
        ).toBe(true)
      }
    },
  )

  test('are not all open, and none is both', () => {
    expect(REQUIREMENTS.filter(({ verifiedBy }) => verifiedBy).length).toBeGreaterThan(30)
  })
})
