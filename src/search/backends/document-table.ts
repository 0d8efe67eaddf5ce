// What is known of each document beside its text, and which rows are alive.

import type { SearchDocument, SearchFilter, StoredDocument } from '../backend.ts'
import { BLOCK_ROWS } from '../postings.ts'
import type { Database, Statement } from '../sqlite.ts'

const COLUMNS =
  'row, id, file, type, kind, tags, importance, created, changed, expires, origin, conversation, size, mtime'
/** Documents kept in memory between queries: about 10 MB. */
const MOST_SEEN = 20_000
/** Tags are joined with a character that no tag contains, and surrounded by it, so that one can be looked for. */
const TAG_MARK = '\u001f'

export interface Placed {
  row: number
  text_hash: number
  length: number
}

export class DocumentTable {
  readonly #database: Database
  readonly #byRow: Statement
  readonly #byId: Statement
  readonly #place: Statement
  readonly #insert: Statement
  readonly #update: Statement
  readonly #delete: Statement
  readonly #seen = new Map<number, StoredDocument>()
  readonly #touched = new Set<number>()
  #alive: Uint8Array | undefined

  constructor(database: Database) {
    this.#database = database
    this.#byRow = database.prepare(`SELECT ${COLUMNS} FROM documents WHERE row = ?`)
    this.#byId = database.prepare(`SELECT ${COLUMNS} FROM documents WHERE id = ?`)
    this.#place = database.prepare('SELECT row, text_hash, length FROM documents WHERE id = ?')
    this.#insert = database.prepare(
      `INSERT INTO documents (text_hash, length, ${COLUMNS}) VALUES (${Array(16).fill('?').join(', ')})`,
    )
    const sets = COLUMNS.split(', ').map((column) => `${column} = ?`)
    this.#update = database.prepare(`UPDATE documents SET ${sets.join(', ')} WHERE row = ?`)
    this.#delete = database.prepare('DELETE FROM documents WHERE row = ?')
  }

  /** Forgets what was read: another process has written. */
  forget(): void {
    this.#seen.clear()
    this.#touched.clear()
    this.#alive = undefined
  }

  place(id: string): Placed | undefined {
    return this.#place.get(id) as Placed | undefined
  }

  insert(row: number, document: SearchDocument, text: { textHash: number; length: number }): void {
    this.#insert.run(text.textHash, text.length, ...columnsOf(row, document))
    this.#setAlive(row, true)
  }

  update(row: number, document: SearchDocument): void {
    this.#update.run(...columnsOf(row, document), row)
    this.#seen.delete(row)
  }

  delete(row: number): void {
    this.#delete.run(row)
    this.#seen.delete(row)
    this.#setAlive(row, false)
  }

  byRow(row: number): StoredDocument | undefined {
    const seen = this.#seen.get(row)
    if (seen) return seen
    const found = this.#byRow.get(row) as Record<string, unknown> | undefined
    if (!found) return undefined
    const document = documentOf(found)
    if (this.#seen.size >= MOST_SEEN) this.#seen.clear()
    this.#seen.set(row, document)
    return document
  }

  byId(id: string): StoredDocument | undefined {
    const found = this.#byId.get(id) as Record<string, unknown> | undefined
    return found && documentOf(found)
  }

  all(): StoredDocument[] {
    const rows = this.#database.prepare(`SELECT ${COLUMNS} FROM documents ORDER BY row`).all()
    return (rows as Record<string, unknown>[]).map(documentOf)
  }

  /** One bit a row. Kept as blobs of 4,096 rows: reading them costs microseconds, not a scan of all documents. */
  alive(): Uint8Array {
    if (this.#alive) return this.#alive
    const blocks = this.#database.prepare('SELECT block, alive FROM blocks ORDER BY block').all() as {
      block: number
      alive: Uint8Array
    }[]
    const last = blocks.at(-1)?.block ?? -1
    const alive = new Uint8Array(((last + 1) * BLOCK_ROWS) / 8)
    for (const { block, alive: bits } of blocks) alive.set(bits, (block * BLOCK_ROWS) / 8)
    this.#alive = alive
    return alive
  }

  /** Writes the changed alive bits; call before the transaction ends. */
  flush(): void {
    const alive = this.alive()
    const put = this.#database.prepare('INSERT OR REPLACE INTO blocks VALUES (?, ?)')
    for (const block of this.#touched)
      put.run(block, alive.slice((block * BLOCK_ROWS) / 8, ((block + 1) * BLOCK_ROWS) / 8))
    this.#touched.clear()
  }

  #setAlive(row: number, alive: boolean): void {
    const block = Math.floor(row / BLOCK_ROWS)
    const needed = ((block + 1) * BLOCK_ROWS) / 8
    let bits = this.alive()
    if (bits.length < needed) {
      const grown = new Uint8Array(needed)
      grown.set(bits)
      bits = grown
      this.#alive = bits
    }
    if (alive) bits[row >> 3]! |= 1 << (row & 7)
    else bits[row >> 3]! &= ~(1 << (row & 7))
    this.#touched.add(block)
  }

  /** Rows that pass the filter, one bit each; all alive rows without one. */
  passing(filter: SearchFilter | undefined): Uint8Array {
    const { where, values } = conditions(filter ?? {})
    if (where.length === 0) return this.alive()
    const rows = this.#database
      .prepare(`SELECT row FROM documents WHERE ${where.join(' AND ')}`)
      .all(...values)
    const bits = new Uint8Array(this.alive().length)
    for (const { row } of rows as { row: number }[]) bits[row >> 3]! |= 1 << (row & 7)
    return bits
  }
}

type Value = string | number | null

function columnsOf(row: number, document: SearchDocument): Value[] {
  const { id, file, type, kind, tags, importance, created, changed, expires, origin, conversation } = document
  const joined = tags.length > 0 ? TAG_MARK + tags.join(TAG_MARK) + TAG_MARK : null
  const optional = [type, kind, joined, importance, created].map((value) => value ?? null)
  const rest = [expires, origin, conversation].map((value) => value ?? null)
  return [row, id, file, ...optional, changed, ...rest, document.size, document.mtimeMs]
}

function documentOf(columns: Record<string, unknown>): StoredDocument {
  const { mtime, tags, ...rest } = columns
  const document: Record<string, unknown> = {
    tags: typeof tags === 'string' ? tags.slice(1, -1).split(TAG_MARK) : [],
    mtimeMs: mtime,
  }
  for (const [key, value] of Object.entries(rest)) if (value !== null) document[key] = value
  return document as unknown as StoredDocument
}

function conditions(filter: SearchFilter): { where: string[]; values: Value[] } {
  const where: string[] = []
  const values: Value[] = []
  const add = (sql: string, ...bound: Value[]) => {
    where.push(sql)
    values.push(...bound)
  }
  const oneOf = (column: string, list: readonly string[] | undefined) => {
    if (list) add(`${column} IN (${list.map(() => '?').join(', ')})`, ...list)
  }
  oneOf('type', filter.types)
  oneOf('kind', filter.kinds)
  oneOf('origin', filter.origins)
  for (const tag of filter.tags ?? []) add('instr(tags, ?) > 0', TAG_MARK + tag + TAG_MARK)
  if (filter.minImportance !== undefined) add('COALESCE(importance, 3) >= ?', filter.minImportance)
  if (filter.changedAfter !== undefined) add('changed >= ?', filter.changedAfter)
  if (filter.changedBefore !== undefined) add('changed < ?', filter.changedBefore)
  return { where, values }
}
