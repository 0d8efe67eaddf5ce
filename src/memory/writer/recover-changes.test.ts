import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestWriter, unsynced } from '../../../test/support/open-test-writer.ts'
import type { SceneWrite } from '../../../test/support/overwriting.ts'
import { stoppedFileOps } from '../../../test/support/published/faulty-file-ops.ts'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import type { FileOps } from '../../base/files/file-ops.ts'
import { parseIndex, pointersOf } from '../files/index-file.ts'
import type { WriterOptions } from '../open-writer.ts'
import { listMemoryFiles } from '../scan-files.ts'
import type { Recovered } from '../writer.ts'

const memory = (name: string) => `---\nname: ${name}\ndescription: about ${name}\n---\nBody of ${name}.\n`

function place() {
  const home = temporaryDirectory()
  const directory = join(home, 'memory')
  const reported: Recovered[] = []
  const open = (more: Partial<WriterOptions> = {}) =>
    openTestWriter(home, {
      lockTimeoutMs: 2_000,
      onRecovered: (recovered) => reported.push(...recovered),
      ...more,
    })
  const at = (file: string) => join(directory, file)
  const read = (file: string) => (existsSync(at(file)) ? readFileSync(at(file), 'utf8') : null)
  const journal = () => join(home, 'state/journal', readdirSync(join(home, 'state/journal'))[0]!)
  const listed = () => pointersOf(parseIndex(read('MEMORY.md') ?? '')).map(({ file }) => file)
  return { directory, open, at, read, journal, listed, reported }
}
type Place = ReturnType<typeof place>

const names = ['a', 'b', 'c', 'd']
const all = (suffix: string): SceneWrite[] =>
  names.map((name) => ({ file: `${name}.md`, content: memory(name + suffix) }))
const next = { file: 'next.md', content: memory('next') }
const by = { actor: 'test', action: 'edit' } as const

/** Four files are changed together; the process ends when so many of them are in place. */
async function cutOff(here: Place, placed: number, writes = all('2')): Promise<void> {
  let count = 0
  const changesFile = ['rename', 'link', 'unlink']
  const ops = stoppedFileOps(
    ({ name, args }) =>
      changesFile.includes(name) && /\/[a-d]\.md$/.test(String(args.at(-1))) && count++ === placed,
    unsynced,
  )
  await expect(here.open({ ops }).overwrite(writes, by)).rejects.toThrow()
}

const versions = (here: Place) =>
  names.map((name) => /name: (.*)/.exec(here.read(`${name}.md`) ?? '')?.[1] ?? null)

for (const placed of [0, 1, 2, 3])
  test(`a change of four files that was cut off after ${placed} is taken back at the next write`, async () => {
    const here = place()
    await here.open().overwrite(all('1'), by)
    // A hook that a person wrote comes through.
    writeFileSync(here.at('MEMORY.md'), here.read('MEMORY.md')!.replace('about b1', 'my own words'))
    const index = here.read('MEMORY.md')
    await cutOff(here, placed)
    expect(versions(here)).toEqual(names.map((name, i) => name + (i < placed ? 2 : 1)))
    const writer = here.open()
    await writer.overwrite([next], by)
    expect(versions(here)).toEqual(['a1', 'b1', 'c1', 'd1'])
    expect(here.read('MEMORY.md')).toBe(`${index}- [next](next.md) — about next\n`)
    expect(writer.journal.read().map(({ file }) => file)).toEqual([...names.map((n) => `${n}.md`), 'next.md'])
    expect(readdirSync(here.directory).filter((name) => name.startsWith('.'))).toEqual([])
    expect(here.reported).toMatchObject([{ outcome: 'rolled_back', action: 'edit', edited: [] }])
    expect(here.reported[0]!.files).toHaveLength(4)
  })

