import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText } from '../../test/arbitraries.ts'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import { isInside } from '../base/paths/is-inside.ts'
import { findCollisions, foldName } from '../base/paths/portable-name.ts'
import { checkMemoryFile, checkWritePath, memoryRoots } from './memory-path.ts'

const M = '/srv/mem'
const allowed = (path: unknown) => checkWritePath(path, [M]).ok

describe('checkWritePath', () => {
  test('takes ordinary Markdown names inside', () => {
    for (const name of [
      'a.md',
      'team/a.md',
      'na\u00efve\u2013\u65e5\u672c.md',
      '-rf.md',
      'constructor.md',
      'a b (c).md',
      '100%.md',
    ])
      expect(checkWritePath(`${M}/${name}`, [M]), name).toEqual({ ok: true, file: name })
  })

  test('takes either spelling of a directory that is reached through a link', () => {
    expect(checkWritePath('/real/mem/a.md', [M, '/real/mem'])).toEqual({ ok: true, file: 'a.md' })
  })

  test('drops the parts that mean nothing', () => {
    for (const path of [`${M}//a/b.md`, `${M}/./a/b.md`, `/srv/.//mem///a/././b.md`])
      expect(checkWritePath(path, [M]), path).toEqual({ ok: true, file: 'a/b.md' })
  })

  const refused: Record<string, unknown> = {
    'a relative path': 'a.md',
    nothing: '',
    root: '/',
    'the directory itself': M,
    'its directory form': `${M}/`,
    parent: `${M}/../x.md`,
    'parent after child': `${M}/a/../../x.md`,
    'back to itself': `${M}/a/..`,
    'link and parent': `${M}/l/../x.md`,
    'a sibling with the same prefix': `${M}-evil/a.md`,
    'a prefix': `${M}evil`,
    NUL: `${M}/a\0.md`,
    'carriage return': `${M}/a\r.md`,
    newline: `${M}/a\n.md`,
    escape: `${M}/\u001b[2Ja.md`,
    delete: `${M}/a\u007f.md`,
    'percent dots': `${M}/%2e%2e/x.md`,
    'percent slash': `${M}/..%2fx.md`,
    'double percent': `${M}/%252e%252e%252fx.md`,
    'one dot leader': `${M}/\u2024\u2024/x.md`,
    'fraction slash': `${M}/..\u2044x.md`,
    'division slash': `${M}/a\u2215x.md`,
    'full-width slash': `${M}/a\uff0fx.md`,
    'zero width': `${M}/a\u200b.md`,
    bidi: `${M}/a\u202edm.md`,
    tag: `${M}/a\u{e0041}.md`,
    'Kelvin sign': `${M}/\u212aey.md`,
    'long s': `${M}/\u017fecret.md`,
    'dotless i': `${M}/\u0131.md`,
    'file URL': 'file:///etc/passwd',
    'data URL': 'data:text/plain,x',
    glob: `${M}/*.md`,
    'proc alias': `/proc/self/root${M}/a.md`,
    'long name': `${M}/${'a'.repeat(256)}.md`,
    'long path': `${M}/${'ab/'.repeat(1500)}x.md`,
    deep: `${M}/${'d/'.repeat(200)}x.md`,
    'trailing space': `${M}/a.md `,
    'trailing slash': `${M}/a.md/`,
    'trailing dot': `${M}/a.md.`,
    drive: 'C:/x.md',
    'drive relative': 'C:x.md',
    verbatim: '\\\\?\\C:\\x.md',
    UNC: '\\\\host\\share\\x.md',
    'nul device': `${M}/nul`,
    'aux device': `${M}/aux.md`,
    'com1 device': `${M}/com1.txt`,
    'short alias': `${M}/PROGRA~1/x.md`,
    backslashes: `${M}\\..\\..\\x.md`,
    stream: `${M}/a.md:x.md`,
    'dot directory': `${M}/.memdir/a.md`,
    'dot file': `${M}/.a.md`,
    script: `${M}/run.sh`,
    'no ending': `${M}/notes`,
    'capital ending': `${M}/a.MD`,
    'a dot at the end': `${M}/a.md/.`,
    'a lone surrogate': `${M}/a\ud83d.md`,
    number: 5,
    nullish: null,
    object: { toString: () => `${M}/a.md` },
    array: [`${M}/a.md`],
  }
  for (const [name, path] of Object.entries(refused)) {
    test(`refuses ${name}`, () => {
      const verdict = checkWritePath(path, [M])
      expect(verdict.ok).toBe(false)
      expect(verdict).toHaveProperty('reason.en', expect.stringMatching(/./))
      expect(verdict).toHaveProperty('reason.zh', expect.stringMatching(/\p{Script=Han}/u))
    })
  }

  test.each([
    [7, 'paths.path-not-text'],
    ['', 'paths.path-empty'],
    [`${M}/a\0.md`, 'paths.path-nul'],
    ['a.md', 'paths.path-relative'],
    [`${M}/a.md/`, 'paths.path-directory'],
    [`${M}/../a.md`, 'paths.path-up'],
    ['/elsewhere/a.md', 'paths.path-outside'],
  ])('says what is wrong with %j', (path, key) => {
    expect(checkWritePath(path, [M])).toMatchObject({ ok: false, reason: { key } })
  })

  test('whatever is allowed is inside and is plain', () => {
    fc.assert(
      fc.property(
        hostileText(12),
        fc.constantFrom('', `${M}/`, `${M}/a/`, '/'),
        fc.constantFrom('', '.md'),
        (text, before, after) => {
          const path = before + text + after
          const verdict = checkWritePath(path, [M])
          if (!verdict.ok) return
          expect(resolve(path)).toBe(`${M}/${verdict.file}`)
          expect(verdict.file.endsWith('.md')).toBe(true)
          expect(verdict.file.split('/').some((part) => part === '' || part.startsWith('.'))).toBe(false)
          expect(verdict.file).not.toMatch(/[\\:\0\r\n]/)
          expect(checkMemoryFile(verdict.file)).toEqual(verdict)
        },
      ),
      { numRuns: 1_000 },
    )
    expect(allowed(`${M}/a.md`)).toBe(true)
  })
})

