// The installed `ps` as the judge: whatever is accepted, no environment is shown.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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

describe.skipIf(!existsSync('/usr/bin/ps'))('ps', () => {
  it('never shows the environment of a process', () => {
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 120000)'], {
      env: { MEMDIR_TEST_SECRET: 'shown' },
      stdio: 'ignore',
    })
    try {
      const calls = fc
        .sample(fc.array(word, { maxLength: 4 }), 20_000)
        .map((words) => words.join(' '))
        .filter((words) => proveReadOnly(`ps ${words}`, { cwd: '/somewhere' }).ok)
      const different = [...new Set(calls)]
      expect(different.length).toBeGreaterThan(50)
      for (const call of different.slice(0, 250)) {
        const { stdout } = spawnSync('/usr/bin/ps', call.split(' ').filter(Boolean), {
          encoding: 'utf8',
          env: { LANG: 'C.UTF-8', COLUMNS: '5000' },
        })
        expect([call, stdout.includes('MEMDIR_TEST_SECRET')]).toEqual([call, false])
      }
    } finally {
      other.kill()
    }
  })
})
