import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTestWriter, unsynced } from '../../../test/support/open-test-writer.ts'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import type { FileOps } from '../../base/files/file-ops.ts'
import { foldName } from '../../base/paths/portable-name.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { INDEX_FILE } from '../memory-path.ts'

function place() {
  const home = temporaryDirectory()
  const directory = join(home, 'memory')
  mkdirSync(directory)
  const listed: string[] = []
  const readdir = (path: string) => {
    if (path.startsWith(directory)) listed.push(path)
    return unsynced.readdir(path)
  }
  const openOne = (more: Partial<FileOps> = {}) =>
    openTestWriter(home, { ops: { ...unsynced, readdir, ...more } })
  const open =
    (writer = openOne()) =>
    async (file: string, content: string | null = 'x') => {
      try {
        await writer.overwrite([{ file, content }], { actor: 'test', action: 'add' })
        return 'written'
      } catch (error) {
        if (!MemdirError.is(error)) throw error
        return error.code
      }
    }
  let time = 1_700_000_000
  /** As another program does it, later than the tick of the clock in which we wrote. */
  const outside = (change: () => void) => {
    change()
    const [accessed, modified] = [statSync(directory).atime, ++time]
    utimesSync(directory, accessed, modified)
  }
  const names = () => readdirSync(directory).filter((name) => name !== INDEX_FILE)
  return { directory, open, openOne, listed, outside, names }
}

test('a directory is listed once for many changes of a process', async () => {
  const { open, listed } = place()
  const write = open()
  for (let n = 0; n < 20; n++) expect(await write(`fact_${n}.md`)).toBe('written')
  expect(await write('Fact_3.md')).toBe('refused_path')
  // The refused one was not made: after it the names are looked at again.
  expect(await write('fact_3.md', null)).toBe('written')
  expect(await write('Fact_3.md')).toBe('written')
  expect(listed.length).toBeLessThanOrEqual(3)
})

test('what another process or program writes in between is seen', async () => {
  const { directory, open, outside, names } = place()
  const [one, other] = [open(), open()]
  await one('first.md')
  await other('second.md')
  expect(await one('Second.md')).toBe('refused_path')
  await one('third.md')
  outside(() => writeFileSync(join(directory, 'Fourth.md'), 'x'))
  expect(await one('fourth.md')).toBe('refused_path')
  outside(() => rmSync(join(directory, 'Fourth.md')))
  expect(await one('fourth.md')).toBe('written')
  expect(names().sort()).toEqual(['first.md', 'fourth.md', 'second.md', 'third.md'])
})

test('what another process writes is seen where the directory has the same time after it', async () => {
  const { directory, open, openOne } = place()
  const find = (path: string) => {
    const stat = unsynced.find(path)
    return stat && path === `${directory}/.` ? Object.assign(stat, { mtimeMs: 1 }) : stat
  }
  const [one, other] = [open(openOne({ find })), open()]
  await one('first.md')
  await other('second.md')
  expect(await one('Second.md')).toBe('refused_path')
})

test('a name that went with the change that took its place is known as gone', async () => {
  const { open, openOne, names } = place()
  const writer = openOne()
  const write = open(writer)
  await write('a.md')
  const writes = [
    { file: 'A.md', create: 'x' },
    { file: 'a.md', content: null },
  ]
  await writer.overwrite(writes, { actor: 'test', action: 'edit' })
  expect(await write('a.md')).toBe('refused_path')
  expect(names()).toEqual(['A.md'])
})

test('a directory that came with a file of the same change is known', async () => {
  const { open, openOne, names } = place()
  const writer = openOne()
  const write = open(writer)
  await write('first.md')
  const writes = ['topic/a.md', 'second.md'].map((file) => ({ file, content: 'x' }))
  await writer.overwrite(writes, { actor: 'test', action: 'add' })
  expect(await write('Topic/b.md')).toBe('refused_path')
  expect(names().sort()).toEqual(['first.md', 'second.md', 'topic'])
})

test('whoever writes in whatever order, a name is refused where another case of it is there, and only there', async () => {
  const who = fc.constantFrom('one', 'other', 'outside')
  const file = fc.constantFrom(
    'a.md',
    'A.md',
    'b.md',
    'B.md',
    '\u00e9.md',
    '\u00c9.md',
    'sub/a.md',
    'Sub/a.md',
  )
  const step = fc.record({ who, file, remove: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const { directory, open, outside } = place()
      const writers = { one: open(), other: open() }
      const all = () => readdirSync(directory, { recursive: true, encoding: 'utf8' })
      for (const { who, file, remove } of steps) {
        const there = all()
        const parts = file.split('/').map((_, at, list) => list.slice(0, at + 1).join('/'))
        const collides = parts.some((part) =>
          there.some((name) => name !== part && foldName(name) === foldName(part)),
        )
        if (who === 'outside') {
          if (collides || file.includes('/')) continue
          outside(() =>
            remove
              ? rmSync(join(directory, file), { force: true })
              : writeFileSync(join(directory, file), 'x'),
          )
          continue
        }
        if (remove && !there.includes(file)) continue
        const said = await writers[who](file, remove ? null : `x${Math.random()}`)
        expect(said).toBe(collides && !there.includes(file) ? 'refused_path' : 'written')
      }
    }),
    { numRuns: 60 },
  )
})
