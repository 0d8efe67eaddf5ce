import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { forgetFiles, forgetShown, readShown, recordShown } from './shown-record.ts'

let state = ''
let path = ''
const EMPTY = { shown: [], read: [], bytes: 0 }

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'memdir-shown-'))
  recordShown(state, 'c1', { shown: ['a.md'], bytes: 10 })
  path = join(state, 'shown', readdirSync(join(state, 'shown'))[0]!)
})
afterEach(() => rmSync(state, { recursive: true, force: true }))

test('what was shown and read adds up, until it is forgotten', () => {
  recordShown(state, 'c1', { shown: ['a.md', 'b.md'], read: ['c.md'], bytes: 5 })
  expect(readShown(state, 'c1')).toEqual({ shown: ['a.md', 'b.md'], read: ['c.md'], bytes: 15 })
  expect(readShown(state, 'c2')).toEqual(EMPTY)
  forgetShown(state, 'c1', 'compaction')
  expect(readShown(state, 'c1')).toEqual(EMPTY)
})

test('what the person said of memory outlives a compaction and an erasure, and ends with a clear', () => {
  recordShown(state, 'c1', { ignoring: true })
  recordShown(state, 'c1', { shown: ['b.md'], bytes: 5 })
  expect(readShown(state, 'c1').ignoring).toBe(true)
  forgetFiles(state, new Set(['b.md']))
  expect(readShown(state, 'c1')).toMatchObject({ shown: ['a.md'], ignoring: true })
  forgetShown(state, 'c1', 'compaction')
  expect(readShown(state, 'c1')).toEqual({ ...EMPTY, ignoring: true })
  recordShown(state, 'c1', { ignoring: false })
  expect(readShown(state, 'c1').ignoring).toBe(false)
  recordShown(state, 'c1', { ignoring: true })
  forgetShown(state, 'c1', 'clear')
  expect(readShown(state, 'c1')).toEqual(EMPTY)
})

test('the names of erased files are forgotten, and damaged records that may hold them', () => {
  recordShown(state, 'c1', { shown: ['b.md'], read: ['a.md'], bytes: 5 })
  writeFileSync(join(state, 'shown', 'other.json'), '{"v":1,"shown":"a.md"}')
  forgetFiles(state, new Set(['a.md']))
  expect(readShown(state, 'c1')).toEqual({ shown: ['b.md'], read: [], bytes: 15 })
  expect(readdirSync(join(state, 'shown'))).toHaveLength(1)
})

describe('a damaged record counts as empty and is rewritten', () => {
  const whole = { v: 1, shown: ['a.md'], read: [], bytes: 10 }

  function expectAnew(): void {
    expect(readShown(state, 'c1')).toEqual(EMPTY)
    recordShown(state, 'c1', { shown: ['b.md'], bytes: 7 })
    expect(readShown(state, 'c1')).toEqual({ shown: ['b.md'], read: [], bytes: 7 })
  }

  test.each([
    '',
    '{',
    'null',
    '[]',
    '7',
    '{"v":1}',
    JSON.stringify({ ...whole, v: 2 }),
    JSON.stringify({ ...whole, shown: 'a.md' }),
    JSON.stringify({ ...whole, shown: [1] }),
    JSON.stringify({ ...whole, read: { length: 1 } }),
    JSON.stringify({ ...whole, bytes: '10' }),
    JSON.stringify({ ...whole, bytes: null }),
    JSON.stringify({ ...whole, bytes: -1 }),
    JSON.stringify({ ...whole, bytes: 1e12 }),
    JSON.stringify({ ...whole, padding: 'x'.repeat(1_100_000) }),
  ])('%.60s', (text) => {
    writeFileSync(path, text)
    expectAnew()
  })

  test('a directory in its place', () => {
    rmSync(path)
    mkdirSync(join(path, 'more'), { recursive: true })
    expectAnew()
  })

  test('a pipe that nobody writes to', () => {
    rmSync(path)
    expect(spawnSync('mkfifo', [path]).status).toBe(0)
    expectAnew()
  })
})
