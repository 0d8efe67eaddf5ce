// What is known of each document beside its text, and which rows are alive. A document owns the rows of its passages.
import type { SearchDocument, SearchFilter, StoredDocument } from '../backend.ts'
import { BLOCK_ROWS } from '../postings.ts'
import type { Database, Statement } from '../sqlite.ts'
import { columnsOf, conditions, documentOf, STORED_COLUMNS } from './document-columns.ts'

/** Documents kept in memory between queries: about 10 MB. */
const MOST_SEEN = 20_000

export interface Placed {
  row: number
  passages: number
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
  readonly #ofConversation: Statement
  /** By the row of any passage. */
  readonly #seen = new Map<number, StoredDocument>()
  readonly #conversations = new Map<string, StoredDocument[]>()
  readonly #touched = new Set<number>()
  #alive: Uint8Array | undefined

  constructor(database: Database) {
    const columns = STORED_COLUMNS.join(', ')
    this.#database = database
    // The document with the highest row up to this one: rows of one document lie together.
    this.#byRow = database.prepare(
      `SELECT ${columns} FROM documents WHERE row <= ? ORDER BY row DESC LIMIT 1`,
    )
    this.#byId = database.prepare(`SELECT ${columns} FROM documents WHERE id = ?`)
    this.#place = database.prepare('SELECT row, passages, text_hash, length FROM documents WHERE id = ?')
    const marks = ['?', '?', ...STORED_COLUMNS.map(() => '?')].join(', ')
    this.#insert = database.prepare(`INSERT INTO documents (text_hash, length, ${columns}) VALUES (${marks})`)
    const sets = STORED_COLUMNS.map((column) => `${column} = ?`).join(', ')
    this.#update = database.prepare(`UPDATE documents SET ${sets} WHERE row = ?`)
    this.#delete = database.prepare('DELETE FROM documents WHERE row = ?')
    this.#ofConversation = database.prepare(
      `SELECT ${columns} FROM documents WHERE conversation = ? ORDER BY created, row LIMIT 2000`,
    )
  }

  /** Forgets what was read: the database has changed. */
  forget(): void {
    this.#seen.clear()
    this.#conversations.clear()
    this.#touched.clear()
    this.#alive = undefined
  }

  place(id: string): Placed | undefined {
    return this.#place.get(id) as Placed | undefined
  }

  insert(document: SearchDocument, placed: Placed): void {
    const { row, passages, text_hash, length } = placed
    this.#insert.run(text_hash, length, ...columnsOf({ ...document, row, passages }))
    for (let passage = row; passage < row + passages; passage++) this.#setAlive(passage, true)
  }

  update(document: SearchDocument, { row, passages }: Placed): void {
    this.#update.run(...columnsOf({ ...document, row, passages }), row)
  }

  delete({ row, passages }: Placed): void {
    this.#delete.run(row)
    for (let passage = row; passage < row + passages; passage++) this.#setAlive(passage, false)
  }

  /** The document that owns a living row. */
  byRow(row: number): StoredDocument | undefined {
    const seen = this.#seen.get(row)
    if (seen) return seen
    const found = this.#byRow.get(row) as Record<string, unknown> | undefined
    if (!found) return undefined
    const document = documentOf(found)
    if (row >= document.row + document.passages) return undefined
    if (this.#seen.size >= MOST_SEEN) this.#seen.clear()
    this.#seen.set(row, document)
    return document
  }

  byId(id: string): StoredDocument | undefined {
    const found = this.#byId.get(id) as Record<string, unknown> | undefined
    return found && documentOf(found)
  }

  all(): StoredDocument[] {
    const rows = this.#database
      .prepare(`SELECT ${STORED_COLUMNS.join(', ')} FROM documents ORDER BY row`)
      .all()
    return (rows as Record<string, unknown>[]).map(documentOf)
  }

  /** The documents before and after this one in its conversation. */
  beside({ conversation, row }: StoredDocument): StoredDocument[] {
    if (conversation === undefined) return []
    let documents = this.#conversations.get(conversation)
    if (!documents) {
      documents = (this.#ofConversation.all(conversation) as Record<string, unknown>[]).map(documentOf)
      this.#conversations.set(conversation, documents)
    }
    const at = documents.findIndex((document) => document.row === row)
    return at < 0 ? [] : [documents[at - 1], documents[at + 1]].filter((document) => document !== undefined)
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
    this.#seen.clear()
    this.#conversations.clear()
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

  /** Rows that pass the filter, one bit each; all living rows without one. Expiry is not judged here. */
  passing(filter: SearchFilter | undefined): Uint8Array {
    const { where, values } = conditions(filter ?? {})
    if (where.length === 0) return this.alive()
    const sql = `SELECT row, passages FROM documents WHERE ${where.join(' AND ')}`
    const bits = new Uint8Array(this.alive().length)
    for (const found of this.#database.prepare(sql).all(...values) as unknown as Placed[])
      for (let row = found.row; row < found.row + found.passages; row++) bits[row >> 3]! |= 1 << (row & 7)
    return bits
  }
}