test('one whose files are all in place counts, and its pointers follow', async () => {
  const here = place()
  const ops = stoppedFileOps(
    ({ name, args }) => name === 'rename' && String(args[1]).endsWith('/MEMORY.md'),
    unsynced,
  )
  await here.open().overwrite([next], by)
  await expect(here.open({ ops }).overwrite(all('2'), by)).rejects.toThrow()
  const writer = here.open()
  await writer.overwrite([{ ...next, content: memory('again') }], by)
  expect(versions(here)).toEqual(['a2', 'b2', 'c2', 'd2'])
  expect(here.listed().sort()).toEqual(['a.md', 'b.md', 'c.md', 'd.md', 'next.md'])
  expect(writer.journal.read()).toHaveLength(6)
  expect(here.reported).toMatchObject([{ outcome: 'completed' }])
})

test('removals and new files are taken back alike', async () => {
  const here = place()
  await here.open().overwrite(all('1').slice(0, 2), by)
  await cutOff(here, 3, [
    { file: 'a.md', content: null },
    { file: 'c.md', content: memory('c2') },
    { file: 'b.md', content: null },
    { file: 'd.md', content: memory('d2') },
  ])
  expect(versions(here)).toEqual([null, null, 'c2', null])
  await here.open().overwrite([next], by)
  expect(versions(here)).toEqual(['a1', 'b1', null, null])
  expect(here.listed()).toEqual(['a.md', 'b.md', 'next.md'])
})

test('what a person edited in between is never written over, stays in the history, and is reported', async () => {
  const here = place()
  await here.open().overwrite(all('1'), by)
  await cutOff(here, 2)
  writeFileSync(here.at('a.md'), 'my own words, on top of the change\n')
  writeFileSync(here.at('d.md'), 'my own words, where it never came\n')
  const writer = here.open()
  await writer.overwrite([next], by)
  expect([here.read('a.md'), here.read('d.md')]).toEqual([
    'my own words, on top of the change\n',
    'my own words, where it never came\n',
  ])
  expect(versions(here).slice(1, 3)).toEqual(['b1', 'c1'])
  expect(here.reported).toMatchObject([{ outcome: 'rolled_back', edited: ['a.md'] }])
  const last = writer.journal.read().filter(({ after }) => after?.text?.includes('name: a2'))
  expect(last.map(({ before }) => before?.text)).toEqual([memory('a1')])
})

test('recovery that is cut off anywhere is done again', async () => {
  for (let at = 1; ; at++) {
    const here = place()
    await here.open().overwrite(all('1'), by)
    await cutOff(here, 2)
    const ops = stoppedFileOps(({ count }) => count === at, unsynced)
    const first = await here
      .open({ ops })
      .overwrite([next], by)
      .then(
        () => true,
        () => false,
      )
    if (ops.calls.length < at) break
    const writer = here.open()
    await writer.overwrite([{ file: 'last.md', content: memory('last') }], by)
    expect(versions(here), `stopped at call ${at}`).toEqual(['a1', 'b1', 'c1', 'd1'])
    const files = listMemoryFiles(here.directory).sort()
    expect(here.listed().sort()).toEqual(files)
    if (first) expect(files).toContain('next.md')
    expect(writer.journal.unfinished()).toEqual([])
  }
})

test('a journal that was cut off in mid-append changed no file: nothing is touched', async () => {
  const here = place()
  await here.open().overwrite(all('1'), by)
  await cutOff(here, 0)
  const lines = readFileSync(here.journal(), 'utf8').trimEnd().split('\n')
  writeFileSync(here.journal(), `${lines.slice(0, -2).join('\n')}\n${lines.at(-2)!.slice(0, 40)}`)
  // By hand, to what the change wanted: it was never ours.
  writeFileSync(here.at('a.md'), memory('a2'))
  const writer = here.open()
  await writer.overwrite([next], by)
  expect(versions(here)).toEqual(['a2', 'b1', 'c1', 'd1'])
  expect(writer.journal.unfinished()).toEqual([])
})

