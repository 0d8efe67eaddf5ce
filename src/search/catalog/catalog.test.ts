import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { fakeEmbedder, fakeEmbedders } from '../../../test/support/published/fake-embedders.ts'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { searchCatalog } from '../../../test/support/search-catalog.ts'
import { examineCatalog } from '../examine-catalog.ts'
import { Catalog } from './catalog.ts'
import { embedPending } from './embed-pending.ts'
import { boundedQuery, embedQueries } from './embed-texts.ts'
import { type MemoryFiles, memoryFiles } from './memory-files.ts'

const opened: Catalog[] = []
afterEach(async () => {
  for (const catalog of opened.splice(0)) await catalog.close().catch(() => {})
})

function place(): { directory: string; cacheDirectory: string } {
  const root = temporaryDirectory()
  mkdirSync(join(root, 'memory'))
  return { directory: join(root, 'memory'), cacheDirectory: join(root, 'cache') }
}

function open(options: ConstructorParameters<typeof Catalog>[0]): Catalog {
  const catalog = new Catalog(options)
  opened.push(catalog)
  return catalog
}

function write(directory: string, file: string, text: string): void {
  mkdirSync(join(directory, file, '..'), { recursive: true })
  writeFileSync(join(directory, file), text)
}

async function files(catalog: Catalog, text: string): Promise<string[]> {
  const { hits } = await searchCatalog(catalog, { text, limit: 10, now: Date.now() })
  return hits.map(({ memory }) => memory.file).sort()
}

describe('a catalog follows the files', () => {
  it('finds what is added, moved, edited and deleted by others', async () => {
    const { directory, cacheDirectory } = place()
    write(directory, 'tea.md', '---\nname: Tea\ndescription: what we drink\n---\nGreen tea with Caroline.')
    const catalog = open({ directory, cacheDirectory })
    expect(await files(catalog, 'green tea')).toEqual(['tea.md'])
    write(directory, 'deep/er/cup.md', 'A green cup.')
    expect(await files(catalog, 'green')).toEqual(['deep/er/cup.md', 'tea.md'])
    renameSync(join(directory, 'tea.md'), join(directory, 'deep/tea.md'))
    expect(await files(catalog, 'caroline')).toEqual(['deep/tea.md'])
    rmSync(join(directory, 'deep/er'), { recursive: true })
    expect(await files(catalog, 'green cup')).toEqual(['deep/tea.md'])
    write(directory, 'deep/tea.md', 'Black coffee now, a longer text than before, with Caroline still in it.')
    // A hit is checked: what it no longer says is not shown, what it says now is found.
    expect(await files(catalog, 'green')).toEqual([])
    expect(await files(catalog, 'coffee')).toEqual(['deep/tea.md'])
  })

  it('finds what is added within the tick in which a directory was listed', async () => {
    const { directory, cacheDirectory } = place()
    write(directory, 'tea.md', 'Green tea.')
    const tick = new Date(Date.now() + 1_000)
    utimesSync(directory, tick, tick)
    const catalog = open({ directory, cacheDirectory })
    expect(await files(catalog, 'green')).toEqual(['tea.md'])
    write(directory, 'cup.md', 'A green cup.')
    // By its time the directory is as it was listed.
    utimesSync(directory, tick, tick)
    expect(await files(catalog, 'green')).toEqual(['cup.md', 'tea.md'])
  })

  it('finds an edit in place that newly matches after a sweep', async () => {
    const { directory, cacheDirectory } = place()
    write(directory, 'a.md', 'About apples.')
    const catalog = open({ directory, cacheDirectory })
    await catalog.sweep()
    const { atime } = statSync(directory)
    write(directory, 'a.md', 'About zebras instead.')
    utimesSync(directory, atime, statSync(directory).mtime)
    expect(await catalog.sweep()).toEqual({ added: 0, changed: 1, removed: 0, left: 0 })
    expect(await files(catalog, 'zebras')).toEqual(['a.md'])
    expect(await catalog.sweep()).toEqual({ added: 0, changed: 0, removed: 0, left: 0 })
  })

  it('looks at directories only when nothing changed', async () => {
    const { directory, cacheDirectory } = place()
    for (let i = 0; i < 20; i++) write(directory, `n/${i}.md`, `note ${i}`)
    const past = new Date(Date.now() - 60_000)
    for (const path of ['', 'n']) utimesSync(join(directory, path), past, past)
    const real = memoryFiles(directory)
    let looks = 0
    const counted: MemoryFiles = {
      ...real,
      state: (file) => {
        looks++
        return real.state(file)
      },
      tree: () => {
        looks++
        return real.tree()
      },
    }
    const catalog = open({ directory, cacheDirectory, files: counted })
    await catalog.sweep()
    looks = 0
    expect(await catalog.follow()).toEqual({ added: 0, changed: 0, removed: 0, left: 0 })
    expect(looks).toBe(0)
  })

  it('sees the first file of a directory that was empty', async () => {
    const { directory, cacheDirectory } = place()
    write(directory, 'tea.md', 'Green tea with Caroline.')
    mkdirSync(join(directory, 'sub'))
    const past = new Date(Date.now() - 60_000)
    for (const path of ['', 'sub']) utimesSync(join(directory, path), past, past)
    const catalog = open({ directory, cacheDirectory })
    await catalog.sweep()
    expect(await files(catalog, 'kea parrot')).toEqual([])
    write(directory, 'sub/kea.md', 'The kea parrot needs two keys.')
    utimesSync(directory, past, past)
    expect(await files(catalog, 'kea parrot')).toEqual(['sub/kea.md'])
  })

  it('sees an edit that kept size and time', async () => {
    const { directory, cacheDirectory } = place()
    const past = new Date(Date.now() - 60_000)
    const put = (text: string) => {
      write(directory, 'a.md', text)
      utimesSync(join(directory, 'a.md'), past, past)
    }
    put('The dingo sleeps.')
    const catalog = open({ directory, cacheDirectory })
    await catalog.sweep()
    await new Promise((wake) => setTimeout(wake, 20))
    put('The quoll sleeps.')
    expect(await catalog.sweep()).toMatchObject({ changed: 1 })
    expect(await files(catalog, 'quoll')).toEqual(['a.md'])
    expect(await files(catalog, 'dingo')).toEqual([])
  })

  it('keeps two files that claim one id apart', async () => {
    const { directory, cacheDirectory } = place()
    for (const file of ['a.md', 'b.md'])
      write(directory, file, `---\nid: same\nname: ${file}\n---\nshared words`)
    expect(await files(open({ directory, cacheDirectory }), 'shared words')).toEqual(['a.md', 'b.md'])
  })
})