test('names that a system takes for one another fold to the same', () => {
  for (const [one, other] of [
    ['MEMORY.md', 'memory.md'],
    ['\u00e9.md', 'E\u0301.md'],
    ['stra\u00dfe.md', 'STRASSE.md'],
    ['\u03bb\u03cc\u03b3\u03bf\u03c2.md', '\u039b\u038c\u0393\u039f\u03a3.md'],
    ['\ud55c.md', '\u1112\u1161\u11ab.md'],
  ] as const)
    expect(foldName(one), one).toBe(foldName(other))
  expect(foldName('\u65e5\u672c.md')).not.toBe(foldName('\u65e5\u672d.md'))
})

test('keys that would land on one file are found', () => {
  expect(findCollisions(['A.md', 'a.md'])).toEqual([['A.md', 'a.md']])
  expect(findCollisions(['\u00e9.md', 'e\u0301.md'])).toHaveLength(1)
  expect(findCollisions(['a.md', 'a.md/b.md'])).toHaveLength(1)
  expect(findCollisions(['b', 'B/c.md', 'x/y/z.md', 'x/Y'])).toEqual([
    ['b', 'B/c.md'],
    ['x/Y', 'x/y/z.md'],
  ])
  expect(findCollisions(['a.md', 'b/a.md', 'b/c.md'])).toEqual([])
  expect(checkMemoryFile('__proto__').ok).toBe(false)
  expect(checkMemoryFile(`${'a'.repeat(300)}.md`).ok).toBe(false)
})

test('a directory that is reached through a link has two roots', () => {
  const real = realpathSync.native(temporaryDirectory())
  const link = join(real, 'link')
  mkdirSync(join(real, 'memory'))
  symlinkSync(join(real, 'memory'), link)
  expect(memoryRoots(link)).toEqual([link, join(real, 'memory')])
  expect(memoryRoots(real)).toEqual([real])
  expect(memoryRoots(join(real, 'missing'))).toEqual([join(real, 'missing')])
})

test('inside is judged by segments', () => {
  expect(isInside('/mem', '/mem-evil/a')).toBe(false)
  expect(isInside('/mem', '/mem')).toBe(false)
  expect(isInside('/mem/', '/mem/a')).toBe(true)
})
