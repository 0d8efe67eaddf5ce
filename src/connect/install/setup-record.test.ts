import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { emptyRecord, readRecord, writeRecord } from './setup-record.ts'

test('what is noted of one file is not written again for another: two setups may run at once', () => {
  const home = temporaryDirectory()
  const files = () =>
    readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => ({ name, stat: statSync(join(parentPath, name)) }))
  const one = { ...emptyRecord(), previous: { key: 'was' } }
  writeRecord(home, '/one.json', one)
  const before = files().map(({ name, stat }) => [name, stat.ino])
  writeRecord(home, '/other.json', emptyRecord())
  expect(files().map(({ name, stat }) => [name, stat.ino])).toEqual(expect.arrayContaining(before))
  expect(files().map(({ stat }) => stat.mode & 0o777)).toEqual([0o600, 0o600])
  writeRecord(home, '/other.json', undefined)
  expect([readRecord(home, '/one.json'), readRecord(home, '/other.json')]).toEqual([one, undefined])
})
