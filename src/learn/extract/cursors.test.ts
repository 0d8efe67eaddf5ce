import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { type Cursor, NO_CURSOR, openCursors } from './cursors.ts'

const cursor: Cursor = { message: 'm3', time: '2026-04-09T10:00:00.000Z', turns: 1, failures: 2 }

test('a cursor is kept for each conversation, in a private file whose name says nothing of it', () => {
  const directory = join(temporaryDirectory(), 'cursors')
  const cursors = openCursors(directory)
  expect(cursors.read('a')).toEqual(NO_CURSOR)
  cursors.write('a', cursor)
  cursors.write('../../b', { turns: 0, failures: 0 })
  expect([cursors.read('a'), cursors.read('../../b'), cursors.read('c')]).toEqual([
    cursor,
    NO_CURSOR,
    NO_CURSOR,
  ])
  const names = readdirSync(directory)
  expect(names.every((name) => /^[0-9a-f]{24}\.json$/.test(name))).toBe(true)
  expect(statSync(join(directory, names[0] ?? '')).mode & 0o777).toBe(0o600)
})

test.each([
  ['torn', '{"v":1,"turns":'],
  ['of another version', '{"v":2,"message":"m3","turns":0,"failures":0}'],
  ['with a count that is none', '{"v":1,"message":"m3","turns":-1,"failures":0}'],
  ['with a message that is no text', '{"v":1,"message":3,"turns":0,"failures":0}'],
  ['with a time that is none', '{"v":1,"time":"soon","turns":0,"failures":0}'],
  ['that is no object', 'null'],
])('a cursor %s is none', (_, text) => {
  const directory = temporaryDirectory()
  const cursors = openCursors(directory)
  cursors.write('a', cursor)
  writeFileSync(join(directory, readdirSync(directory)[0] ?? ''), text)
  expect(cursors.read('a')).toEqual(NO_CURSOR)
})

test('those of conversations that are long over go', () => {
  const directory = temporaryDirectory()
  const cursors = openCursors(directory)
  mkdirSync(directory, { recursive: true })
  cursors.write('old', cursor)
  const old = join(directory, readdirSync(directory)[0] ?? '')
  cursors.write('new', cursor)
  utimesSync(old, new Date('2026-01-01'), new Date('2026-01-01'))
  expect(cursors.removeOld(new Date())).toBe(1)
  expect([cursors.read('old'), cursors.read('new')]).toEqual([NO_CURSOR, cursor])
})
