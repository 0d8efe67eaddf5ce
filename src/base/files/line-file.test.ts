import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { addLines, eraseLines, type LineKind, readLines, writeLines } from './line-file.ts'

const LINE: LineKind<{ id: string }> = {
  read: ({ id }) => (typeof id === 'string' ? { id } : undefined),
  version: 2,
  most: 200,
}
const file = () => join(temporaryDirectory(), 'below', 'lines.jsonl')
const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]

test('says what was added, in order, past what was cut off or is of another form or version', () => {
  const path = file()
  expect(readLines(path, LINE)).toEqual([])
  addLines(path, LINE, [a, b])
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual([
    '\n{"v":2,"id":"a"}\n{"v":2,"id":"b"}\n',
    0o600,
  ])
  appendFileSync(path, '{"v":1,"id":"old"}\n{"v":3,"id":"new"}\n{"v":2,"id":7}\n{"v":2,"id":"to')
  addLines(path, LINE, [c])
  expect(readLines(path, LINE)).toEqual([a, b, c])
})

test('begins anew where the file is too large or something else is in its place', () => {
  const path = file()
  mkdirSync(join(path, 'more'), { recursive: true })
  addLines(path, LINE, [a])
  expect(readLines(path, LINE)).toEqual([a])
  appendFileSync(path, `${' '.repeat(200)}\n`)
  expect(readLines(path, LINE)).toEqual([])
  addLines(path, LINE, [b])
  expect(readLines(path, LINE)).toEqual([b])
})

test('is written whole, and is no file where there is nothing to say', () => {
  const path = file()
  writeLines(path, LINE, [a, c])
  expect(readFileSync(path, 'utf8')).toBe('{"v":2,"id":"a"}\n{"v":2,"id":"c"}\n')
  writeLines(path, LINE, [])
  expect(existsSync(path)).toBe(false)
})

test('what is erased goes with the lines that nobody can read; nothing is written where nothing goes', () => {
  const path = file()
  addLines(path, LINE, [a, b])
  const { ino } = statSync(path)
  const without = (id: string) => eraseLines(path, LINE, (all) => all.filter((one) => one.id !== id))
  without('c')
  expect(statSync(path).ino).toBe(ino)
  without('a')
  expect(readFileSync(path, 'utf8')).toBe('{"v":2,"id":"b"}\n')
  appendFileSync(path, '{"v":2,"id":"a\n')
  without('c')
  expect(readFileSync(path, 'utf8')).toBe('{"v":2,"id":"b"}\n')
  writeFileSync(path, 'nothing of ours')
  without('c')
  expect(existsSync(path)).toBe(false)
})
