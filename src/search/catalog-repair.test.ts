// Derived data that was lost, damaged or swapped is compared with the files and made again: it never silences a search.

import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { fakeEmbedder, fakeEmbedders } from '../../test/support/published/fake-embedders.ts'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import { searchCatalog } from '../../test/support/search-catalog.ts'
import { openSqlite } from '../base/files/sqlite.ts'
import { SEARCH_MAX_BYTES } from '../memory/memory.ts'
import { Catalog } from './catalog/catalog.ts'
import { embedPending } from './catalog/embed-pending.ts'
import { embedQueries } from './catalog/embed-texts.ts'

const opened: Catalog[] = []
afterEach(async () => {
  for (const catalog of opened.splice(0)) await catalog.close().catch(() => {})
})

interface Place {
  directory: string
  cacheDirectory: string
}

const MEMORIES = 40
/** Long ago: directories whose time is of now are looked at anyway. */
const PAST = new Date(Date.now() - 60_000)

function place(texts: (n: number) => string = (n) => `Note ${n} about the colour of boat ${n}.`): Place {
  const root = temporaryDirectory()
  const directory = join(root, 'memory')
  mkdirSync(directory)
  for (let n = 0; n < MEMORIES; n++) writeFileSync(join(directory, `n${n}.md`), texts(n))
  writeFileSync(join(directory, 'tea.md'), 'Green tea with Caroline in the harbour.')
  age(directory)
  return { directory, cacheDirectory: join(root, 'cache') }
}

const age = (directory: string) => utimesSync(directory, PAST, PAST)

function open(where: Place): Catalog {
  const catalog = new Catalog(where)
  opened.push(catalog)
  return catalog
}

async function built(where: Place): Promise<Place> {
  const catalog = open(where)
  await catalog.sweep()
  await embedPending(catalog, fakeEmbedders())
  await catalog.rememberVectors()
  await catalog.close()
  return where
}

async function find(where: Place, text = 'green tea with Caroline') {
  const catalog = open(where)
  const [vectors] = (await embedQueries(fakeEmbedders(), [text])).vectors
  const { hits, ...rest } = await searchCatalog(catalog, { text, vectors, limit: 10, now: Date.now() })
  const { documents } = await catalog.stats()
  return { ...rest, first: hits[0]?.memory.file, files: hits.map(({ memory }) => memory.file), documents }
}

function sql(where: Place, statements: string): void {
  const database = openSqlite(join(where.cacheDirectory, 'catalog.db'))
  database.exec(statements)
  database.close()
}

const catalogFiles = (where: Place) =>
  readdirSync(where.cacheDirectory).filter((name) => name.startsWith('catalog.db'))

describe('a catalog that is not what the files say', () => {
  const damages: [string, (where: Place) => void][] = [
    [
      'its database was deleted',
      (where) => {
        for (const name of catalogFiles(where)) rmSync(join(where.cacheDirectory, name))
      },
    ],
    ['its database was emptied', (where) => writeFileSync(join(where.cacheDirectory, 'catalog.db'), '')],
    ['its database was cut', (where) => truncateSync(join(where.cacheDirectory, 'catalog.db'), 9_000)],
    [
      'its database was cut to a page',
      (where) => truncateSync(join(where.cacheDirectory, 'catalog.db'), 4096),
    ],
    [
      'its database is something else',
      (where) => writeFileSync(join(where.cacheDirectory, 'catalog.db'), 'x'),
    ],
    ['its rows are gone', (where) => sql(where, 'DELETE FROM documents')],
    [
      'its rows are gone, and it does not know of any',
      (where) => sql(where, 'DELETE FROM documents; UPDATE totals SET documents = 0, length = 0'),
    ],
    ['its words are gone', (where) => sql(where, 'DELETE FROM postings')],
    ['which rows live is gone', (where) => sql(where, 'DELETE FROM blocks')],
    ['its totals are gone', (where) => sql(where, 'DELETE FROM totals')],
    ['one row is gone', (where) => sql(where, "DELETE FROM documents WHERE id = 'tea.md'")],
    ['a table is gone', (where) => sql(where, 'DROP TABLE postings')],
    ['its state is gone', (where) => rmSync(join(where.cacheDirectory, 'catalog.json'))],
    ['its state is damaged', (where) => writeFileSync(join(where.cacheDirectory, 'catalog.json'), '{"ver')],
    ['all of the cache is gone', (where) => rmSync(where.cacheDirectory, { recursive: true })],
  ]
  it.each(damages)('is made again where %s', async (_, damage) => {
    const where = await built(place())
    expect(await find(where)).toMatchObject({ first: 'tea.md', documents: MEMORIES + 1 })
    damage(where)
    expect(await find(where)).toMatchObject({ first: 'tea.md', documents: MEMORIES + 1, left: 0 })
    // And stays so.
    expect(await find(where)).toMatchObject({ first: 'tea.md', documents: MEMORIES + 1, left: 0 })
  })

  it('is compared with every file where it was made of another directory', async () => {
    const other = await built(place((n) => `Another text of the same name: green tea ${n}.`))
    const where = await built(place())
    rmSync(where.cacheDirectory, { recursive: true })
    cpSync(other.cacheDirectory, where.cacheDirectory, { recursive: true })
    age(where.directory)
    const { files } = await find(where, 'colour of boat 17')
    expect(files[0]).toBe('n17.md')
  })

  it('is compared with every file where only the database is another’s', async () => {
    const other = await built(place((n) => `Another text of the same name: green tea ${n}.`))
    const where = await built(place())
    for (const name of catalogFiles(where)) rmSync(join(where.cacheDirectory, name))
    copyFileSync(join(other.cacheDirectory, 'catalog.db'), join(where.cacheDirectory, 'catalog.db'))
    expect((await find(where, 'colour of boat 17')).files[0]).toBe('n17.md')
  })

  it('forgets rows of files that are gone', async () => {
    const where = await built(place())
    for (let n = 0; n < 10; n++) rmSync(join(where.directory, `n${n}.md`))
    // As if nothing had happened to the directory.
    age(where.directory)
    expect((await find(where, 'colour of boat 3')).files).not.toContain('n3.md')
    expect((await open(where).sweep()).removed).toBeGreaterThan(0)
    expect((await find(where)).documents).toBe(MEMORIES + 1 - 10)
  })
})

