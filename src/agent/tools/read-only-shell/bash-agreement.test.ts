// A real bash as the judge: for lines that we accept it must see exactly the words that we see. Every command is
// replaced by a function that tells its words, and nothing else can be found, so nothing runs.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proveReadOnly } from './prove-read-only.ts'

const NAMES = ['ls', 'cat', 'grep', 'find', 'sort', 'echo', 'wc']
const piece = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'a',
      'b.md',
      '-l',
      '-la',
      '/x',
      '..',
      '=',
      '%',
      '笔记',
      '*',
      '?',
      '[ab]',
      '!',
      '^',
    ),
  },
  { weight: 3, arbitrary: fc.stringMatching(/^[ab $`"\\*;|&<>(){}#~!-]{0,5}$/).map((text) => `'${text}'`) },
  { weight: 3, arbitrary: fc.stringMatching(/^[ab $`'\\*;|&<>(){}#~!"-]{0,5}$/).map((text) => `"${text}"`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '\\',
      '$',
      '$x',
      '`',
      '~',
      '{a,b}',
      '#',
      '\\ ',
      '\\(',
      '"',
      "'",
      '&',
      '>',
      '2>',
      '<',
    ),
  },
)
const word = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(''))
const redirection = fc.constantFrom(
  '',
  '',
  '',
  ' 2>/dev/null',
  ' >/dev/null',
  ' 2>&1',
  ' >&2',
  ' 2>/dev/null2',
  ' >a',
)
const command = fc
  .tuple(fc.constantFrom(...NAMES), fc.array(word, { maxLength: 4 }), redirection)
  .map(([name, words, end]) => `${[name, ...words].join(' ')}${end}`)
const line = fc
  .array(fc.tuple(command, fc.constantFrom(' | ', ' && ', '; ', ';', '|', '&&')), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) =>
    parts.map(([text, joiner], at) => (at === parts.length - 1 ? text : text + joiner)).join(''),
  )

/** The calls that bash makes, for each line. */
function callsOfBash(lines: readonly string[], cwd: string): string[][] {
  const functions = NAMES.map(
    (name) => `${name}() { local all; printf -v all '%s\x1f' ${name} "$@"; printf '%s\x1e' "$all" >&3; }`,
  )
  const each = `while IFS= read -r -d '' line; do eval "$line" >/dev/null 2>&1 </dev/null; wait; printf '\\x1d' >&3; done`
  const done = spawnSync(
    '/bin/bash',
    ['--norc', '--noprofile', '-c', `set -f; ${functions.join('; ')}; ${each}`],
    {
      cwd,
      env: { PATH: '/nonexistent' },
      input: lines.map((text) => `${text}\0`).join(''),
      stdio: ['pipe', 'ignore', 'inherit', 'pipe'],
      encoding: 'utf8',
    },
  )
  const output = done.output[3] as unknown as string
  return output
    .split('\x1d')
    .slice(0, -1)
    .map((calls) => calls.split('\x1e').slice(0, -1).sort())
}

describe.skipIf(!existsSync('/bin/bash'))('the words of accepted lines', () => {
  it('are the words that bash sees', () => {
    const cwd = mkdtempSync(join(tmpdir(), 'memdir-words-'))
    try {
      const accepted = fc
        .sample(line, 6_000)
        .map((text) => ({ text, proof: proveReadOnly(text, { cwd }) }))
        .filter(({ proof }) => proof.ok)
        // Where an input file is missing bash does not come to the command.
        .filter(
          ({ proof }) =>
            proof.ok &&
            proof.steps.every(({ pipeline }) => pipeline.every(({ input }) => input === undefined)),
        )
      expect(accepted.length).toBeGreaterThan(150)
      const seen = callsOfBash(
        accepted.map(({ text }) => text),
        cwd,
      )
      for (const [at, { text, proof }] of accepted.entries()) {
        if (!proof.ok) continue
        const commands = proof.steps.flatMap((step) => step.pipeline)
        const ours = commands.map(({ name, args }) =>
          [name, ...args.map(({ word }) => word.value), ''].join('\x1f'),
        )
        expect([text, seen[at]]).toEqual([text, ours.sort()])
      }
    } finally {
      rmSync(cwd, { recursive: true })
    }
  })
})
