import { describe, expect, it } from 'vitest'
import { exactDifference, isNegated } from './exact-difference.ts'
import { statementKey, statementsOf, wordsOf } from './words.ts'

describe('texts that may say the same', () => {
  it.each([
    ['Port 8080 is used', 'Port 9090 is used', 'number'],
    ['We deploy on Fridays', 'We deploy on Tuesdays', 'number'],
    ['Two reviewers approve', 'Three reviewers approve', 'number'],
    ['每周五发布', '每周二发布', 'number'],
    ['At most 5 MB', 'At most 50 MB', 'number'],
    ['日志保留三十天', '日志保留 13 天', 'number'],
    ['日志保留三百天', '日志保留三十天', 'number'],
    ['Keep thirty backups', 'Keep 13 backups', 'number'],
    ['We asked Alice for it', 'We asked Bob for it', 'name'],
    ['Alice owns billing', 'Bob owns billing', 'name'],
    ['The queue runs on Kafka', 'The queue runs on RabbitMQ', 'name'],
    ['Read src/a.ts first', 'Read src/b.ts first', 'name'],
    ['Delete it with -d', 'Delete it with --force', 'name'],
    ['服务用 Go 编写', '服务用 Rust 编写', 'name'],
    ['We do not use mocks', 'We use mocks', 'negation'],
    ["We don't use mocks", 'We use mocks', 'negation'],
    ['测试中不使用模拟数据库', '测试中使用模拟数据库', 'negation'],
    ['别在周五发布', '在周五发布', 'negation'],
  ])('but for a difference: "%s" and "%s"', (one, other, what) => {
    expect(exactDifference(one, other)).toBe(what)
    expect(exactDifference(other, one)).toBe(what)
  })

  it.each([
    ['Integration tests use a real database', 'For integration tests we rely on a real database'],
    ['Use tabs in Go', 'In Go, indent with tabs'],
    ["I'd like short answers", 'Prefer short answers'],
    ['The API listens on port 8080', 'Port 8080 is where the API listens'],
    ['Never deploy on Fridays', 'No deploys on Fridays'],
    ['集成测试使用真实数据库', '做集成测试时要用真实的数据库'],
    ['服务用 Go 编写', '这个服务是 Go 写的'],
    ['别人的代码要先看', '要先看别人的代码'],
    ['日志保留三十天', '日志保留 30 天'],
    ['两个人评审', '需要 2 个人评审'],
    ['上限是一千二百条', '上限是 1200 条'],
    ['二〇二六年上线', '2026 年上线'],
    ['Keep thirty backups', 'Keep 30 backups'],
  ])('"%s" and "%s"', (one, other) => {
    expect(exactDifference(one, other)).toBeUndefined()
  })
})

describe('words', () => {
  it('keep identifiers whole, and Han characters apart', () => {
    const texts = (text: string) => wordsOf(text).map((word) => word.raw)
    expect(texts('Run `npm run build:all --force` in ./src/a-b.ts, C++ or C#.')).toEqual([
      ...['Run', 'npm', 'run', 'build:all', '--force', 'in', './src/a-b.ts', 'C++', 'or', 'C#'],
    ])
    expect(texts('用Ｇｏ写 -5 度')).toEqual(['用', 'Go', '写', '-5', '度'])
  })

  it('know where a sentence begins', () => {
    const firsts = wordsOf('Use tabs. Ask Bob! 好').filter(({ isFirst }) => isFirst)
    expect(firsts.map(({ text }) => text)).toEqual(['use', 'ask', '好'])
  })
})

describe('a text without a gap, of many megabytes', () => {
  it.each(['y', 'a-', '.', "'", '字'])('of "%s" does not overflow', (piece) => {
    const text = piece.repeat(9_000_000 / piece.length)
    expect(isNegated(text)).toBe(false)
    expect(() => wordsOf(piece === '字' ? text.slice(0, 1_000_000) : text)).not.toThrow()
  })
})

describe('statements', () => {
  it('are sentences, items and lines in both languages', () => {
    expect(statementsOf('# Title\n- One. Two!\n1. 三句。四句；\n---\n')).toEqual([
      ...['Title', 'One.', 'Two!', '三句。', '四句；'],
    ])
  })

  it.each([
    ['git branch -d x', 'git branch -D x'],
    ['Keep it at -5 degrees', 'Keep it at 5 degrees'],
    ['Written in C#', 'Written in C'],
    ['At most 5 MB', 'At most 5 Mb'],
    ['10³ rows', '103 rows'],
    ['Lint *.test.ts', 'Lint test.ts'],
    ['It is in /etc/app', 'It is in etc/app'],
    ['cd ..', 'cd .'],
    ['मेरी बहन दिन में काम करती है', 'मेरी बहन दीन में काम करती है'],
  ])('are two: "%s" and "%s"', (one, other) => {
    expect(statementKey(one)).not.toBe(statementKey(other))
  })

  it('are one but for white space, quotes and the mark at the end', () => {
    expect(statementKey('Say “no”  to\nit.')).toBe(statementKey('Say "no" to it'))
    expect(statementKey('Cafe\u0301 first!')).toBe(statementKey('Café first'))
    expect(statementKey('用制表符。')).toBe(statementKey('用制表符'))
  })
})
