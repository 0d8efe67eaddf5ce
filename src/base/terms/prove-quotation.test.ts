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

describe('half of the memory’s words', () => {
  const proves = (quote: string, content: string) => provesQuotation(quote, content, [quote])

  test('have to be in the quotation, and no fewer', () => {
    expect(proves('deploy gateway', 'Deploy gateway: noon, daily, quietly')).toBe(false)
    expect(proves('deploy gateway', 'Deploy gateway: noon, daily')).toBe(true)
    expect(proves('deploy gateway', 'Deploy backend services')).toBe(false)
    expect(proves('deploy gateway', 'Gateway')).toBe(true)
  })

  test('are those of something that is said at all', () => {
    expect(proves('deploy gateway', 'This is it')).toBe(false)
  })

  test('count with another ending, of up to three letters, from four letters on', () => {
    expect(proves('mock database', 'Mocks')).toBe(true)
    expect(proves('mocks database', 'Mock')).toBe(true)
    expect(proves('test database', 'Testing')).toBe(true)
    expect(proves('testing database', 'Test')).toBe(true)
    expect(proves('test database', 'Testable')).toBe(false)
    expect(proves('api database', 'Apis')).toBe(false)
    expect(proves('mock database', 'Mask')).toBe(false)
  })

  test('are looked for among the first sixty', () => {
    const words = Array.from({ length: 61 }, (_, at) => `w${String.fromCharCode(97 + (at % 26))}${at}`)
    expect(proves(words.slice(30, 60).join(' '), words.join(' '))).toBe(true)
    expect(proves(words.slice(31, 60).join(' '), words.join(' '))).toBe(false)
  })

  test('are words of a quotation of at least two', () => {
    expect(proves('gateway', 'Gateway')).toBe(false)
    expect(proves('the gateway', 'Gateway')).toBe(false)
  })
})

test('it is no question that proves it, and a question before it does not matter', () => {
  const content = 'Deploy gateway friday'
  const proves = (quote: string, message: string) => provesQuotation(quote, content, [message])
  expect(proves('ready? deploy gateway friday', 'Ready? Deploy gateway friday.')).toBe(true)
  expect(proves('deploy gateway friday. ready', 'Deploy gateway friday. Ready?')).toBe(false)
  expect(proves('deploy gateway friday', 'Ｄｅｐｌｏｙ gateway friday')).toBe(true)
})

describe('nor the opposite of what was said', () => {
  test.each([
    ['Push to the main branch', 'push to the main branch', 'Never push to the main branch'],
    [
      'Delete the production database',
      'delete the production database',
      'Don’t delete the production database!',
    ],
    ['Never use mocks in tests', 'use mocks in tests', 'I want you to use mocks in tests'],
    ['我不喜欢深色主题', '我喜欢深色主题', '我喜欢深色主题'],
    ['直接推送到主分支', '直接推送到主分支', '绝对不可以直接推送到主分支'],
    ['Skip the code review', 'skip the code review', 'Should we skip the code review?'],
  ])('%s', (content, quote, message) => {
    expect(provesQuotation(quote, content, [message])).toBe(false)
  })

  test('a sentence next to it changes nothing', () => {
    const message = 'No, wait. We deploy v1.2 of the gateway on Friday. Is that not fine?'
    expect(
      provesQuotation('we deploy v1.2 of the gateway on Friday', 'Gateway v1.2: deploy Friday', [message]),
    ).toBe(true)
  })
})