describe('a catalog can be thrown away', () => {
  it.each([
    ['deleted', (cache: string) => rmSync(cache, { recursive: true })],
    ['empty', (cache: string) => writeFileSync(join(cache, 'catalog.db'), '')],
    ['noise', (cache: string) => writeFileSync(join(cache, 'catalog.db'), Buffer.alloc(9000, 7))],
    [
      'damaged in the middle',
      (cache: string) => {
        const path = join(cache, 'catalog.db')
        const bytes = Buffer.alloc(statSync(path).size, 0xee)
        writeFileSync(path, Buffer.concat([Buffer.from('SQLite format 3\0'), bytes.subarray(16)]))
      },
    ],
    ['of another version', (cache: string) => setVersion(cache, 999)],
  ])('%s: the same answer, and no error', async (_, damage) => {
    const { directory, cacheDirectory } = place()
    for (let i = 0; i < 30; i++) write(directory, `${i}.md`, `memory number ${i} about tea`)
    const first = open({ directory, cacheDirectory })
    expect(await files(first, 'tea')).toHaveLength(10)
    await first.close()
    damage(cacheDirectory)
    expect(await files(open({ directory, cacheDirectory }), 'tea number 7')).toContain('7.md')
  })
})

function setVersion(cache: string, version: number): void {
  const { DatabaseSync } = process.getBuiltinModule('node:module').createRequire(import.meta.url)(
    '@photostructure/sqlite',
  ) as { DatabaseSync: new (path: string) => { exec(sql: string): void; close(): void } }
  const database = new DatabaseSync(join(cache, 'catalog.db'))
  database.exec(`PRAGMA user_version = ${version}`)
  database.close()
}

