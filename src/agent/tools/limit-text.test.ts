import fc from 'fast-check'
import { expect, it } from 'vitest'
import { limitText } from './limit-text.ts'

it('keeps short text and cuts long text within its limit, never inside a character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.integer({ min: 20, max: 200 }),
      (text, limit) => {
        const cut = limitText(text, limit)
        if (text.length <= limit) return cut === text
        expect(cut).toMatch(/characters left out/)
        expect(cut.length).toBeLessThanOrEqual(limit + 40)
        return !text.isWellFormed() || cut.isWellFormed()
      },
    ),
  )
})
