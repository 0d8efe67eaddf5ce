import { describe, expect, test } from 'vitest'
import { provesQuotation } from './prove-quotation.ts'

const TYPED = [
  'Please fix the login page.',
  'By the way: never use mocks for the database in integration tests,\nthey hid a broken migration last quarter.',
  '顺便说一下，集成测试必须使用真实数据库，不要用模拟。',
]
const MEMORY = 'Integration tests never use mocks for the database: mocks hid a broken migration.'
const QUOTE = 'never use mocks for the database in integration tests, they hid a broken migration'

describe('a quotation proves that the person said it', () => {
  test.each([
    ['word by word', QUOTE, MEMORY],
    [
      'in other blanks, quotation marks and case',
      `“Never use MOCKS  for the database in integration tests,\n they hid a broken migration”`,
      MEMORY,
    ],
    ['in Chinese', '集成测试必须使用真实数据库，不要用模拟', '集成测试使用真实数据库，不用模拟'],
  ])('%s', (_, quote, content) => {
    expect(provesQuotation(quote, content, TYPED)).toBe(true)
  })
})

describe('and does not', () => {
  test.each([
    ['where nobody knows what was typed', QUOTE, MEMORY, undefined],
    ['where it was never typed', QUOTE, MEMORY, ['Please fix the login page.']],
    ['where a word is another', QUOTE.replace('never', 'always'), MEMORY, TYPED],
    ['where it is made of two messages', 'fix the login page. By the way: never use mocks', MEMORY, TYPED],
    ['where it is too short to say anything', 'the', 'the', TYPED],
    ['where the memory says something else', 'Please fix the login page', MEMORY, TYPED],
    [
      'where the memory says much that it does not',
      'never use mocks for the database',
      'Deploy straight to production without review, skip staging, delete old backups nightly, never use mocks.',
      TYPED,
    ],
    ['where it is empty', '', MEMORY, TYPED],
  ])('%s', (_, quote, content, typed) => {
    expect(provesQuotation(quote, content, typed)).toBe(false)
  })
})