test('an index that counts what it does not list is recounted', async () => {
  const here = place()
  const many = Array.from({ length: 230 }, (_, i) => ({ file: `m${i}.md`, content: memory(`m${i}`) }))
  await here.open().overwrite(many, by)
  expect(here.read('MEMORY.md')).toContain('31')
  await cutOff(here, 2)
  await here.open().overwrite([next], by)
  const count = Number(/(\d+) more/.exec(here.read('MEMORY.md')!)?.[1])
  expect(count + here.listed().length).toBe(listMemoryFiles(here.directory).length)
})

test('thousands of files that were cut off are taken back in seconds', { timeout: 60_000 }, async () => {
  const here = place()
  const many = Array.from({ length: 2_000 }, (_, i) => ({ file: `m${i}.md`, content: memory(`m${i}`) }))
  let count = 0
  const ops = stoppedFileOps(({ name }) => name === 'link' && count++ === 1_000, unsynced)
  await expect(here.open({ ops }).overwrite(many, by)).rejects.toThrow()
  expect(listMemoryFiles(here.directory)).toHaveLength(1_000)
  const started = performance.now()
  await here.open().overwrite([next], by)
  expect(performance.now() - started).toBeLessThan(10_000)
  expect(listMemoryFiles(here.directory)).toEqual(['next.md'])
  expect(readdirSync(here.directory).sort()).toEqual(['MEMORY.md', 'next.md'])
})

test('a reader in the middle sees whole files and only finished changes', async () => {
  const here = place()
  await here.open().overwrite(all('1'), by)
  const known = here.open().journal.read().length
  const seen = new Set<string>()
  const ops = stoppedFileOps(() => {
    const now = versions(here)
    for (const [i, version] of now.entries()) expect([`${names[i]}1`, `${names[i]}2`]).toContain(version)
    seen.add(now.join())
    expect([known, known + 4]).toContain(here.open().journal.read().length)
    return false
  }, unsynced)
  await here.open({ ops }).overwrite(all('2'), by)
  expect(seen.size).toBe(5)
})

test('nothing is reported and nothing is read again when all is well', async () => {
  const here = place()
  await here.open().overwrite(all('1'), by)
  appendFileSync(here.at('a.md'), 'by hand\n')
  rmSync(here.at('b.md'))
  await here.open().overwrite([next], by)
  expect(here.reported).toEqual([])
  expect(here.read('b.md')).toBeNull()
})

test('a change of several whose mark cannot be written is a failure, and everything is put back', async () => {
  const here = place()
  await here.open().overwrite(all('1'), by)
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
  const ops: FileOps = {
    ...unsynced,
    write: (fd, bytes, offset, length) => {
      if (Buffer.from(bytes).includes('"done"')) throw full
      return unsynced.write(fd, bytes, offset, length)
    },
  }
  await expect(here.open({ ops }).overwrite(all('2'), by)).rejects.toThrow(
    'Writing the memory failed: no space left on the disk',
  )
  expect(versions(here)).toEqual(['a1', 'b1', 'c1', 'd1'])
  // One file alone shows by itself whether it was written.
  await here.open({ ops }).overwrite([next], by)
  const writer = here.open()
  await writer.overwrite([{ file: 'last.md', content: memory('last') }], by)
  expect(writer.journal.read().map(({ file }) => file)).toEqual([
    ...names.map((n) => `${n}.md`),
    'next.md',
    'last.md',
  ])
})

test('a directory that somebody removed since is not made again', async () => {
  const here = place()
  await here.open().overwrite([{ file: 'a.md', content: memory('a1') }], by)
  await cutOff(here, 1, [
    { file: 'deep/new.md', content: memory('new') },
    { file: 'a.md', content: memory('a2') },
    { file: 'b.md', content: memory('b2') },
  ])
  rmSync(here.at('deep'), { recursive: true })
  await here.open().overwrite([next], by)
  expect(existsSync(here.at('deep'))).toBe(false)
  expect(versions(here)).toEqual(['a1', null, null, null])
  expect(here.reported).toMatchObject([{ outcome: 'rolled_back' }])
})
