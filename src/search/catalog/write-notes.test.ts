// What memdir writes is taken into the catalog file by file; what anybody else does is seen all the same.

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { stoppedFileOps } from '../../../test/support/published/faulty-file-ops.ts'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { searchCatalog } from '../../../test/support/search-catalog.ts'
import { everyFew } from '../../../test/support/try-all.ts'
import { nodeFileOps } from '../../base/files/file-ops.ts'
import { systemClock } from '../../base/values/clock.ts'
import { type MemoryStore, openStore } from '../../memory/memory-store.ts'
import { openWriter, type WriterOptions } from '../../memory/open-writer.ts'
import { loadSecretScan } from '../../memory/writer/secret-scan.ts'
import { Catalog } from './catalog.ts'
import { type MemoryFiles, memoryFiles } from './memory-files.ts'
import { followNotes, openWriteNotes, readWriteNotes } from './write-notes.ts'

const by = { actor: 'user' }
const NOTHING = { added: 0, changed: 0, removed: 0, left: 0 }
const unsynced = { ...nodeFileOps, fsync: () => {}, syncAll: () => true }

const opened: Catalog[] = []
afterEach(async () => {
  for (const catalog of opened.splice(0)) await catalog.close().catch(() => {})
})

interface Place {
  directory: string
  state: string
  cacheDirectory: string
}

/** A few files, looked at long after they were written. */
async function place(): Promise<Place> {
  const root = temporaryDirectory()
  const here = {
    directory: join(root, 'memory'),
    state: join(root, 'state'),
    cacheDirectory: join(root, 'cache'),
  }
  mkdirSync(here.directory)
  for (let n = 0; n < 8; n++) writeFileSync(join(here.directory, `n${n}.md`), `Note ${n} about boats.`)
  writeFileSync(join(here.directory, 'tea.md'), 'Green tea with Caroline.')
  const past = new Date(Date.now() - 60_000)
  utimesSync(here.directory, past, past)
  const { catalog } = follower(here)
  await catalog.sweep()
  return here
}

function store({ directory, state, cacheDirectory }: Place, more: Partial<WriterOptions> = {}): MemoryStore {
  const noteWrite = openWriteNotes(directory, cacheDirectory)
  const options = { directory, state, loadScan: loadSecretScan, noteWrite, ops: unsynced, ...more }
  return openStore(directory, openWriter(options), systemClock)
}

/** A catalog of its own, as another process has it, that counts how often directories are listed and files looked at. */
function follower({ directory, cacheDirectory }: Place) {
  const looks = { lists: 0, states: 0 }
  const real = memoryFiles(directory)
  const counted: MemoryFiles = {
    ...real,
    tree: () => {
      looks.lists++
      return real.tree()
    },
    state: (file) => {
      looks.states++
      return real.state(file)
    },
  }
  const catalog = new Catalog({ directory, cacheDirectory, files: counted })
  opened.push(catalog)
  return { catalog, looks }
}

async function found(catalog: Catalog, text: string): Promise<string[]> {
  const { hits } = await searchCatalog(catalog, { text, limit: 10, now: Date.now() })
  return hits.map(({ memory }) => memory.file).sort()
}

describe('a write through memdir', () => {
  it('is taken in without listing the directory: added, edited, removed', async () => {
    const here = await place()
    const memories = store(here)
    const { catalog, looks } = follower(here)
    await memories.add({ content: 'The kea parrot needs two keys.', file: 'kea.md' }, by)
    expect(await found(catalog, 'kea parrot')).toEqual(['kea.md'])
    // An edit that newly matches: its words were in no stored file before.
    await memories.edit(memories.find('tea.md'), { content: 'Black coffee at noon.' }, by)
    expect(await found(catalog, 'black coffee')).toEqual(['tea.md'])
    await memories.remove(memories.find('kea.md'), by)
    expect(await found(catalog, 'kea parrot')).toEqual([])
    expect(looks.lists).toBe(0)
    expect(looks.states).toBeLessThan(20)
    expect(await catalog.sweep()).toEqual(NOTHING)
  })

  it('of several files, in directories too, is taken in as a whole by every process', async () => {
    const here = await place()
    const memories = store(here)
    const [one, other] = [follower(here), follower(here)]
    await one.catalog.follow()
    await memories.add({ content: 'An otter in a boat.', file: 'deep/otter.md' }, by)
    expect(await found(one.catalog, 'otter')).toEqual(['deep/otter.md'])
    // A directory was made before the write began: it is listed until its time is long enough ago.
    await new Promise((wake) => setTimeout(wake, 60))
    await one.catalog.follow()
    await memories.addAll([{ content: 'A walrus.' }, { content: 'A walrus too.' }], by)
    await memories.add({ content: 'A walrus below.', file: 'deep/walrus.md' }, by)
    one.looks.lists = 0
    expect(await found(one.catalog, 'walrus')).toHaveLength(3)
    // The other has to do nothing any more: it reads what the first one left.
    expect(await found(other.catalog, 'walrus')).toHaveLength(3)
    expect([one.looks.lists, other.looks.lists]).toEqual([0, 0])
    expect(await other.catalog.sweep()).toEqual(NOTHING)
  })

  it('of the index or of what is no memory adds nothing', async () => {
    const here = await place()
    const { catalog } = follower(here)
    const noteEnd = openWriteNotes(here.directory, here.cacheDirectory)(['MEMORY.md', '.hidden.md', 'x.txt'])
    for (const file of ['MEMORY.md', '.hidden.md', 'x.txt'])
      writeFileSync(join(here.directory, file), 'An axolotl.')
    noteEnd()
    expect(await catalog.follow()).toEqual(NOTHING)
    expect(await found(catalog, 'axolotl')).toEqual([])
  })
})

