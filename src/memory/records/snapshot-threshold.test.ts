// When the snapshot of a large directory is made, and when it is made again.
import { existsSync, mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { dropDamagedSnapshot, listMemoriesWith, readMemoriesWith } from '../memory-snapshot.ts'

const OLD = new Date('2026-04-09T10:00:00Z')

async function place(count: number) {
  const root = temporaryDirectory()
  const [directory, path] = [join(root, 'memory'), join(root, 'cache', 'memories.json')]
  mkdirSync(directory)
  const write = (from: number, to: number, words: string) => {
    for (let n = from; n < to; n++) {
      const file = join(directory, `note_${n}.md`)
      writeFileSync(file, `---\nid: n${n}\n---\n${words}\n`)
      utimesSync(file, OLD, OLD)
    }
    return new Promise((wake) => setTimeout(wake, 80))
  }
  await write(0, count, 'first')
  return {
    path,
    write,
    read: () => readMemoriesWith(path, directory),
    list: () => listMemoriesWith(path, directory),
  }
}

test('from 500 files on', async () => {
  for (const [count, isMade] of [
    [499, false],
    [500, true],
  ] as const) {
    const here = await place(count)
    for (const look of [here.read, here.list]) {
      expect(look()).toHaveLength(count)
      expect(existsSync(here.path), `${count}`).toBe(isMade)
    }
  }
})

test('again when more than 64 had to be read, whoever looks', async () => {
  for (const look of ['read', 'list'] as const) {
    const here = await place(500)
    here[look]()
    const number = () => statSync(here.path).ino
    const first = number()
    await here.write(0, 64, 'second')
    here[look]()
    expect(number(), look).toBe(first)
    await here.write(64, 65, 'second')
    expect(here[look]()).toHaveLength(500)
    expect(number(), look).not.toBe(first)
  }
})

test('one that cannot be read is dropped; a good one and none are left', async () => {
  const here = await place(500)
  expect(dropDamagedSnapshot(here.path)).toBe(false)
  here.read()
  expect([dropDamagedSnapshot(here.path), existsSync(here.path)]).toEqual([false, true])
  writeFileSync(here.path, 'damaged')
  expect([dropDamagedSnapshot(here.path), existsSync(here.path)]).toEqual([true, false])
  mkdirSync(join(here.path, 'not a file'), { recursive: true })
  expect([dropDamagedSnapshot(here.path), existsSync(here.path)]).toEqual([true, false])
})
