// The installed `ps` as the judge: whatever is accepted, no environment is shown.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findGuilty } from '../../../../test/support/find-guilty.ts'
import { TRY_ALL } from '../../../../test/support/try-all.ts'
import { proveReadOnly } from './prove-read-only.ts'

const word = fc.oneof(
  fc.constantFrom(
    '-e',
    '-ef',
    '-A',
    'aux',
    'ax',
    'axu',
    '-aux',
    '-f',
    '-F',
    '-l',
    '-j',
    '-el',
    '-ww',
    '-w',
    '--forest',
  ),
  fc.constantFrom(
    '-o',
    '-eo',
    'axo',
    '-p',
    '-u',
    '--sort=pid',
    '--headers',
    'pid,args',
    'args',
    '1',
    'root',
    'e',
    'xe',
  ),
  fc.stringMatching(/^-?[aAeEuxwfljo]{1,4}$/),
)

/** Whether one of these calls does, each made by one shell. */
function showEnvironment(calls: readonly string[]): boolean {
  const { stdout, status } = spawnSync(
    '/bin/sh',
    ['-c', 'for call; do /usr/bin/ps $call; done; exit 0', 'sh', ...calls],
    { encoding: 'utf8', env: { LANG: 'C.UTF-8', COLUMNS: '5000' }, maxBuffer: 2 ** 28 },
  )
  expect(status).toBe(0)
  return stdout.includes('MEMDIR_TEST_SECRET')
}

describe.skipIf(!existsSync('/usr/bin/ps'))('ps', () => {
  it('never shows the environment of a process', () => {
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 120000)'], {
      env: { MEMDIR_TEST_SECRET: 'shown' },
      stdio: 'ignore',
    })
    try {
      const calls = fc
        .sample(fc.array(word, { maxLength: 4 }), TRY_ALL ? 20_000 : 8_000)
        .map((words) => words.join(' '))
        .filter((words) => proveReadOnly(`ps ${words}`, { cwd: '/somewhere' }).ok)
      const different = [...new Set(calls)]
      expect(different.length).toBeGreaterThan(30)
      expect(findGuilty(different.slice(0, TRY_ALL ? 150 : 60), showEnvironment)).toBeUndefined()
    } finally {
      other.kill()
    }
  })
})