describe('what other programs do is seen', () => {
  const elsewhere: Record<string, (directory: string) => void> = {
    added: (directory) => writeFileSync(join(directory, 'gnu.md'), 'A gnu.'),
    removed: (directory) => rmSync(join(directory, 'n7.md')),
    'in a directory of its own': (directory) => {
      mkdirSync(join(directory, 'own'))
      writeFileSync(join(directory, 'own', 'gnu.md'), 'A gnu.')
    },
  }
  it.each(Object.entries(elsewhere))('before and after a write: %s', async (_, act) => {
    for (const order of ['before', 'after'] as const) {
      const here = await place()
      const { catalog, looks } = follower(here)
      if (order === 'before') act(here.directory)
      await store(here).add({ content: 'A kea.', file: 'kea.md' }, by)
      if (order === 'after') act(here.directory)
      await catalog.follow()
      expect(looks.lists).toBe(1)
      expect(await catalog.sweep()).toEqual(NOTHING)
    }
  })

  it('where the notes are gone, torn, of another version or of another time', async () => {
    for (const spoil of [
      '',
      '{"v":1,"files":["kea.md"],"bef',
      '{"v":2}\n',
      '{"v":1,"after":{"":1}}\n',
      'null\n[]\n7\n',
    ]) {
      const here = await place()
      const { catalog } = follower(here)
      await store(here).add({ content: 'A kea.', file: 'kea.md' }, by)
      writeFileSync(join(here.cacheDirectory, 'written.jsonl'), spoil)
      expect(await found(catalog, 'kea')).toEqual(['kea.md'])
      expect(await catalog.sweep()).toEqual(NOTHING)
    }
  })
})

describe('a writer that is killed', () => {
  type Act = (memories: MemoryStore) => Promise<unknown>
  const acts: Record<string, Act> = {
    adding: (memories) => memories.add({ content: 'A kea.', file: 'kea.md' }, by),
    editing: (memories) => memories.edit(memories.find('tea.md'), { content: 'Black coffee now.' }, by),
    removing: (memories) => memories.remove(memories.find('tea.md'), by),
    'adding two': (memories) => memories.addAll([{ content: 'A kea.' }, { content: 'A gnu.' }], by),
  }
  it.each(Object.entries(acts))(
    '%s, at any call, leaves a catalog that follows the files',
    async (_, act) => {
      for (let last = 1; ; last += everyFew(3)) {
        const here = await place()
        const { directory, cacheDirectory } = here
        const ops = stoppedFileOps(({ count }) => count === last, unsynced)
        // Nothing is noted after the process is gone.
        const noteBegin = openWriteNotes(directory, cacheDirectory)
        const noteWrite = (files: readonly string[]) => {
          noteBegin(files)
          return () => {}
        }
        await act(store(here, { ops, noteWrite })).catch(() => {})
        await follower(here).catalog.follow()
        expect(await follower(here).catalog.sweep()).toEqual(NOTHING)
        // The next write finishes it or takes it back, and that is followed, too.
        await store(here).add({ content: 'An emu.', file: 'emu.md' }, by)
        await follower(here).catalog.follow()
        expect(await follower(here).catalog.sweep()).toEqual(NOTHING)
        if (ops.calls.length < last) return
      }
    },
  )
})

describe('the notes', () => {
  it('that could not be made, on a full disk, leave the catalog to look at every file', async () => {
    const here = await place()
    const { catalog } = follower(here)
    await catalog.follow()
    mkdirSync(join(here.cacheDirectory, 'written.jsonl'))
    const memories = store(here)
    await memories.edit(memories.find('tea.md'), { content: 'Black coffee at noon.' }, by)
    expect(await found(catalog, 'black coffee')).toEqual(['tea.md'])
    expect(await found(follower(here).catalog, 'black coffee')).toEqual(['tea.md'])
  })

  it('stay small, and quote no memory', async () => {
    const here = await place()
    const memories = store(here)
    const path = join(here.cacheDirectory, 'written.jsonl')
    await memories.add({ content: 'A secretive kea.', file: 'bird.md' }, by)
    expect(readFileSync(path, 'utf8')).not.toContain('kea')
    appendFileSync(path, `${' '.repeat(1000)}\n`.repeat(33))
    await memories.add({ content: 'A gnu.', file: 'gnu.md' }, by)
    expect(statSync(path).size).toBeLessThan(1000)
    expect(readWriteNotes(here.cacheDirectory)).toMatchObject([
      { files: ['gnu.md'], after: { '': expect.any(Number) } },
    ])
  })

  it('make no cache directory where there is none', async () => {
    const here = await place()
    rmSync(here.cacheDirectory, { recursive: true })
    await store(here).add({ content: 'A kea.', file: 'kea.md' }, by)
    expect(existsSync(here.cacheDirectory)).toBe(false)
  })

  it('are joined where one begins as the other ended, and not otherwise', () => {
    const note = (file: string, from: number, to?: number) => ({
      files: [file],
      before: { '': from },
      ...(to === undefined ? {} : { after: { '': to } }),
    })
    const follow = (...notes: Parameters<typeof followNotes>[1]) => followNotes({ '': 2 }, notes)
    expect(follow(note('a', 1, 2), note('b', 2, 3), note('c', 3, 4))).toEqual({
      files: ['b', 'c'],
      directories: { '': 4 },
    })
    expect(follow(note('b', 2, 3), note('c', 4, 5))).toEqual({ files: ['b'], directories: { '': 3 } })
    expect(follow(note('b', 2), note('c', 2, 5))).toEqual({ files: ['c'], directories: { '': 5 } })
  })
})
