import { describe, expect, it } from 'vitest'
import { absoluteDates, isDateRewrite } from './absolute-dates.ts'

// A Thursday.
const SAID = new Date(2026, 3, 9, 15)

describe('relative dates', () => {
  it.each([
    ['The freeze starts tomorrow.', 'The freeze starts on 2026-04-10.'],
    ['Tomorrow we ship.', 'On 2026-04-10 we ship.'],
    ['Finish it by tomorrow.', 'Finish it by 2026-04-10.'],
    ['It broke yesterday and the day before yesterday.', 'It broke on 2026-04-08 and on 2026-04-07.'],
    ['Due by Friday.', 'Due by 2026-04-10.'],
    ['Merge freeze until Monday', 'Merge freeze until 2026-04-13'],
    ['By Thursday the API must be ready', 'By 2026-04-16 the API must be ready'],
    ['Broken since Tuesday', 'Broken since 2026-04-07'],
    ['The demo is in three days', 'The demo is on 2026-04-12'],
    ['Deployed 2 weeks ago', 'Deployed on 2026-03-26'],
    ['Next Tuesday is the review', 'On 2026-04-14 is the review'],
    ['Launch is next month, budget ends this year', 'Launch is 2026-05, budget ends 2026'],
    ['Ready by the end of the month', 'Ready by 2026-04-30'],
    ['明天发布新版本。', '2026-04-10发布新版本。'],
    ['下周四之前完成', '2026-04-16之前完成'],
    ['周五前提交报告', '2026-04-10前提交报告'],
    ['这周三开会，上周一放假', '2026-04-08开会，2026-03-30放假'],
    ['三天后上线', '2026-04-12上线'],
    ['月底前交付，下个月复盘', '2026-04-30前交付，2026-05复盘'],
  ])('"%s" is "%s"', (before, after) => {
    expect(absoluteDates(before, SAID)).toBe(after)
    expect(absoluteDates(after, SAID)).toBe(after)
  })

  it.each([
    'We deploy every Thursday',
    'Standup is daily, tomorrow too',
    '每周四发布',
    'We met on Friday',
    'Next Saturday is off',
    'She said "we ship tomorrow"',
    '他说「明天发布」',
    'Run `remind tomorrow` for it',
    'By Thursday (2026-04-09) it must be done',
    'The day is long',
    'See https://example.com/tomorrow',
    'Fridays are quiet',
    'the tomorrow-flag is set',
  ])('"%s" stays as it is', (text) => {
    expect(absoluteDates(text, SAID)).toBe(text)
  })
})

describe('a rewrite', () => {
  it.each([
    ['Finish it by tomorrow.', 'Finish it by 2026-04-10.'],
    ['We met on Friday.', 'We met on 2026-04-10.'],
    ['The audit happens Friday.', 'The audit happens on 2026-04-10.'],
    ['Next Saturday is off', 'On 2026-04-18 is off'],
    ['From tomorrow until Monday it is closed.', 'From 2026-04-10 until Monday it is closed.'],
    ['明天发布新版本。', '2026-04-10 发布新版本。'],
    ['Costs $5 (or more) by tomorrow [sic]', 'Costs $5 (or more) by 2026-04-10 [sic]'],
  ])('of "%s" may be "%s"', (before, after) => {
    expect(isDateRewrite(before, after, SAID)).toBe(true)
  })

  it.each([
    // Not the day that was meant.
    ['Finish it by tomorrow.', 'Finish it by 2026-04-11.'],
    ['From tomorrow until Monday it is closed.', 'From 2026-04-13 until 2026-04-10 it is closed.'],
    // Words that look like a date's are not lost with it.
    ['Ship three builds by tomorrow.', 'Ship builds by 2026-04-10.'],
    ['Finish it by tomorrow.', 'Finish all of it by 2026-04-10.'],
    ['Finish it by tomorrow.', 'Finish it by tomorrow.'],
    ['Standup is daily, tomorrow too', 'Standup is daily, 2026-04-10 too'],
    ['She said "we ship tomorrow"', 'She said "we ship 2026-04-10"'],
    ['The parser is slow.', 'The parser is slow, 2026-04-09.'],
    ['Finish it by tomorrow.', ''],
  ])('of "%s" may not be "%s"', (before, after) => {
    expect(isDateRewrite(before, after, SAID)).toBe(false)
  })
})