describe('vectors that are not those of the catalog', () => {
  const vectorFile = (where: Place) =>
    join(where.cacheDirectory, readdirSync(where.cacheDirectory).find((name) => name.startsWith('vectors-'))!)

  it.each([
    ['missing', (path: string) => rmSync(path)],
    ['empty', (path: string) => writeFileSync(path, '')],
    ['nonsense', (path: string) => writeFileSync(path, 'nonsense'.repeat(100))],
  ])('%s: words answer, the loss is reported, and they are made again', async (_, damage) => {
    const where = await built(place())
    expect(await find(where)).toMatchObject({ mode: 'hybrid', vectorsLost: false })
    damage(vectorFile(where))
    expect(await find(where)).toMatchObject({ first: 'tea.md', mode: 'fulltext', vectorsLost: true })
    expect((await embedPending(open(where), fakeEmbedders())).embedded).toBe(MEMORIES + 1)
    expect(await find(where)).toMatchObject({ first: 'tea.md', mode: 'hybrid', vectorsLost: false })
  })

  it('cut: what is missing is made again', async () => {
    const where = await built(place())
    truncateSync(vectorFile(where), 64 + 1024 * 8 + 10 * 64)
    expect((await find(where)).first).toBe('tea.md')
    expect((await embedPending(open(where), fakeEmbedders())).embedded).toBeGreaterThan(0)
    expect((await embedPending(open(where), fakeEmbedders())).embedded).toBe(0)
  })

  it('of another size: made again', async () => {
    const where = place()
    const catalog = open(where)
    await catalog.sweep()
    const short = fakeEmbedder('fake', 16)
    await embedPending(catalog, fakeEmbedders(short))
    await catalog.close()
    const usual = fakeEmbedders()
    expect((await embedPending(open(where), usual)).embedded).toBe(MEMORIES + 1)
    expect(await find(where)).toMatchObject({ mode: 'hybrid' })
  })
})

describe('a file over 2 MB', () => {
  it('is left out of search, and is not new every time', async () => {
    const where = place()
    writeFileSync(join(where.directory, 'log.md'), 'Green tea with Caroline. '.repeat(90_000))
    expect(SEARCH_MAX_BYTES).toBe(2_000_000)
    const catalog = open(where)
    expect(await catalog.sweep()).toMatchObject({ added: MEMORIES + 1 })
    expect(await catalog.sweep()).toMatchObject({ added: 0, changed: 0, removed: 0 })
    expect((await find(where)).files).toEqual(['tea.md'])
  })

  it('is forgotten when it grows over that', async () => {
    const where = await built(place())
    writeFileSync(join(where.directory, 'tea.md'), 'Green tea with Caroline. '.repeat(90_000))
    expect((await find(where)).files).not.toContain('tea.md')
  })
})

describe('where somebody waits', () => {
  it('more than may be read is left, nothing of it is begun, and what is known answers', async () => {
    const where = await built(place())
    for (let n = 0; n < 20; n++) writeFileSync(join(where.directory, `new${n}.md`), `New note ${n}.`)
    const catalog = open(where)
    const query = { text: 'green tea with Caroline', limit: 5, now: Date.now() }
    const result = await searchCatalog(catalog, query, { most: 10 })
    expect(result).toMatchObject({ left: 20, documents: MEMORIES + 1 })
    expect(result.hits[0]?.memory.file).toBe('tea.md')
    expect(await searchCatalog(catalog, query, { most: 20 })).toMatchObject({
      left: 0,
      documents: MEMORIES + 21,
    })
  })

  it('reading ends with the signal, and continues from there the next time', async () => {
    const where = place()
    for (let n = 0; n < 400; n++) writeFileSync(join(where.directory, `new${n}.md`), `New note ${n}.`)
    const catalog = open(where)
    const controller = new AbortController()
    setImmediate(() => controller.abort())
    const first = await catalog.follow({ signal: controller.signal })
    expect(first.left).toBeGreaterThan(0)
    const { documents } = await catalog.stats()
    expect(documents).toBe(400 + MEMORIES + 1 - first.left)
    expect(documents).toBeGreaterThan(0)
    expect(await open(where).follow()).toMatchObject({ added: first.left, left: 0 })
  })
})
