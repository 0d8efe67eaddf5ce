import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faultyFileOps, stoppedFileOps } from '../../../test/support/published/faulty-file-ops.ts'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { everyFew } from '../../../test/support/try-all.ts'
import { type FileOps, nodeFileOps } from '../../base/files/file-ops.ts'
import { attempt } from '../../base/values/attempt.ts'
import { contentHash } from '../../base/values/hash.ts'
import { INDEX_FILE } from '../memory-path.ts'
import { type MemoryWriter, openWriter } from '../open-writer.ts'
import { listMemoryFiles } from '../scan-files.ts'
import type { Staged } from '../writer.ts'
import type { Transaction } from './transaction.ts'

const unsynced: FileOps = { ...nodeFileOps, fsync: () => {}, syncAll: () => true }
const text = (name: string, more = '') =>
  `---\nname: ${name}\ndescription: about ${name}\n---\nBody of ${name}.${more}\n`
const by = { actor: 'test', action: 'add' } as const

function place(root = temporaryDirectory()) {
  const [directory, state] = [join(root, 'memory'), join(root, 'state')]
  const open = (ops: FileOps = unsynced) =>
    openWriter({
      directory,
      state,
      loadScan: async () => (content) => ({ status: 'ok', text: content, warnings: [] }),
      ops,
      lockTimeoutMs: 2_000,
    })
  const files = () => listMemoryFiles(directory).sort()
  const read = (file: string) => attempt(() => readFileSync(join(directory, file), 'utf8'))
  const states = () => attempt(() => readFileSync(join(state, 'dream.json'), 'utf8'))
  const staged = () => attempt(() => readdirSync(join(state, 'staged'))) ?? []
  return { root, directory, state, open, files, read, states, staged }
}
type Here = ReturnType<typeof place>

const ENTRY: Staged = { file: 'dream.json', of: 'held', key: 'k1', value: { id: 'k1' } }
const FILE: Staged = { directory: 'answers', name: 'a1.json', content: '{"v":1}' }

/** Three writes and state; the second file is changed twice. */
async function three(writer: MemoryWriter, transaction: Transaction): Promise<void> {
  await writer.write([{ file: 'a.md', create: text('a') }], by)
  await writer.write([{ file: 'b.md', create: text('b') }], by)
  transaction.stage(ENTRY)
  const expect_ = contentHash(Buffer.from(text('b')))
  await writer.write([{ file: 'b.md', replace: text('b', ' More.'), expect: expect_ }], by)
  await writer.write([{ file: 'old.md', remove: true, expect: contentHash(Buffer.from(text('old'))) }], by)
  transaction.stage(FILE)
}

/** Its index is as the person has sorted it. */
const INDEX = '- [old](old.md) — about old\n- [zoo](zoo.md) — about zoo\n'

async function prepared(): Promise<Here> {
  const here = place()
  const files = ['old', 'zoo'].map((name) => ({ file: `${name}.md`, create: text(name) }))
  await here.open().write(files, by)
  writeFileSync(join(here.directory, INDEX_FILE), INDEX)
  return here
}

const whole = (here: Here) => {
  expect(here.files()).toEqual(['a.md', 'b.md', 'zoo.md'])
  expect(here.read('b.md')).toBe(text('b', ' More.'))
  expect(JSON.parse(here.states() ?? '')).toEqual({ v: 1, held: [{ id: 'k1' }] })
  expect(existsSync(join(here.state, 'answers/a1.json'))).toBe(true)
  expect(here.read(INDEX_FILE)).toMatch(/a\.md[\s\S]*b\.md/)
}
const none = (here: Here) => {
  expect(here.files()).toEqual(['old.md', 'zoo.md'])
  expect(here.states()).toBeUndefined()
  expect(existsSync(join(here.state, 'answers/a1.json'))).toBe(false)
  expect(here.read(INDEX_FILE)).toBe(INDEX)
}

test('several writes are one group of the journal, each seen by the next, with the state that goes with them', async () => {
  const here = await prepared()
  const writer = here.open()
  const group = await writer.together(async (transaction) => {
    await three(writer, transaction)
    expect(here.states()).toBeUndefined()
    return transaction.group
  })
  whole(here)
  const changes = writer.journal.read().slice(2)
  expect(changes.map(({ file }) => file)).toEqual(['a.md', 'b.md', 'b.md', 'old.md'])
  expect(new Set(changes.map((change) => change.group))).toEqual(new Set([group]))
  expect(here.staged()).toEqual([])
})

test('where one fails, or what is done with them, nothing was changed', async () => {
  const here = await prepared()
  const writer = here.open()
  const failing = writer.together(async (transaction) => {
    await three(writer, transaction)
    await writer.write([{ file: 'a.md', replace: text('x'), expect: 'another' }], by)
  })
  await expect(failing).rejects.toMatchObject({ code: 'conflict' })
  none(here)
  expect([writer.journal.read().length, writer.journal.isCutOff(), here.staged()]).toEqual([2, false, []])
  // And the next one finds the directory as it is.
  await writer.together((transaction) => three(writer, transaction))
  whole(here)
})

