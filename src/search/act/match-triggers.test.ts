import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Trigger } from '../../memory/moments.ts'
import { matchesGlob } from './match-glob.ts'
import { matchTriggers } from './match-triggers.ts'
import { normaliseCall } from './normalise-call.ts'

const ample = () => ({ left: 1_000_000_000 })
const matches = (glob: string, text: string) => matchesGlob(glob, text, ample())

describe('globs', () => {
  it.each([
    ['npm i', 'npm i'],
    ['npm i *', 'npm i zod'],
    ['npm install*', 'npm install'],
    ['*pip install*', 'python -m pip install x'],
    ['src/**', 'src/a/b.ts'],
    ['src/*', 'src/a/b.ts'],
    ['**/*.sql', 'db/a.sql'],
    ['a?c', 'a/c'],
    ['git -[!-]*', 'git -C x'],
    ['[a-c]x[0-9]', 'bx7'],
    ['[]]', ']'],
    ['*', ''],
    ['a*b*c', 'a\nb\nc'],
    ['*修复*', '提交 修复：退款'],
    ['a+b.c(d', 'a+b.c(d'],
    ['[x', '[x'],
  ])('%s is %s', (glob, text) => expect(matches(glob, text)).toBe(true))

  it.each([
    ['npm i', 'npm install'],
    ['npm i *', 'npm i'],
    ['NPM *', 'npm i'],
    ['src/*', 'web/src/a.ts'],
    ['a?c', 'ac'],
    ['[!a]b', 'ab'],
    ['ab*ba', 'aba'],
    ['', 'a'],
    ['a.c', 'abc'],
    ['*.ts', 'a.tsx'],
  ])('%s is not %s', (glob, text) => expect(matches(glob, text)).toBe(false))

  it('say the same as the regular expression that they stand for', () => {
    const letter = fc.constantFrom('a', 'b', '/', '\n', '中')
    const part = fc.oneof(letter, fc.constantFrom('*', '**', '?', '[ab]', '[!a]'))
    const asPattern = (parts: readonly string[]) =>
      parts
        .map((one) => (/^\*/.test(one) ? '[\\s\\S]*' : one === '?' ? '[\\s\\S]' : one.replace('[!', '[^')))
        .join('')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.array(letter, { maxLength: 12 }), (parts, letters) => {
        const text = letters.join('')
        expect(matches(parts.join(''), text)).toBe(new RegExp(`^${asPattern(parts)}$`).test(text))
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    '*a'.repeat(100),
    '*?'.repeat(100),
    '*[ab][ab]'.repeat(20),
    `*${'?'.repeat(198)}b`,
    `*${'a'.repeat(198)}b`,
  ])('take no longer than text × glob: %s', (glob) => {
    const steps = ample()
    const before = steps.left
    matchesGlob(glob, 'a'.repeat(32_000), steps)
    expect(before - steps.left).toBeLessThan(32_000 * 201)
  })
})

const told = (on: Trigger[], tool: string, input: unknown) =>
  matchTriggers(normaliseCall(tool, input), [{ id: 'm', on }]).map(({ what }) => what)

describe('triggers', () => {
  it.each<[Trigger, string, unknown, boolean]>([
    [{ run: 'npm install*' }, 'Bash', { command: 'cd web && npm install zod' }, true],
    [{ run: 'npm install*', unless: '--dry' }, 'Bash', { command: 'npm install zod --dryer' }, false],
    [{ run: 'npm install*', unless: '-g' }, 'Bash', { command: 'npm install -g a; npm install b' }, true],
    [{ run: 'npm *' }, 'Bash', { command: 'npm view zod' }, false],
    [{ edit: 'db/**' }, 'Edit', { file_path: 'db/a.sql', old_string: '', new_string: 'x' }, true],
    [{ edit: 'db/**' }, 'Bash', { command: 'cat > db/a.sql <<E\nx\nE' }, true],
    [{ write: 'db/**' }, 'Edit', { file_path: 'db/a.sql', old_string: '', new_string: 'x' }, false],
    [{ write: 'db/**' }, 'Write', { file_path: 'db/a.sql', content: 'x' }, true],
    [{ add: 'console.', in: 'src/**' }, 'Write', { file_path: 'src/a.ts', content: 'console.log(1)' }, true],
    [
      { add: 'console.', in: 'src/**' },
      'Write',
      { file_path: 'scripts/a.ts', content: 'console.log(1)' },
      false,
    ],
    [{ add: 'console.' }, 'Edit', { file_path: 'a', old_string: 'console.', new_string: 'console.' }, false],
    [
      { add: 'console.', unless: 'debug' },
      'Write',
      { file_path: 'debug.ts', content: 'console.log(1)' },
      false,
    ],
    [{ edit: 'a*', unless: 'generated' }, 'Write', { file_path: 'a.ts', content: '// generated' }, false],
  ])('%j at %s %j: %s', (trigger, tool, input, isTold) => {
    expect(told([trigger], tool, input)).toHaveLength(isTold ? 1 : 0)
  })

  it('say once what it was, in the words of the call', () => {
    const on = [{ run: 'yarn*' }, { run: 'npm *' }, { run: 'npm i*' }]
    expect(told(on, 'Bash', { command: 'sudo npm i "a b"' })).toEqual(['npm i "a b"'])
  })

  it('of a hostile store end', () => {
    const on = Array.from({ length: 12 }, (_, at) => ({ run: `${'*?'.repeat(90)}x${at}` }))
    const call = normaliseCall('Bash', { command: `make ${'a'.repeat(900_000)}` })
    const began = process.cpuUsage()
    expect(
      matchTriggers(
        call,
        Array.from({ length: 500 }, () => ({ on })),
      ),
    ).toEqual([])
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(3_000)
  })
})
