import { describe, expect, it } from 'vitest'
import { message, texts } from './message.ts'

const testTexts = texts('test', {
  movedTo: ['{name} moved to {place}', '{name} 已移到 {place}'],
  nowhere: ['nowhere', '不知何处'],
  kept: ['{count memory|memories} kept in {days day}', '{days} 天内保留了 {count} 条记忆'],
  example: ['as {"name": 1}', '如 {"name": 1}'],
})

describe('message', () => {
  it('puts values into both languages, a message in its own', () => {
    const said = message(testTexts.movedTo, { name: 'a.md', place: message(testTexts.nowhere) })
    expect(said).toMatchObject({
      key: 'test.moved-to',
      en: 'a.md moved to nowhere',
      zh: 'a.md 已移到 不知何处',
    })
  })

  it('takes values as text, never as a template', () => {
    expect(message(testTexts.movedTo, { name: '{place}', place: '$1' }).en).toBe('{place} moved to $1')
  })

  it('counts in English with the noun that goes with the number', () => {
    const said = message(testTexts.kept, { count: 1, days: 2 })
    expect([said.en, said.zh]).toEqual(['1 memory kept in 2 days', '2 天内保留了 1 条记忆'])
    expect(message(testTexts.kept, { count: 0, days: 1 }).en).toBe('0 memories kept in 1 day')
  })

  it('leaves braces around an example alone', () => {
    expect(message(testTexts.example).en).toBe('as {"name": 1}')
  })
})

describe('texts', () => {
  it('gives the same template each time, which code may compare', () => {
    expect(testTexts.nowhere).toBe(testTexts.nowhere)
  })

  it('refuses rows whose languages name different values, a missing language and an unknown row', () => {
    // @ts-expect-error: {place} is missing in Chinese.
    texts('test', { moved: ['{name} moved to {place}', '{name} 已移走'] })
    // @ts-expect-error: {place} is missing in English.
    texts('test', { moved: ['{name} moved', '{name} 已移到 {place}'] })
    // @ts-expect-error: no Chinese.
    texts('test', { moved: ['moved'] })
    // @ts-expect-error: a value is missing.
    expect(message(testTexts.movedTo, { name: 'a' }).en).toBe('a moved to {place}')
    // @ts-expect-error: there is no such row.
    expect(testTexts.elsewhere).toBeUndefined()
  })
})
