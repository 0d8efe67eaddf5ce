import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSaidDates } from './said-dates.ts'

// A Thursday.
const SAID = new Date(2026, 3, 9, 15)
const found = (text: string) =>
  findSaidDates(text, SAID).map(({ start, end, date, sure }) => [text.slice(start, end), date, sure])

describe('dates as people write them', () => {
  it.each([
    ['the day after tomorrow', [['the day after tomorrow', '2026-04-11', true]]],
    ['broken since Thursday', [['Thursday', '2026-04-02', true]]],
    ['broken since Friday', [['Friday', '2026-04-03', true]]],
    [
      'next Saturday or next Tuesday',
      [
        ['next Saturday', '2026-04-18', false],
        ['next Tuesday', '2026-04-14', true],
      ],
    ],
    [
      'on Friday, by Friday',
      [
        ['Friday', '2026-04-10', false],
        ['Friday', '2026-04-10', true],
      ],
    ],
    ['下下周四', [['下下周四', '2026-04-23', true]]],
    ['上上周四', [['上上周四', '2026-03-26', true]]],
    ['下个月底', [['下个月底', '2026-05-31', true]]],
    ['三天后天气转好', [['三天后', '2026-04-12', true]]],
    ['周五截止', [['周五', '2026-04-10', true]]],
    ['本周一', [['本周一', '2026-04-06', true]]],
    ['the end of next month', [['the end of next month', '2026-05-31', true]]],
    [
      'next month, next year, next week',
      [
        ['next month', '2026-05', true],
        ['next year', '2027', true],
        ['next week', 'the week of 2026-04-13', true],
      ],
    ],
  ] as const)('%s', (text, dates) => {
    expect(found(text)).toEqual(dates)
  })

  it('finds none in an invalid time, and none that overlap, whatever the text', () => {
    expect(findSaidDates('tomorrow', new Date('x'))).toEqual([])
    const words = fc.constantFrom(
      '下',
      '周',
      '四',
      '后天',
      '天',
      '前',
      '月底',
      '3',
      'next ',
      'Friday',
      ' tomorrow ',
      '2026-04-31',
      'in two days',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), (parts) => {
        const dates = findSaidDates(parts.join(''), SAID)
        for (const [at, { start, end, date }] of dates.entries()) {
          expect(start).toBeGreaterThanOrEqual(dates[at - 1]?.end ?? 0)
          expect(end).toBeGreaterThan(start)
          expect(date).toMatch(/\d{4}/)
        }
      }),
    )
  })
})