test('is all of it or nothing, wherever the process is killed', async () => {
  const seen = new Set<boolean>()
  for (let at = 1; ; at += everyFew(4)) {
    const here = await prepared()
    const ops = stoppedFileOps(({ count }) => count === at, unsynced)
    const writer = here.open(ops)
    const done = await writer
      .together((transaction) => three(writer, transaction))
      .then(
        () => true,
        () => false,
      )
    if (ops.calls.length < at) break
    await here.open().recover()
    const counts = here.files().includes('a.md')
    if (done) expect(counts, `stopped at call ${at}`).toBe(true)
    if (counts) whole(here)
    else none(here)
    expect(here.staged(), `stopped at call ${at}`).toEqual([])
    seen.add(counts)
  }
  expect(seen).toEqual(new Set([true, false]))
})

test('a disk that is full from any call on says so, also where what was done could not be taken back', async () => {
  const said = new Set<string>()
  for (let at = 1; ; at += everyFew(4)) {
    const here = await prepared()
    const ops = faultyFileOps({ at, code: 'ENOSPC', sticky: true }, unsynced)
    const writer = here.open(ops)
    const fault: unknown = await writer.together((transaction) => three(writer, transaction)).catch((e) => e)
    if (ops.calls.length < at) break
    if (fault instanceof Error) said.add(fault.message)
  }
  for (const text of said) expect(text).toMatch(/no space left on the disk/)
  expect([...said].some((text) => text.includes('some files may have been changed'))).toBe(true)
})

test('state alone is a group as well', async () => {
  for (let at = 1; ; at++) {
    const here = await prepared()
    const ops = stoppedFileOps(({ count }) => count === at, unsynced)
    const writer = here.open(ops)
    await writer
      .together(async (transaction) => {
        transaction.stage(ENTRY)
        transaction.stage(FILE)
      })
      .catch(() => {})
    if (ops.calls.length < at) break
    await here.open().recover()
    const both = [here.states() !== undefined, existsSync(join(here.state, 'answers/a1.json'))]
    expect(both[0], `stopped at call ${at}`).toBe(both[1])
  }
})

test('two memory directories change together or not at all, wherever the process is killed', async () => {
  const seen = new Set<boolean>()
  for (let at = 1; ; at += everyFew(31)) {
    const [one, other] = [await prepared(), await prepared()]
    const ops = stoppedFileOps(({ count }) => count === at, unsynced)
    const [writer, second] = [one.open(ops), other.open(ops)]
    await writer
      .together(async (transaction) => {
        await three(writer, transaction)
        await second.together((part) => three(second, part), { within: transaction })
      })
      .catch(() => {})
    if (ops.calls.length < at) break
    await other.open().recover()
    await one.open().recover()
    const counts = one.files().includes('a.md')
    for (const here of [one, other])
      if (counts) whole(here)
      else none(here)
    seen.add(counts)
  }
  expect(seen).toEqual(new Set([true, false]))
})

test('what takes part is taken back where the first fails afterwards, and its own failure takes all back', async () => {
  for (const fails of ['first', 'second']) {
    const [one, other] = [await prepared(), await prepared()]
    const [writer, second] = [one.open(), other.open()]
    const failing = writer.together(async (transaction) => {
      await three(writer, transaction)
      await second.together(
        async (part) => {
          await three(second, part)
          if (fails === 'second') throw new Error(fails)
        },
        { within: transaction },
      )
      throw new Error(fails)
    })
    await expect(failing).rejects.toThrow(fails)
    none(one)
    none(other)
  }
})

test('what somebody edited in between is left as it is, and told', async () => {
  const here = await prepared()
  const ops = stoppedFileOps(
    ({ name, args }) => name === 'rename' && /entries\.json$/.test(String(args[1])),
    unsynced,
  )
  const writer = here.open(ops)
  await writer.together((transaction) => three(writer, transaction)).catch(() => {})
  writeFileSync(join(here.directory, 'a.md'), 'mine')
  const told: unknown[] = []
  const next = openWriter({
    directory: here.directory,
    state: here.state,
    loadScan: async () => (content) => ({ status: 'ok', text: content, warnings: [] }),
    onRecovered: (recovered) => told.push(...recovered),
  })
  await next.recover()
  expect([here.read('a.md'), here.files()]).toEqual(['mine', ['a.md', 'old.md', 'zoo.md']])
  expect(told).toMatchObject([{ outcome: 'rolled_back', edited: ['a.md'] }])
})

test('no other file is named by what was staged', async () => {
  const here = await prepared()
  mkdirSync(join(here.state, 'deep'), { recursive: true })
  const writer = here.open()
  await writer.together(async (transaction) => {
    for (const file of ['../planted.json', 'deep/er/planted.json', '.planted.json'])
      transaction.stage({ file, of: 'held', key: 'k1', value: 1 })
  })
  expect(readdirSync(here.root).sort()).toEqual(['memory', 'state'])
  expect(readdirSync(join(here.state, 'deep'))).toEqual([])
})
