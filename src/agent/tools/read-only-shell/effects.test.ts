// The installed programs as the judge: whatever the rules accept, in any mixture of options, leaves the directory as
// it was.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findGuilty } from '../../../../test/support/find-guilty.ts'
import { TRY_ALL } from '../../../../test/support/try-all.ts'
import type { CommandRule } from './command-rule.ts'
import { FILE_COMMANDS } from './file-commands.ts'
import { proveReadOnly } from './prove-read-only.ts'
import { TEXT_COMMANDS } from './text-commands.ts'

let cwd: string
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'memdir-effects-'))
})
afterAll(() => rmSync(cwd, { recursive: true }))

function fill(): void {
  for (const name of readdirSync(cwd)) rmSync(join(cwd, name), { recursive: true })
  mkdirSync(join(cwd, 'sub'))
  for (const name of ['a.txt', 'b.txt', 'sub/c.txt']) writeFileSync(join(cwd, name), 'b 2\na 1\na 1\n')
}

const isAccepted = (line: string) => proveReadOnly(line, { cwd }).ok

/** Whether one of these lines does, each in a bash of its own; what it changed stays so. */
function changeSomething(lines: readonly string[]): boolean {
  fill()
  const before = snapshot()
  const each = 'for line; do timeout 2 bash -c "$line" </dev/null >/dev/null 2>&1; done; exit 0'
  const { status } = spawnSync('/bin/sh', ['-c', each, 'sh', ...lines], {
    cwd,
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
  })
  expect(status).toBe(0)
  return snapshot().join('\n') !== before.join('\n')
}

const snapshot = () =>
  readdirSync(cwd, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => `${path}: ${path.endsWith('.txt') ? readFileSync(path, 'utf8') : ''}`)

const RULES = Object.entries<CommandRule>({ ...FILE_COMMANDS, ...TEXT_COMMANDS })
const value = fc.constantFrom('1', '2', 'x', 'new1', 'a.txt', '.', ',', "'s/a/b/'", "'{print $1}'", 'p', 'w')
const operand = fc.constantFrom('a.txt', 'b.txt', 'sub', 'new2', '*.txt', '-', '+1', 'p', '.', "'/a/p'")

function callOf([name, rule]: [string, CommandRule]): fc.Arbitrary<string> {
  const flags = fc.constantFrom(...(rule.flags ?? 'l')).map((letter) => `-${letter}`)
  const valued = fc.tuple(fc.constantFrom(...(rule.values ?? 'n')), value, fc.boolean())
  const short = valued.map(([letter, text, joined]) => `-${letter}${joined ? '' : ' '}${text}`)
  const long = fc.tuple(fc.constantFrom(...(rule.long ?? ['help'])), value).map(([option, text]) => {
    return `--${option.replace(/=\??$/, '')}${option.endsWith('=') ? `=${text}` : ''}`
  })
  const options = fc.array(fc.oneof(flags, short, long), { maxLength: 3 })
  return fc
    .tuple(options, fc.array(operand, { maxLength: 3 }), fc.boolean())
    .map(([before, names, piped]) => `${piped ? 'cat a.txt | ' : ''}${[name, ...before, ...names].join(' ')}`)
}

describe('accepted commands', () => {
  it('change nothing', () => {
    const line = fc.constantFrom(...RULES).chain(callOf)
    const accepted = fc.sample(line, 800).filter(isAccepted)
    expect(accepted.length).toBeGreaterThan(100)
    expect(findGuilty(accepted.slice(0, TRY_ALL ? 100 : 50), changeSomething)).toBeUndefined()
  })

  it('change nothing when options are run together, before and behind their operands', () => {
    const line = fc.constantFrom(...RULES).chain(([name, rule]) => {
      const letters = [...`${rule.flags ?? ''}${rule.values ?? ''}${rule.optional ?? ''}`, 'o', 'r']
      const bundle = fc.array(fc.constantFrom(...letters), { minLength: 2, maxLength: 3 })
      const words = fc.array(fc.constantFrom('1', 'a.txt', 'new1', 'new2'), { minLength: 1, maxLength: 3 })
      return fc
        .tuple(bundle, words, fc.boolean())
        .map(([all, rest, behind]) =>
          (behind ? [name, ...rest, `-${all.join('')}`] : [name, `-${all.join('')}`, ...rest]).join(' '),
        )
    })
    const accepted = fc.sample(line, 4_000).filter(isAccepted)
    expect(accepted.length).toBeGreaterThan(250)
    expect(findGuilty(accepted.slice(0, TRY_ALL ? 250 : 80), changeSomething)).toBeUndefined()
  })
})
