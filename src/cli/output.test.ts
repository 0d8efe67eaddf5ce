import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseLanguage } from '../base/settings/choose-language.ts'
import { displayWidth } from '../base/text/unicode.ts'
import { parseExpiry, parseTime, typeFilter } from './arguments.ts'
import { age, stars } from './describe-memory.ts'
import { formatTable } from './format-table.ts'
import { formatFacts, printable, printableText } from './output.ts'

const tableLines = (header: string[], rows: (readonly string[])[], width: number, flexible?: number) => {
  const columns = header.map((_, i) => rows.map((row) => row[i] ?? ''))
  return [...formatTable({ header, columns, width, ...(flexible !== undefined && { flexible }) })].flatMap(
    (text) => text.split('\n'),
  )
}

describe('tables', () => {
  it('line up whatever the cells hold, and never exceed the terminal', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.constantFrom('中文内容', '日本語', 'é', ''),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }), (rows) => {
        const wide = tableLines(['A', 'B', 'C'], rows, Number.POSITIVE_INFINITY)
        expect(wide).toHaveLength(rows.length + 1)
        const narrow = tableLines(['A', 'B', 'C'], rows, 100)
        for (const line of narrow) expect(displayWidth(line)).toBeLessThanOrEqual(100)
        for (const line of wide) expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/)
      }),
    )
  })

  it('cut the flexible column with an ellipsis', () => {
    const [, line] = tableLines(['ID', 'TEXT'], [['a', 'word '.repeat(40)]], 40)
    expect(displayWidth(line!)).toBeLessThanOrEqual(40)
    expect(line).toMatch(/…$/)
  })

  it('are the same whether they are printed at once or in parts, and cut another column where told so', () => {
    const rows = Array.from({ length: 600 }, (_, at) => [`${at}`, '★'.repeat(at % 3), `text ${at} 中文`])
    const lines = tableLines(['ID', 'S', 'TEXT'], rows, Number.POSITIVE_INFINITY)
    expect(lines).toHaveLength(601)
    expect(lines[0]).toBe('ID   S   TEXT')
    expect(lines[1]).toBe('0        text 0 中文')
    expect(lines[257]).toBe('256  ★   text 256 中文')
    expect(lines[600]).toBe('599  ★★  text 599 中文')
    const cut = tableLines(
      ['NAME', 'N'],
      [
        ['long '.repeat(20), '1'],
        ['short', '22'],
      ],
      40,
      0,
    )
    expect(cut.slice(1).map((line) => line.replace(/ {2,}/, ' | '))).toEqual([
      `${'long '.repeat(7).trim()}… | 1`,
      'short | 22',
    ])
    expect(new Set(cut.map((line) => displayWidth(line.slice(0, line.search(/\S+$/))))).size).toBe(1)
  })
})

describe('text for people', () => {
  it('loses every code that drives a terminal', () => {
    expect(printable('a\u001b[31mb\u0007\nc\u202ed')).toBe('a [31mb cd')
    expect(printableText('a\r\nb\tc\u001b[2J\u009b')).toBe('a\nb\tc\ufffd[2J\ufffd')
  })

  it('puts values below each other, also with wide labels', () => {
    expect(
      formatFacts([
        ['id', '1'],
        ['编号', '2'],
        ['empty', undefined],
      ]),
    ).toEqual([
      ['id   ', '1'],
      ['编号 ', '2'],
    ])
  })

  it('shows importance as stars, rounded', () => {
    expect([undefined, 1, 2.5, 3, 4.4, 5].map(stars)).toEqual([
      '',
      '★☆☆☆☆',
      '★★★☆☆',
      '★★★☆☆',
      '★★★★☆',
      '★★★★★',
    ])
  })

  it('shows ages', () => {
    const now = new Date('2026-04-09T12:00:00Z')
    const of = (time: string, language: 'en' | 'zh' = 'en') => age({ modified: time }, now, language)
    expect(of('2026-04-09T01:00:00Z')).toBe('today')
    expect(of('2026-04-08T01:00:00Z', 'zh')).toBe('昨天')
    expect(of('2026-03-09T01:00:00Z')).toBe('31 days ago')
    expect(of('2025-04-09T01:00:00Z')).toBe('12 months ago')
    expect(of('2022-04-09T01:00:00Z', 'zh')).toBe('4 年前')
    expect(of('2027-01-01T00:00:00Z')).toBe('today')
  })

  it('chooses the language: flag, setting, locale', () => {
    expect(chooseLanguage('en', 'zh', { LANG: 'zh_CN' })).toBe('en')
    expect(chooseLanguage(undefined, 'zh', { LANG: 'en_US' })).toBe('zh')
    expect(chooseLanguage(undefined, 'auto', { LC_ALL: 'zh_TW.UTF-8', LANG: 'en_US' })).toBe('zh')
    expect(chooseLanguage(undefined, 'auto', { LANG: 'de_DE' })).toBe('en')
  })
})

describe('times', () => {
  const now = new Date('2026-04-09T12:00:00Z')
  it.each([
    ['2h', 'past', '2026-04-09T10:00:00.000Z'],
    ['30 min', 'past', '2026-04-09T11:30:00.000Z'],
    ['3d', 'future', '2026-04-12T12:00:00.000Z'],
    ['2w', 'past', '2026-03-26T12:00:00.000Z'],
    ['2026-04-01', 'past', '2026-04-01T00:00:00.000Z'],
    ['2026-04-01T08:00:00Z', 'past', '2026-04-01T08:00:00.000Z'],
  ] as const)('%s (%s)', (text, direction, iso) => {
    expect(parseTime(text, now, direction).toISOString()).toBe(iso)
  })

  it.each(['', 'soon', '2026-02-30', '2026-13-01', '5', '-3d', '2026-04-01x', '99999999d'])(
    'refuses %j',
    (text) => {
      expect(() => parseTime(text, now, 'past')).toThrow(/invalid time/)
    },
  )

  it('keep the hour where a span is shorter than days', () => {
    expect(() => parseExpiry('99999y', now)).toThrow('"99999y" is out of range')
    expect(parseExpiry('12h', now)).toBe('2026-04-10T00:00:00Z')
    expect(parseExpiry('90d', now)).toBe('2026-07-08')
    expect(parseExpiry('2027-01-31', now)).toBe('2027-01-31')
  })
})

describe('a filter by type', () => {
  it('understands types and kinds, and derives a type from the kind', () => {
    const memory = (fields: object) => fields as Parameters<ReturnType<typeof typeFilter>>[0]
    expect(typeFilter('project')(memory({ kind: 'technical_decision' }))).toBe(true)
    expect(typeFilter('project')(memory({ type: 'user', kind: 'fact' }))).toBe(false)
    expect(typeFilter('other')(memory({}))).toBe(true)
    expect(() => typeFilter('nosuch')).toThrow(/unknown type/)
  })
})