describe('background embedding', () => {
  it('continues with the others where one model fails, and then says so', async () => {
    const { directory, cacheDirectory } = place()
    for (let i = 0; i < 40; i++) write(directory, `${i}.md`, `memory ${i} about tea`)
    const catalog = open({ directory, cacheDirectory })
    await catalog.sweep()
    const good = fakeEmbedder('good')
    const broken = { ...fakeEmbedder('broken'), embed: () => Promise.reject(new Error('no such model')) }
    const plan = async (text: string) =>
      [broken, good].map((embedder) => ({
        embedder,
        text,
        language: 'en' as const,
        form: 'original' as const,
      }))
    const embedders = { ...fakeEmbedders(good), all: [broken, good], plan }
    await expect(embedPending(catalog, embedders)).rejects.toThrow('no such model')
    expect((await catalog.stats()).vectors).toMatchObject({ good: 40 })
  })

  it('counts memories, however many models look at them', async () => {
    const { directory, cacheDirectory } = place()
    for (let i = 0; i < 40; i++) write(directory, `${i}.md`, `memory ${i} about tea`)
    const catalog = open({ directory, cacheDirectory })
    await catalog.sweep()
    const [english, chinese] = [fakeEmbedder('english'), fakeEmbedder('chinese')]
    const plan = async (text: string) =>
      [english, chinese].map((embedder) => ({
        embedder,
        text,
        language: 'en' as const,
        form: 'original' as const,
      }))
    const embedders = { ...fakeEmbedders(english), all: [english, chinese], plan }
    const progress: number[] = []
    const done = await embedPending(catalog, embedders, { onProgress: (count) => progress.push(count) })
    expect(done).toEqual({ embedded: 40, complete: true })
    expect(progress).toEqual([40])
    expect(await catalog.stats()).toMatchObject({ vectors: { english: 40, chinese: 40 } })
  })

  it('stores nothing where a model cannot read a text, and looks at it only once', async () => {
    const { directory, cacheDirectory } = place()
    for (let i = 0; i < 10; i++)
      write(directory, `${i}.md`, i < 8 ? `memory ${i} about tea` : `第${i}条关于茶`)
    const catalog = open({ directory, cacheDirectory })
    await catalog.sweep()
    const [english, chinese] = [fakeEmbedder('english'), fakeEmbedder('chinese')]
    const planned: string[] = []
    const plan = async (text: string) => {
      planned.push(text)
      const embedder = /\p{Script=Han}/u.test(text) ? chinese : english
      return [{ embedder, text, language: 'en' as const, form: 'original' as const }]
    }
    const embedders = { ...fakeEmbedders(english), all: [english, chinese], plan }
    expect(await embedPending(catalog, embedders)).toEqual({ embedded: 10, complete: true })
    expect(await catalog.stats()).toMatchObject({ vectors: { english: 8, chinese: 2 } })
    expect(planned).toHaveLength(10)
    expect(await embedPending(catalog, embedders)).toEqual({ embedded: 0, complete: true })
    expect(planned).toHaveLength(10)
    await catalog.rememberVectors()
    const report = await examineCatalog(directory, cacheDirectory)
    expect(report.vectors).toEqual({ english: 10, chinese: 10 })
    write(directory, '0.md', '现在是中文，关于咖啡')
    await catalog.sweep()
    expect(await embedPending(catalog, embedders)).toEqual({ embedded: 1, complete: true })
    expect(await catalog.stats()).toMatchObject({ vectors: { english: 7, chinese: 3 } })
  })

  it('is resumed, says what judged, and re-embeds for a new model', async () => {
    const { directory, cacheDirectory } = place()
    for (let i = 0; i < 40; i++) write(directory, `${i}.md`, `memory ${i} about ${i % 2 ? 'tea' : 'coffee'}`)
    const catalog = open({ directory, cacheDirectory })
    const query = { text: 'tea', limit: 3, now: Date.now() }
    expect((await searchCatalog(catalog, query)).mode).toBe('fulltext')
    const first = fakeEmbedder('first')
    expect(await embedPending(catalog, fakeEmbedders(first), { deadline: 0 })).toEqual({
      embedded: 0,
      complete: false,
    })
    expect(await embedPending(catalog, fakeEmbedders(first))).toEqual({ embedded: 40, complete: true })
    expect(await embedPending(catalog, fakeEmbedders(first))).toEqual({ embedded: 0, complete: true })
    expect(first.seen).toHaveLength(40)
    const [vectors] = (await embedQueries(fakeEmbedders(first), ['tea'])).vectors
    const hybrid = await searchCatalog(catalog, { ...query, vectors })
    expect(hybrid).toMatchObject({ mode: 'hybrid', covered: 40 })
    expect(hybrid.hits[0]?.why.cosine).toBeGreaterThan(0)
    const second = fakeEmbedder('second', 32)
    await embedPending(catalog, fakeEmbedders(second))
    expect(await catalog.stats()).toMatchObject({ vectors: { second: 40 } })
    expect(readdirSync(cacheDirectory).filter((name) => name.startsWith('vectors-'))).toEqual([
      'vectors-second.bin',
    ])
  })

  it('embeds only what changed', async () => {
    const { directory, cacheDirectory } = place()
    for (let i = 0; i < 5; i++) write(directory, `${i}.md`, `memory ${i}`)
    const catalog = open({ directory, cacheDirectory })
    const embedder = fakeEmbedder()
    await catalog.sweep()
    await embedPending(catalog, fakeEmbedders(embedder))
    write(directory, '3.md', 'something else altogether')
    await catalog.sweep()
    await embedPending(catalog, fakeEmbedders(embedder))
    expect(embedder.seen).toHaveLength(6)
    expect(embedder.seen.at(-1)).toContain('something else')
  })

  it('embeds no text that is newer than the one that it has stored', async () => {
    const { directory, cacheDirectory } = place()
    for (const file of ['tea.md', 'cup.md']) write(directory, file, `about ${file}`)
    const catalog = open({ directory, cacheDirectory })
    const embedder = fakeEmbedder()
    await catalog.sweep()
    write(directory, 'tea.md', 'something else altogether')
    expect(await embedPending(catalog, fakeEmbedders(embedder))).toEqual({ embedded: 1, complete: true })
    expect(embedder.seen.join()).not.toContain('something else')
    await catalog.sweep()
    expect(await embedPending(catalog, fakeEmbedders(embedder))).toEqual({ embedded: 1, complete: true })
    expect(embedder.seen.at(-1)).toContain('something else')
  })
})

