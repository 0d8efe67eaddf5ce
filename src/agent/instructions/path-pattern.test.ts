import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesPathPattern, readPathPatterns } from './path-pattern.ts'

describe('matchesPathPattern', () => {
  it.each([
    ['*.ts', 'a.ts', true],
    ['*.ts', 'src/deep/a.ts', true],
    ['*.ts', 'a.tsx', false],
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/deep/er/a.ts', true],
    ['src/**', 'src/deep/a.md', true],
    ['src/', 'src/a.md', true],
    ['src', 'src/a.md', true],
    ['src', 'srcs/a.md', false],
    ['./src/*.ts', 'src/a.ts', true],
    ['**/*.{ts,tsx}', 'x/a.tsx', true],
    ['{src,lib}/**/*.{js,ts}', 'lib/a/b.js', true],
    ['{src,lib}/**/*.{js,ts}', 'test/a/b.js', false],
    ['a?.md', 'ab.md', true],
    ['[a-c].md', 'b.md', true],
    ['[!a-c].md', 'b.md', false],
    ['a.b', 'axb', false],
    ['(a|b)', 'a', false],
    ['笔记/*.md', '笔记/一.md', true],
  ])('%s on %s: %j', (pattern, path, expected) => {
    expect(matchesPathPattern(pattern, path)).toBe(expected)
  })

  it('never throws and is not kept busy', () => {
    const started = Date.now()
    matchesPathPattern('{a,b}'.repeat(60), 'ab'.repeat(30))
    matchesPathPattern('*a'.repeat(200), 'a'.repeat(20_000))
    fc.assert(
      fc.property(fc.string(), fc.string(), (pattern, path) => void matchesPathPattern(pattern, path)),
    )
    expect(Date.now() - started).toBeLessThan(5_000)
  })
})

describe('readPathPatterns', () => {
  it.each([
    ['a/*, b/{c,d}', ['a/*', 'b/{c,d}']],
    [
      ['a', ' b ', 7, ''],
      ['a', 'b'],
    ],
    [undefined, []],
    [7, []],
  ])('%j', (value, expected) => {
    expect(readPathPatterns(value)).toEqual(expected)
  })
})
