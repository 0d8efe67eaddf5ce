// The installed programs as the judge: whatever the rules accept, in any mixture of options, leaves the directory as
// it was.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CommandRule } from './command-rule.ts'
import { FILE_COMMANDS } from './file-commands.ts'
import { proveReadOnly } from './prove-read-only.ts'
import { runProven } from './run-proven.ts'
import { TEXT_COMMANDS } from './text-commands.ts'

let cwd: string
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'memdir-effects-'))
  mkdirSync(join(cwd, 'sub'))
  for (const name of ['a.txt', 'b.txt', 'sub/c.txt']) writeFileSync(join(cwd, name), 'b 2\na 1\na 1\n')
})
afterAll(() => rmSync(cwd, { recursive: true }))

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
  it('change nothing', async () => {
    const before = snapshot()
    const line = fc.constantFrom(...RULES).chain(callOf)
    const accepted = fc.sample(line, 800).flatMap((text) => {
      const proof = proveReadOnly(text, { cwd })
      return proof.ok ? [{ text, steps: proof.steps }] : []
    })
    expect(accepted.length).toBeGreaterThan(100)
    const some = accepted.slice(0, 60)
    for (const { text, steps } of some) {
      const signal = AbortSignal.timeout(5_000)
      await runProven(steps, { cwd, timeoutMs: 2_000, maxOutputBytes: 50_000, signal })
      expect([text, snapshot()]).toEqual([text, before])
    }
  })

  it('change nothing when options are run together, before and behind their operands', async () => {
    const before = snapshot()
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
    const accepted = fc.sample(line, 4_000).flatMap((text) => {
      const proof = proveReadOnly(text, { cwd })
      return proof.ok ? [{ text, steps: proof.steps }] : []
    })
    for (const { text, steps } of accepted.slice(0, 150)) {
      const signal = AbortSignal.timeout(5_000)
      await runProven(steps, { cwd, timeoutMs: 2_000, maxOutputBytes: 50_000, signal })
      expect([text, snapshot()]).toEqual([text, before])
    }
  })
})