describe('a catalog that another process rebuilds', () => {
  it('is taken up by those that have the old one open', async () => {
    const at = place()
    write(at.directory, 'tea.md', 'Green tea with Caroline.')
    const [old, other] = [open(at), open(at)]
    expect(await files(old, 'green tea')).toEqual(['tea.md'])
    await other.sweep()
    await other.clear()
    write(at.directory, 'coffee.md', 'Black coffee at noon.')
    await other.sweep()
    expect(await files(old, 'black coffee')).toEqual(['coffee.md'])
    expect((await other.stats()).documents).toBe(2)
    rmSync(at.cacheDirectory, { recursive: true })
    expect(await files(old, 'green tea')).toEqual(['tea.md'])
    expect(await files(other, 'green tea')).toEqual(['tea.md'])
    expect(existsSync(join(at.cacheDirectory, 'catalog.db'))).toBe(true)
  })
})

describe('the old one of a catalog that another process rebuilt', () => {
  it('is closed when the last work that uses it has ended, not before', async () => {
    const at = place()
    write(at.directory, 'tea.md', 'Green tea with Caroline.')
    const [reader, writer] = [open(at), open(at)]
    await files(reader, 'green tea')
    const { store } = reader
    let end = () => {}
    const working = reader.hold(() => new Promise<void>((resolve) => (end = resolve)))
    await writer.clear()
    await writer.sweep()
    expect(await files(reader, 'green tea')).toEqual(['tea.md'])
    expect(reader.store).not.toBe(store)
    expect(store.text.count()).toBe(1)
    end()
    await working
    expect(() => store.text.count()).toThrow()
  })
})

describe('a catalog that cannot be kept', () => {
  it('is repaired where something else is in its place', async () => {
    const { directory, cacheDirectory } = place()
    write(directory, 'tea.md', 'Green tea with Caroline.')
    writeFileSync(cacheDirectory, 'a file')
    expect(await files(open({ directory, cacheDirectory }), 'green tea')).toEqual(['tea.md'])
    const other = place()
    write(other.directory, 'tea.md', 'Green tea with Caroline.')
    mkdirSync(join(other.cacheDirectory, 'catalog.db', 'below'), { recursive: true })
    const mended = open(other)
    expect(await files(mended, 'green tea')).toEqual(['tea.md'])
    expect(mended.unsaved).toBeUndefined()
  })

  it.runIf(process.platform === 'linux')('is answered from the files, and says why', async () => {
    const { directory } = place()
    write(directory, 'tea.md', 'Green tea with Caroline.')
    const catalog = open({ directory, cacheDirectory: '/sys/kernel' })
    expect(await files(catalog, 'green tea')).toEqual(['tea.md'])
    expect(catalog.unsaved).toBeDefined()
  })
})

describe('a query', () => {
  it('is read at its beginning and its end, however long it is', () => {
    const long = `first ${'x '.repeat(50_000)} last`
    expect(boundedQuery(long).length).toBeLessThanOrEqual(4_001)
    expect([boundedQuery(long).startsWith('first'), boundedQuery(long).endsWith('last')]).toEqual([
      true,
      true,
    ])
    expect(boundedQuery('short')).toBe('short')
  })
})
