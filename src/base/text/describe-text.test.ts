import { describe, expect, it } from 'vitest'
import { fileNameFor } from '../../memory/records/file-name.ts'
import { describeText, regenerateDescription } from './describe-text.ts'

describe('a name made from a text', () => {
  it.each([
    ['Node.js 22 is the minimum', 'Node.js 22 is the minimum'],
    ['Use e.g. pnpm for installs. Not npm.', 'Use e.g. pnpm for installs'],
    ['Use a fast package manager, i.e. pnpm', 'Use a fast package manager, i.e. pnpm'],
    ['See https://example.com/x for more', 'See https://example.com/x for more'],
    ['Version 2.0 needs a migration. It is slow.', 'Version 2.0 needs a migration'],
    ['Release 1.3 shipped in June', 'Release 1.3 shipped in June'],
    ['用 Node.js 写。不用 Go。', '用 Node.js 写'],
    ['先测试！再发布', '先测试！'],
    ['Title\nand more', 'Title'],
    ['Is it done? Yes.', 'Is it done?'],
    ['...', 'Memory'],
    ['Mina said "ship on Fridays only"', 'Mina said "ship on Fridays only"'],
    ['"Use tabs. Never spaces," he said.', 'Use tabs'],
    ['"Use tabs"', 'Use tabs'],
    ['Call it "tabs".', 'Call it "tabs"'],
    ["'main' is protected", "'main' is protected"],
    ["Say it: the users' table", "Say it: the users' table"],
    ['她说“周五不发布”。', '她说“周五不发布”'],
    ['“周五不发布。”她说', '周五不发布'],
  ])('of "%s" ends where its sentence ends', (text, name) => {
    expect(describeText(text).name).toBe(name)
  })

  it('is not cut within an address', () => {
    const text = 'The documentation is at https://docs.example.com/a/long/path, which nobody reads any more'
    expect(describeText(text).name).toContain('https://docs.example.com/a')
  })

  it('follows the text, one that somebody gave does not', () => {
    const content = 'The port is 8080'
    expect(regenerateDescription({ ...describeText(content), content }, 'The port is 9090')).toEqual({
      name: 'The port is 9090',
      description: 'The port is 9090',
    })
    expect(
      regenerateDescription({ name: 'Port', description: 'Where it is', content }, 'The port is 9090'),
    ).toEqual({})
  })
})

describe('a made name', () => {
  const name = (text: string) => describeText(text).name

  it('is the first sentence, or its first clause where that is long and says enough', () => {
    expect(name('Deploys go out on Tuesdays. Never on Fridays.')).toBe('Deploys go out on Tuesdays')
    const long =
      'Integration tests connect to a real database, because a mocked suite once hid a broken migration'
    expect(name(long)).toBe('Integration tests connect to a real database')
    expect(name(`Yes, ${long}`)).toMatch(/^Yes, Integration .*…$/)
    expect([...name('word '.repeat(40))].length).toBeLessThanOrEqual(60)
    expect(name(`${'x'.repeat(60)}.`)).toBe('x'.repeat(60))
    expect([...name(`${'x'.repeat(61)}.`)]).toHaveLength(60)
    const rest = 'and so much more of it that no name could hold the whole of this sentence'
    expect(name(`Twelve chars, ${rest}`)).toBe('Twelve chars')
    expect(name(`Eleven char, ${rest}`)).toMatch(/^Eleven char, and /)
    expect([name(''), name('```\ncode\n```')]).toEqual(['Memory', 'Memory'])
  })

  it('ends at no abbreviation, number or mark without words', () => {
    expect(name('Use e.g. PostgreSQL 16.2 here. Then more.')).toBe('Use e.g. PostgreSQL 16.2 here')
    expect(name('... Then words. More.')).toBe('... Then words')
    expect(name('我们周二发布。周五不发布。')).toBe('我们周二发布')
  })

  it('has no marks of Markdown', () => {
    expect(name('## **Bold** [link](a.md) and [[wiki|label]] and [[page]]')).toBe(
      'Bold link and label and page',
    )
    expect(describeText('- one\n- two\n> three').description).toBe('one two three')
    expect([...describeText('w '.repeat(200)).description].length).toBeLessThanOrEqual(150)
  })
})

describe('a file name', () => {
  it('has the type, letters and digits of any script, and at most 24 bytes, up to the end of a word', () => {
    expect(fileNameFor('Real database, in tests!', 'feedback')).toBe('feedback_real_database_in_tests')
    expect(fileNameFor('Feedback loops', 'feedback')).toBe('feedback_loops')
    expect(fileNameFor("Don't use 中文", undefined)).toBe('note_dont_use_中文')
    expect([fileNameFor('!!!', 'user'), fileNameFor('', undefined)]).toEqual(['user_memory', 'note_memory'])
    expect(fileNameFor('a'.repeat(40), undefined)).toBe(`note_${'a'.repeat(24)}`)
    expect(fileNameFor('word '.repeat(12), undefined)).toBe('note_word_word_word_word_word')
    expect(fileNameFor('a word that ends with the limit', undefined)).toBe('note_a_word_that_ends_with')
    expect(fileNameFor('a word that ends with it all', undefined)).toBe('note_a_word_that_ends_with_it')
    expect(fileNameFor('提交信息一律用英文书写', 'feedback')).toBe('feedback_提交信息一律用英')
  })
})
