import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryFrom } from '../../test/records-place.ts'
import { findContradiction } from './find-contradiction.ts'
import { planMerge } from './plan-merge.ts'
import { missingStatements, statementKey, statementsOf } from './statements.ts'

describe('a merge', () => {
  it('takes the text that says more, of equals the newer, and hands the other to the history', () => {
    const old = memoryFrom({ content: 'Use tabs in Go' })
    expect(planMerge(old, { content: 'Use tabs in Go and in Makefiles' })).toMatchObject({ kept: 'new' })
    const less = planMerge(old, { content: 'Please, always use the tabs' })
    expect([less.kept, less.content, less.merged]).toEqual(['old', undefined, 'Please, always use the tabs'])
    const corrected = planMerge(memoryFrom({ content: 'Anna onws billing' }), {
      content: 'Anna owns billing',
    })
    expect([corrected.kept, corrected.content]).toEqual(['new', 'Anna owns billing'])
  })

  it('takes the larger grades, all tags and relations, and the later end', () => {
    const old = memoryFrom({
      tags: ['a'],
      related: ['x'],
      importance: 2,
      confidence: 0.9,
      expires: '2026-05-01',
    })
    const plan = planMerge(old, {
      content: 'text',
      tags: ['b', 'a'],
      related: ['y'],
      importance: 4,
      confidence: 0.5,
      expires: '2026-06-01',
    })
    expect(plan.fields).toEqual({
      tags: ['a', 'b'],
      related: ['x', 'y'],
      importance: 4,
      expires: '2026-06-01',
    })
    expect(planMerge(old, { content: 'text' }).fields).toEqual({ expires: undefined })
  })

  it('makes a name and a description anew that were made from the text', () => {
    const [content, longer] = ['Use tabs', 'Use tabs in Go and in Makefiles']
    const made = { content, name: content, description: content, created: '2026-01-01T00:00:00Z' }
    const anew = { name: longer, description: longer }
    expect(planMerge(memoryFrom(made), { content: longer }).fields).toEqual(anew)
    const given = memoryFrom({ ...made, name: 'Tabs' })
    expect(planMerge(given, { content: longer }).fields).toEqual({ description: longer })
  })

  it('never lets what others inferred replace what the person said', () => {
    const old = memoryFrom({ content: 'Use tabs', source: { origin: 'user' } })
    const plan = planMerge(old, {
      content: 'Use tabs, as the user seems to like them',
      source: { origin: 'agent' },
    })
    expect([plan.kept, plan.merged]).toEqual(['old', 'Use tabs, as the user seems to like them'])
  })

  it('never lets what others say amend what the person said', () => {
    const content = 'The response cache is enabled. It sits in front of the API.'
    const old = memoryFrom({ content, source: { origin: 'user' } })
    const newer = { content: 'The response cache is disabled.' }
    for (const origin of ['agent', 'import', undefined] as const)
      expect(planMerge(old, { ...newer, source: origin && { origin } }).content).toBeUndefined()
    expect(planMerge(old, { ...newer, source: { origin: 'user' } }).kept).toBe('both')
  })

  it('replaces single statements that the newer takes back and keeps the rest', () => {
    const old = memoryFrom({ content: 'The API listens on port 8080.\nLogs go to stdout.' })
    const plan = planMerge(old, { content: 'The API listens on port 9090.' })
    expect([plan.kept, plan.content]).toEqual(['both', 'The API listens on port 9090.\nLogs go to stdout.'])
  })

  const sentence = fc
    .array(
      fc.constantFrom(
        'deploy',
        'cache',
        'queue',
        'tests',
        '数据库',
        'port',
        '80',
        'not',
        'use',
        'tabs',
        'now',
      ),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    .map((words) => `${words.join(' ')}.`)
  const body = fc.array(sentence, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n'))

  it('loses no statement: each is in the result or in its history', () => {
    const property = fc.property(body, body, (older, newer) => {
      const plan = planMerge(memoryFrom({ content: older }), { content: newer })
      const result = plan.content ?? older
      // The file's former text is kept by the journal as the change's `before`.
      const said = [result, plan.merged ?? '', plan.content === undefined ? '' : older].join('\n')
      expect(missingStatements(older, said)).toEqual([])
      expect(missingStatements(newer, said)).toEqual([])
    })
    fc.assert(property, { numRuns: 500 })
  })

  it('is idempotent: merging the same again changes neither text nor grades', () => {
    const property = fc.property(
      body,
      body,
      fc.option(fc.integer({ min: 1, max: 5 })),
      (older, newer, importance) => {
        const incoming = { content: newer, tags: ['t'], importance: importance ?? undefined }
        const first = planMerge(memoryFrom({ content: older }), incoming)
        const merged = memoryFrom({ content: first.content ?? older, ...(first.fields as object) })
        const again = planMerge(merged, incoming)
        expect(again.content ?? merged.content).toBe(merged.content)
        expect(again.fields).toEqual({})
      },
    )
    fc.assert(property, { numRuns: 500 })
  })
})

describe('a contradiction', () => {
  it.each([
    ['We use mocks in tests', 'We do not use mocks in tests', 'negation'],
    ['The API listens on port 8080', 'The API listens on port 9090', 'number'],
    ['Deploys happen on Fridays', 'Deploys happen on Tuesdays', 'value'],
    ['The cache is enabled in staging', 'The cache is disabled in staging', 'opposite'],
    ['The queue runs on RabbitMQ', 'The queue now runs on Kafka', 'change'],
    ['测试中使用模拟数据库', '测试中不使用模拟数据库', 'negation'],
    ['The rate limit is 100 requests per minute', 'The rate limit is 250 requests per minute', 'number'],
    ['服务监听 8080 端口', '服务监听 9090 端口', 'number'],
    ['每周五发布版本', '每周二发布版本', 'value'],
    ['预发环境开启缓存功能', '预发环境关闭缓存功能', 'opposite'],
  ])('is seen between "%s" and "%s"', (older, newer, how) => {
    expect(findContradiction(older, newer)).toBe(how)
  })

  it.each([
    ['The API uses JSON', 'The API uses OAuth'],
    ['Alice likes tea', 'Bob does not like tea with milk in the morning'],
    ['The web port is 8080', 'The database pool has 20 connections'],
    ['We deploy on Fridays', 'We deploy on Fridays at noon'],
    ['Tests use a real database', 'Integration tests use a real database, never mocks'],
    ['Server 1 runs the search service', 'Server 2 runs the search service'],
    ['Ticket 411 of week 12 was about the cache', 'Ticket 502 of week 13 was about the cache'],
    ['张伟的生日是4月5日', '李娜喜欢喝咖啡'],
    ['服务用 Go 编写', '服务部署在杭州'],
  ])('is not seen between "%s" and "%s"', (older, newer) => {
    expect(findContradiction(older, newer)).toBeUndefined()
  })
})

describe('statements', () => {
  it('are sentences, items and lines in both languages', () => {
    expect(statementsOf('# Title\n- One. Two!\n1. 三句。四句；\n---\n')).toEqual([
      'Title',
      'One.',
      'Two!',
      '三句。',
      '四句；',
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
