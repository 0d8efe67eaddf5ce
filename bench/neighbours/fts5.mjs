// What an afternoon's script would do: one FTS5 table, the question's words joined by OR.
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'

export function open({ directory }) {
  const db = new DatabaseSync(join(directory, 'fts5.db'))
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  db.exec("CREATE VIRTUAL TABLE IF NOT EXISTS memories USING fts5(text, tokenize='porter unicode61')")
  const insert = db.prepare('INSERT INTO memories(text) VALUES (?)')
  const select = db.prepare(
    'SELECT rowid, text FROM memories WHERE memories MATCH ? ORDER BY bm25(memories) LIMIT 5',
  )
  return {
    fill(memories) {
      db.exec('BEGIN')
      for (const { text } of memories) insert.run(text)
      db.exec('COMMIT')
    },
    ask: ({ text }) =>
      select.all(
        text
          .match(/\w+/g)
          .map((word) => `"${word}"`)
          .join(' OR '),
      ),
    add: ({ text }) => insert.run(text),
    close: () => db.close(),
  }
}
