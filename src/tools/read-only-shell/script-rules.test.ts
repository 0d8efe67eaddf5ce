// The installed programs as the judge: whatever is accepted writes nothing, runs nothing and shows no environment.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isHarmlessAwk, isHarmlessJq, isHarmlessSed } from './script-rules.ts'

const INPUT = '[1,2]\n{"a":1}\n'
let cwd: string
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'memdir-scripts-'))
  writeFileSync(join(cwd, 'in'), INPUT)
})
afterAll(() => rmSync(cwd, { recursive: true }))

/** Accepted programs that are made of these parts, with blanks between them or not. */
function accepted(parts: readonly string[], isHarmless: (program: string) => boolean): string[] {
  const program = fc
    .tuple(fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 9 }), fc.constantFrom('', ' '))
    .map(([all, blank]) => all.join(blank))
  return [...new Set(fc.sample(program, 60_000).filter(isHarmless))]
}

function run(file: string, args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(file, args, {
    cwd,
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', MEMDIR_TEST_SECRET: 'never-to-be-seen' },
    timeout: 5_000,
  })
  return stdout + stderr
}

function expectNothingHappened(program: string, output: string): void {
  const text = readFileSync(join(cwd, 'in'), 'utf8')
  expect([program, readdirSync(cwd), text]).toEqual([program, ['in'], INPUT])
  expect([program, output.includes('never-to-be-seen')]).toEqual([program, false])
}

const AWK_PARTS = [
  ...[
    '/',
    '[',
    ']',
    '"',
    '#',
    '\\',
    '!',
    '{',
    '}',
    '$1',
    '==',
    '~',
    '&&',
    '||',
    ';',
    '>',
    '|',
    '1',
    'NF',
    'n',
  ],
  ...[
    'print',
    '{print $1}',
    '!seen[$1]++',
    '"]"',
    '/a/',
    '/]/',
    '/[/',
    '{system("touch new")}',
    '"touch new"',
  ],
  ...['print "x" > "new"', 'getline', 'ENVIRON["MEMDIR_TEST_SECRET"]', '/=', 'n++', 'BEGIN', 'END', 'length'],
]
const SED_PARTS = [
  ...[
    's',
    '/',
    '|',
    '#',
    ',',
    '[',
    ']',
    '^',
    '\\',
    'a',
    '1',
    '$',
    'p',
    'd',
    'q',
    ';',
    'g',
    'w new',
    'e',
    '}',
    '{',
  ],
  ...['s/a/b/', '/a/', '[^a]', '[]', 'etouch new', 'w', ' new', '!', 'W new', 'I', 'r in'],
]
const JQ_PARTS = [
  ...[
    '[',
    ']',
    '{',
    '}',
    '(',
    ')',
    ',',
    ':',
    '|',
    '.',
    '..',
    '"',
    '\\',
    '#',
    '1',
    '1.',
    'env',
    '.env',
    'inputs',
  ],
  ...['a', 'if', 'then', 'else', 'end', '.a', '$ENV', 'input', '[1,', '{a:', '"\\(', '::', '?', '//', 'keys'],
]

describe('accepted scripts', () => {
  for (const [name, parts, isHarmless] of [
    ['awk', AWK_PARTS, isHarmlessAwk],
    ['sed', SED_PARTS, isHarmlessSed],
    ['jq', JQ_PARTS, isHarmlessJq],
  ] as const)
    it.skipIf(!existsSync(`/usr/bin/${name}`))(`of ${name} only read and print`, () => {
      const programs = accepted(parts, isHarmless)
      expect(programs.length).toBeGreaterThan(20)
      for (const program of programs.slice(-200))
        expectNothingHappened(program, run(`/usr/bin/${name}`, [program, 'in']))
    })
})
