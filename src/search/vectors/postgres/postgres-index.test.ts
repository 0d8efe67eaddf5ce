// The real pgvector, in WebAssembly; and a server where there is one (MEMDIR_TEST_POSTGRES).
import { randomUUID } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { everyFourth } from '../../../../test/support/memory-index.ts'
import { temporaryDirectory } from '../../../../test/support/published/temporary-directory.ts'
import { putVectors, testDocument } from '../../../../test/support/published/test-document.ts'
import { vectorIndexContract } from '../../../../test/support/published/vector-index-contract.ts'
import { closeSearchStore, searchStoreIn } from '../../catalog/catalog-files.ts'
import type { SearchStore } from '../../ranking/candidates.ts'
import { ExternalVectors } from '../external-vectors.ts'
import { retrying } from '../retrying-index.ts'
import { connectPostgres, type Postgres, postgresError, postgresName, refuseUnsafe } from './connect.ts'
import { openPostgresIndex } from './postgres-index.ts'

const servers: [string, () => Promise<Postgres>][] = [['in WebAssembly', overPglite]]
const url = process.env.MEMDIR_TEST_POSTGRES
if (url) servers.push(['as a server', () => connectPostgres({ url })])

async function overPglite(): Promise<Postgres> {
  const lite = await PGlite.create({ extensions: { vector } })
  return {
    query: async <T>(sql: string, values?: unknown[]) => (await lite.query<T>(sql, values)).rows,
    inTransaction: (work) =>
      lite.transaction((one) =>
        work({ query: async <T>(sql: string, values?: unknown[]) => (await one.query<T>(sql, values)).rows }),
      ) as never,
    untimed: async (sql) => void (await lite.query(sql)),
    close: () => lite.close(),
  }
}

/** As a server that is shutting down answers. */
function failingEveryFourth(postgres: Postgres): Postgres {
  let calls = 0
  return {
    ...postgres,
    async query(sql, values) {
      if (everyFourth(++calls))
        throw postgresError(Object.assign(new Error('shutting down'), { code: '57P01' }), postgresName())
      return postgres.query(sql, values)
    },
  }
}

describe.each(servers)('vectors in PostgreSQL %s', (_, connect) => {
  let postgres: Postgres
  const open: SearchStore[] = []
  const schema = `memdir-test-${randomUUID()}`
  beforeAll(async () => {
    postgres = await connect()
    // Starting one in WebAssembly takes a busy machine longer than a hook usually may.
  }, 60_000)
  afterEach(async () => {
    for (const store of open.splice(0)) await closeSearchStore(store).catch(() => {})
  })
  afterAll(async () => {
    await postgres.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`)
    await postgres.close()
  })

  function opened(directory: string, scope: string, over = postgres, leastHnsw?: number): SearchStore {
    const shared = { ...over, close: async () => {} }
    const store = searchStoreIn(
      directory,
      (text, cache) =>
        new ExternalVectors({
          ...{ text, directory: cache, name: 'test', store: 'PostgreSQL', settles: 'at once' },
          open: async () =>
            retrying(await openPostgresIndex({ postgres: shared, scope, schema, leastHnsw }), {
              store: 'PostgreSQL',
              pauseMs: 1,
            }),
        }),
    )
    open.push(store)
    return store
  }

  it.each(vectorIndexContract.map(({ title, check }) => [title, check] as const))('%s', async (__, check) => {
    const [directory, scope] = [temporaryDirectory(), randomUUID()]
    await check({
      store: opened(directory, scope),
      another: async () => opened(directory, scope),
      failing: async () => opened(directory, scope, failingEveryFourth(postgres)),
    })
  })

  it('keeps projects apart', async () => {
    const [one, other] = [opened(temporaryDirectory(), 'one'), opened(temporaryDirectory(), 'other')]
    for (const store of [one, other]) store.text.upsert([testDocument('a', 'a1')])
    await putVectors(one, 'm', { a: [[1, 0, 0, 0]] })
    expect(await other.vectors.keys('m')).toEqual([])
    await putVectors(other, 'm', { a: [[0, 1, 0, 0]] })
    const near = await one.vectors.nearest({ model: 'm', to: Float32Array.of(1, 0, 0, 0), limit: 5 })
    expect(near.hits).toMatchObject([{ memory: 'a', cosine: expect.closeTo(1, 3) }])
  })

  it('finds by an index of its own from so many rows on', async () => {
    const scope = randomUUID()
    const store = opened(temporaryDirectory(), scope, postgres, 50)
    const ids = Array.from({ length: 80 }, (__, at) => `n${at}`)
    store.text.upsert(ids.map((id) => testDocument(id, id)))
    const of = (at: number) => Array.from({ length: 8 }, (__, i) => Math.sin(at * 7 + i * 3))
    await putVectors(store, "m'odel", Object.fromEntries(ids.map((id, at) => [id, [of(at)]])))
    await store.vectors.compact()
    const [index] = await postgres.query<{ indexdef: string; indexname: string }>(
      'SELECT indexdef, indexname FROM pg_indexes WHERE schemaname = $1 AND indexdef LIKE $2',
      [schema, `%${scope}%`],
    )
    expect(index?.indexdef).toContain('USING hnsw')
    // As one is that the server was still making when it ended.
    const itself = [`"${schema}".${index?.indexname}`]
    await postgres.query('UPDATE pg_index SET indisvalid = false WHERE indexrelid = $1::regclass', itself)
    await store.vectors.compact()
    const state = 'SELECT indisvalid FROM pg_index WHERE indexrelid = $1::regclass'
    expect(await postgres.query(state, itself)).toEqual([{ indisvalid: true }])
    const near = await store.vectors.nearest({ model: "m'odel", to: Float32Array.from(of(7)), limit: 3 })
    expect(near.hits[0]?.memory).toBe('n7')
    await store.vectors.drop("m'odel")
    const left = await postgres.query('SELECT 1 FROM pg_indexes WHERE indexdef LIKE $1', [`%${scope}%`])
    expect(left).toEqual([])
  })
})

describe('a PostgreSQL server', () => {
  it('that loses what it has confirmed is refused', async () => {
    const said = (value: string) => ({ query: async () => [{ synchronous_commit: value }] as never[] })
    await expect(refuseUnsafe(said('off'))).rejects.toMatchObject({ code: 'bad_settings' })
    for (const value of ['on', 'local', 'remote_apply']) await refuseUnsafe(said(value))
  })

  it('that is not there, or refuses the password, is said without repeating the password', async () => {
    const refused = connectPostgres({ url: 'postgres://me:geheim@127.0.0.1:1/none' })
    await expect(refused).rejects.toMatchObject({ code: 'unavailable', details: { down: true } })
    const wrong = Object.assign(new Error('password geheim is wrong'), { code: '28P01' })
    const error = postgresError(wrong, postgresName('geheim'))
    expect(error.message).toBe('PostgreSQL refuses the key (password … is wrong).')
    expect(error.fix).toContain('MEMDIR_POSTGRES_PASSWORD')
  })
})
