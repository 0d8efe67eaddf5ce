// The stores that are compared, over one text index.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openChromaIndex } from '../../dist/search/vectors/chroma/chroma-index.js'
import { EmbeddedVectors } from '../../dist/search/vectors/embedded-vectors.js'
import { ExternalVectors } from '../../dist/search/vectors/external-vectors.js'
import { openLancedbIndex } from '../../dist/search/vectors/lancedb/lancedb-index.js'
import { connectPostgres } from '../../dist/search/vectors/postgres/connect.js'
import { openPostgresIndex } from '../../dist/search/vectors/postgres/postgres-index.js'
import { megabytesIn } from '../stores.mjs'

export async function openStores({ text, directory, cache, chroma, size }) {
  const external = (name, open) =>
    new ExternalVectors({ ...{ text, directory: cache, store: name, name, settles: 'at once' }, open })
  const [embedded, lancedb] = ['embedded', 'lancedb'].map((name) => join(directory, name))
  mkdirSync(embedded)
  const before = megabytesIn(chroma.data)
  const scope = `bench-${size}-${process.pid}`
  return [
    {
      name: 'embedded',
      vectors: new EmbeddedVectors(text, embedded),
      disk: () => megabytesIn(embedded),
    },
    {
      name: 'LanceDB',
      vectors: external('lancedb', () => openLancedbIndex({ path: lancedb, scope })),
      disk: () => megabytesIn(lancedb),
    },
    {
      name: 'Chroma',
      vectors: external('chroma', () => openChromaIndex({ url: chroma.url, scope })),
      pid: () => chroma.pid,
      disk: () => megabytesIn(chroma.data) - before,
    },
    ...(await postgres({ external, directory, scope, size })),
  ]
}

async function postgres({ external, directory, scope, size }) {
  const url = process.env.MEMDIR_TEST_POSTGRES
  if (url) {
    // One connection: its process is the one whose processor time counts.
    const connected = await connectPostgres({ url, connections: 1 })
    const schema = 'memdir_bench'
    await connected.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
    const vectors = external('postgres', () => openPostgresIndex({ postgres: connected, scope, schema }))
    const isHere = ['localhost', '127.0.0.1'].includes(new URL(url).hostname)
    const number = async (sql) => Number((await connected.query(sql))[0].value)
    return [
      {
        ...{ name: 'PostgreSQL', vectors },
        ...(isHere && { pid: () => number('SELECT pg_backend_pid() AS value') }),
        disk: async () => (await number(sizeOf(schema))) / 1e6,
      },
    ]
  }
  // More would take WebAssembly the better part of an hour.
  if (size > 20_000) return []
  const [{ PGlite }, { vector }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite-pgvector'),
  ])
  const dataDir = join(directory, 'pglite')
  const lite = await PGlite.create({ dataDir, extensions: { vector } })
  const query = async (sql, values) => (await lite.query(sql, values)).rows
  const over = {
    query,
    inTransaction: (work) =>
      lite.transaction((one) => work({ query: async (sql, values) => (await one.query(sql, values)).rows })),
    untimed: query,
    close: () => lite.close(),
  }
  await query('SET hnsw.ef_search = 100')
  return [
    {
      name: 'PostgreSQL',
      note: 'WebAssembly',
      vectors: external('postgres', () => openPostgresIndex({ postgres: over, scope })),
      disk: () => megabytesIn(dataDir),
    },
  ]
}

/** Tables, their indexes and what is kept aside of them. */
function sizeOf(schema) {
  return `SELECT sum(pg_total_relation_size(c.oid)) AS value FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
    WHERE nspname = '${schema}' AND relkind = 'r'`
}
