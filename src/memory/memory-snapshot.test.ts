import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import { asJsonArray, type MemoryList, parseOne } from './listed-memories.ts'
import { lastChanged } from './memory.ts'
import { lineOf, newestFirst, summaryOf } from './memory-list.ts'
import { listMemoriesWith, readMemoriesWith } from './memory-snapshot.ts'
import { readMemories } from './scan-files.ts'

const COUNT = 600
let directory: string
let path: string
const file = (n: number) => join(directory, `note_${n}.md`)
const text = (n: number) => `---\nid: n${n}\nname: Note ${n}\nscore: ${n}\n---\nText ${n} 中文\n`
const list = () => {
  const memories = readMemoriesWith(path, directory)
  const listed = listMemoriesWith(path, directory)
  const places = [...memories.keys()]
  expect(listed).toHaveLength(memories.length)
  expect(places.map((at) => parseOne(listed.json(at)))).toEqual(JSON.parse(JSON.stringify(memories)))
  expect(places.map((at) => [listed.file(at), listed.changed(at)])).toEqual(
    memories.map((memory) => [memory.file, Date.parse(lastChanged(memory))]),
  )
  expect(places.map((at) => listed.line(at))).toEqual(memories.map(lineOf))
  const newest = memories.map(summaryOf).sort(newestFirst)
  expect(listed.newestFirst().map((at) => listed.file(at))).toEqual(newest.map(({ file }) => file))
  const together = JSON.parse(Buffer.concat(asJsonArray(listed.pieces(listed.newestFirst()))).toString())
  expect(together).toEqual(listed.newestFirst().map((at) => parseOne(listed.json(at))))
  return memories
}
const OLD = new Date('2026-04-09T10:00:00Z')

/** The times of the content lie in the past; those of the entries must be a tick old. */
async function made(count: number) {
  for (let n = 0; n < count; n++) {
    writeFileSync(file(n), text(n))
    utimesSync(file(n), OLD, OLD)
  }
  await new Promise((wake) => setTimeout(wake, 80))
}

beforeEach(() => {
  const root = temporaryDirectory()
  directory = join(root, 'memory')
  path = join(root, 'cache', 'memories.json')
  mkdirSync(directory)
})

describe('the snapshot of a large directory', () => {
  it('gives what the files say, the first time and after', async () => {
    await made(COUNT)
    const files = readMemories(directory)
    expect(list()).toEqual(files)
    expect(existsSync(path)).toBe(true)
    expect(list()).toEqual(files)
  })

  it('is really used, and never in place of a file that changed', async () => {
    await made(COUNT)
    list()
    writeFileSync(path, forged(readFileSync(path, 'latin1').replaceAll('Text 7 ', 'Kept 7 ')), 'latin1')
    expect(list().find(({ id }) => id === 'n7')!.content).toBe('Kept 7 中文\n')
    // The same length, the same time of the content: only the entry's own time tells.
    writeFileSync(file(7), text(7).replace('Text', 'Tent'))
    utimesSync(file(7), OLD, OLD)
    expect(list().find(({ id }) => id === 'n7')!.content).toBe('Tent 7 中文\n')
    // Another file under the same name.
    writeFileSync(file(8_000), text(8).replace('Text', 'Tint'))
    renameSync(file(8_000), file(8))
    expect(list()).toEqual(readMemories(directory))
  })

  it('asks about each memory once whether it is clean, and again when it changed', async () => {
    await made(COUNT)
    const asked: string[] = []
    const isClean = ({ id }: { id: string }) => {
      asked.push(id)
      return id !== 'n5'
    }
    const unclean = () => {
      const listed = listMemoriesWith(path, directory)
      listed.checkClean(isClean)
      return filesOf(listed, (list, at) => !list.isClean(at))
    }
    const known = () => filesOf(listMemoriesWith(path, directory), (list, at) => list.isClean(at))
    expect(known()).toEqual([])
    expect(unclean()).toEqual(['note_5.md'])
    expect(asked).toHaveLength(COUNT)
    list()
    asked.length = 0
    expect(known()).toHaveLength(COUNT - 1)
    expect(unclean()).toEqual(['note_5.md'])
    expect(asked).toEqual(['n5'])
    writeFileSync(file(6), text(6).replace('Text', 'Other'))
    unclean()
    expect(asked.slice(1).sort()).toEqual(['n5', 'n6'])
  })

  it('follows what is added, removed and replaced by a link', async () => {
    await made(COUNT)
    list()
    rmSync(file(1))
    rmSync(file(2))
    symlinkSync(file(3), file(2))
    writeFileSync(file(9_000), text(9_000))
    const now = list()
    expect(now).toEqual(readMemories(directory))
    expect(now).toHaveLength(COUNT - 1)
  })

  it('does not keep what changed a moment ago, which may change again unseen', async () => {
    await made(COUNT)
    writeFileSync(file(5), text(5))
    list()
    expect(readFileSync(path, 'utf8')).not.toContain('"note_5.md"')
  })

  it.each([
    ['cut short', (whole: string) => whole.slice(0, -9)],
    ['with another byte in it', (whole: string) => whole.replace('Text 7 ', 'Tixt 7 ')],
    ['of another version', (whole: string) => whole.replace(/^memories \d+/, 'memories 99')],
    ['empty', () => ''],
    ['not ours', () => '{"a":1}\n[]\n'],
  ])('%s is as if it were not there, and is made again', async (_, damage) => {
    await made(COUNT)
    list()
    const whole = readFileSync(path, 'latin1')
    writeFileSync(path, damage(whole), 'latin1')
    expect(list()).toEqual(readMemories(directory))
    expect(readFileSync(path, 'latin1')).toBe(whole)
  })

  it('keeps no memory that JSON would change', async () => {
    await made(COUNT)
    writeFileSync(file(4), '---\nscore: .nan\n---\nodd\n')
    await made(0)
    const files = readMemories(directory)
    list()
    expect(list()).toEqual(files)
    expect(files.some(({ extra }) => Number.isNaN(extra.score))).toBe(true)
  })

  it('is not made for a small one, and a directory that cannot be written to is no fault', async () => {
    await made(20)
    expect(list()).toHaveLength(20)
    expect(existsSync(path)).toBe(false)
    await made(COUNT)
    path = join(directory, 'note_1.md', 'memories.json')
    expect(list()).toHaveLength(COUNT)
  })
})

function filesOf(list: MemoryList, isWanted: (list: MemoryList, at: number) => boolean): string[] {
  const places = Array.from({ length: list.length }, (_, at) => at)
  return places.filter((at) => isWanted(list, at)).map((at) => list.file(at))
}

/** With the checksum of what it says now. */
function forged(whole: string): string {
  const { crc32 } = process.getBuiltinModule('node:zlib')
  const rest = whole.slice(whole.indexOf('\n') + 1)
  return `memories 6 ${crc32(Buffer.from(rest, 'latin1'))}\n${rest}`
}
