import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pathsInCommand } from './paths-in-command.ts'

let cwd: string
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'memdir-command-')))
  mkdirSync(join(cwd, 'api', 'deep'), { recursive: true })
  for (const file of ['api/a b.ts', 'api/main.ts', 'web.ts', 'api/deep/x.ts', 'ls'])
    writeFileSync(join(cwd, file), '')
})
afterEach(() => rmSync(cwd, { recursive: true }))

const named = (command: string) => pathsInCommand(command, cwd).map((path) => relative(cwd, path))

it.each([
  ['cat api/main.ts', ['api/main.ts']],
  ['cat api/none.ts other', []],
  [`cat "api/a b.ts" 'web.ts'`, ['api/a b.ts', 'web.ts']],
  ['cd api && cat main.ts; cat deep/x.ts', ['api', 'api/main.ts', 'api/deep/x.ts']],
  ['(cd api/deep; make) && cat web.ts', ['api/deep', 'web.ts']],
  ['grep -rn --include=web.ts x api|wc -l', ['web.ts', 'api']],
  // A command is no file, an option no path, and what a shell would make of a word is not known.
  ['ls -l', []],
  ['cat $HOME/api `pwd`', []],
  ['cat api/main.ts api/main.ts', ['api/main.ts']],
])('%s', (command, expected) => {
  expect(named(command)).toEqual(expected)
})

it('is bounded and never fails', () => {
  expect(named('cat api/main.ts '.repeat(10_000))).toEqual(['api/main.ts'])
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(pathsInCommand(text, cwd).length).toBeLessThanOrEqual(20)
    }),
  )
})
