// The installed programs as the judge: whatever is accepted writes nothing, runs nothing and shows no environment.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findGuilty } from '../../../../test/support/find-guilty.ts'
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

/** One after the other, by one shell: a process of ours costs more to start them than they do. */
const RUN_EACH = 'tool=$1; shift; for program; do timeout 5 "$tool" "$program" in 2>&1; done'

function run(tool: string, programs: readonly string[]): string {
  const { stdout } = spawnSync('/bin/sh', ['-c', RUN_EACH, 'sh', tool, ...programs], {
    cwd,
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', MEMDIR_TEST_SECRET: 'never-to-be-seen' },
    maxBuffer: 2 ** 28,
  })
  return stdout
}

/** What a program did stays, so it is seen behind all of them. */
function doHarm(tool: string, programs: readonly string[]): boolean {
  writeFileSync(join(cwd, 'in'), INPUT)
  for (const name of readdirSync(cwd)) if (name !== 'in') rmSync(join(cwd, name), { recursive: true })
  const output = run(tool, programs)
  const text = readFileSync(join(cwd, 'in'), 'utf8')
  return readdirSync(cwd).join() !== 'in' || text !== INPUT || output.includes('never-to-be-seen')
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
      // The first are the short ones.
      const some = [...programs.slice(0, 60), ...programs.slice(60).slice(-140)]
      expect(findGuilty(some, (programs) => doHarm(`/usr/bin/${name}`, programs))).toBeUndefined()
    })
})
