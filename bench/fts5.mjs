// npm run bench -- fts5 [--sizes 10000,100000]: SQLite's FTS5 compared with our own postings, on the same tokens and the same
// questions, in one run. FTS5 is given what it can use: terms joined by blanks, no stored text, no positions.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '../dist/base/files/sqlite.js'
import { passageTerms, queryTerms } from '../dist/search/text/terms.js'
import { TextIndex } from '../dist/search/text/text-index.js'
import { median, printTable } from './measure.mjs'
import { makeMemories, makeQueries } from './recall/corpus.mjs'

const LIMIT = 60

export async function run(args) {
  const at = args.indexOf('--sizes')
  const sizes = (at < 0 ? '10000,100000' : args[at + 1]).split(',').map(Number)
  const rows = []
  for (const size of sizes) {
    console.error(`${size} memories …`)
    const root = mkdtempSync(join(tmpdir(), 'memdir-bench-'))
    try {
      rows.push(await compare(root, size))
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
  }
  printTable(
    ['memories', 'FTS5 p50', 'ours p50', 'FTS5 bytes each', 'ours bytes each', 'FTS5 ingest', 'ours ingest'],
    rows,
  )
}

async function compare(root, size) {
  const memories = makeMemories(size)
  const queries = makeQueries(memories, 200)
    .map((text) => queryTerms(text))
    .filter((terms) => terms.length > 0)
  const theirs = openSqlite(join(root, 'fts5.db'))
  theirs.exec(
    "CREATE VIRTUAL TABLE t USING fts5(terms, content='', detail=none, columnsize=1, tokenize='unicode61 remove_diacritics 0')",
  )
  const theirIngest = await timed(async () => {
    theirs.exec('BEGIN')
    const insert = theirs.prepare('INSERT INTO t(rowid, terms) VALUES (?, ?)')
    for (const [row, memory] of memories.entries()) insert.run(row + 1, textOf(memory))
    theirs.exec('COMMIT')
    theirs.exec("INSERT INTO t(t) VALUES ('optimize')")
  })
  const select = theirs.prepare(
    `SELECT rowid, bm25(t) AS score FROM t WHERE t MATCH ? ORDER BY score LIMIT ${LIMIT}`,
  )
  const ours = new TextIndex({ directory: root })
  const ourIngest = await timed(async () => {
    for (let first = 0; first < size; first += 2000) ours.upsert(memories.slice(first, first + 2000))
  })
  const times = { fts5: [], ours: [] }
  for (const terms of queries) {
    const match = terms.map(({ term }) => `"${term}"`).join(' OR ')
    times.fts5.push(await timed(async () => select.all(match)))
    times.ours.push(await timed(async () => ours.search({ terms, limit: LIMIT })))
  }
  ours.close()
  theirs.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  theirs.close()
  const bytes = (file) => Math.round(statSync(join(root, file)).size / size)
  const warm = (list) => `${median(list.slice(40)).toFixed(2)} ms`
  const rate = (ms) => `${Math.round(size / (ms / 1000)).toLocaleString('en')}/s`
  return [
    size.toLocaleString('en'),
    warm(times.fts5),
    warm(times.ours),
    bytes('fts5.db'),
    bytes(CATALOG),
    rate(theirIngest),
    rate(ourIngest),
  ]
}

const CATALOG = 'catalog.db'

/** What our index stores, as a text: every term as often as it counts. */
function textOf(memory) {
  return passageTerms(memory)
    .flatMap(({ counts }) => [...counts].flatMap(([term, count]) => Array(count).fill(term)))
    .join(' ')
}

async function timed(work) {
  const started = performance.now()
  await work()
  return performance.now() - started
}
