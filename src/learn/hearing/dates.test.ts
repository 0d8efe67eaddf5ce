import { describe, expect, it } from 'vitest'
import { findDate, withAbsoluteDate } from './dates.ts'

/** Wednesday, 18 November 2026. */
const TIME = '2026-11-18T12:00:00.000Z'

describe('dates in words', () => {
  it.each([
    ['on 2026-12-24', '2026-12-24', false],
    ['by December 3', '2026-12-03', true],
    ['by Dec 3rd, 2027', '2027-12-03', false],
    ['on 3 March', '2027-03-03', true],
    ['on November 2', '2026-11-02', true],
    ['by Thursday', '2026-11-19', true],
    ['on Wednesday', '2026-11-25', true],
    ['next Tuesday', '2026-11-24', true],
    ['tomorrow', '2026-11-19', true],
    ['in two weeks', '2026-12-02', true],
    ['in 10 days', '2026-11-28', true],
    ['at the end of the month', '2026-11-30', true],
    ['by the end of the week', '2026-11-22', true],
    ['2026年12月24日', '2026-12-24', false],
    ['12月3号', '2026-12-03', true],
    ['周四', '2026-11-19', true],
    ['下周三', '2026-11-25', true],
    ['下下周一', '2026-11-30', true],
    ['后天', '2026-11-20', true],
    ['大后天', '2026-11-21', true],
    ['三天后', '2026-11-21', true],
    ['两周内', '2026-12-02', true],
    ['下个月底', '2026-12-31', true],
    ['we said yesterday that it is due Friday', '2026-11-20', true],
    ['昨天说好周五截止', '2026-11-20', true],
    ['phase 3 (May 29-June 15)', '2027-05-29', true],
  ])('%s', (text, date, relative) => {
    expect(findDate(text, TIME)).toMatchObject({ date, relative })
  })

  it.each([
    'the sun is up',
    'I may be late',
    'on 31 February',
    'mon ami',
    'version 1.2.3',
    '十分',
    'it broke yesterday',
    '上周三开过会',
  ])('none in: %s', (text) => {
    expect(findDate(text, TIME)).toBeUndefined()
  })

  it('takes the first of several, and none without a time', () => {
    expect(findDate('between Friday and Monday', TIME)?.date).toBe('2026-11-20')
    expect(findDate('by Friday', 'some day')).toBeUndefined()
  })

  it('puts the day behind the words that need it', () => {
    const written = (text: string) => {
      const found = findDate(text, TIME)
      return found && withAbsoluteDate(text, found)
    }
    expect(written('The freeze starts Thursday at noon')).toBe(
      'The freeze starts Thursday (2026-11-19) at noon',
    )
    expect(written('周四封版')).toBe('周四（2026-11-19）封版')
    expect(written('due 2026-12-24')).toBe('due 2026-12-24')
  })
})
