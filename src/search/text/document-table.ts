// What is known of each document besides its text, and which rows are alive. A document owns the rows of its passages.

import type { Database, Statement } from '../../base/files/sqlite.ts'
import type { SearchDocument, SearchFilter, StoredDocument } from '../search-document.ts'
import { ALL_COLUMNS, columnsOf, conditions, DOCUMENT_JSON, documentOf } from './document-columns.ts'
import { inSteps } from './in-steps.ts'
import { BLOCK_ROWS } from './postings.ts'
import { blockOf, hasBit, joinBlocks, setBit, withRoom } from './row-bits.ts'

export interface RowRange {
  row: number
  passages: number
}

export interface Neighbour extends RowRange {
  id: string
}

export interface Placed extends RowRange {
  /** 1: mostly Chinese. */
  dense: number
  /** Terms of its situations. */
  situation: number
  text_hash: number
  length: number
}

/** Documents kept in memory. */
const MOST_KNOWN = 5_000
export type StoredState = Pick<StoredDocument, 'id' | 'size' | 'stamp'>

interface RowBits {
  alive: Uint8Array
  /** Where documents begin, also those that are gone: rows are never used twice. */
  starts: Uint8Array
}

export class DocumentTable {
  readonly #database: Database
  readonly #byRows: Statement
  readonly #byIds: Statement
  readonly #expired: Statement
  readonly #conversation: Statement
  readonly #place: Statement
  readonly #insert: Statement
  readonly #update: Statement
  readonly #delete: Statement
  readonly #conversations = new Map<string, Neighbour[]>()
  readonly #knownByRow = new Map<number, StoredDocument>()
  readonly #knownById = new Map<string, StoredDocument>()
  readonly #touched = new Set<number>()
  #bits: RowBits | undefined
  #conversationLength: number | undefined

  constructor(database: Database) {
    const columns = ALL_COLUMNS.join(', ')
    this.#database = database
    const listed = `SELECT json_group_array(json(${DOCUMENT_JSON})) AS documents FROM documents`
    const asked = 'IN (SELECT value FROM json_each(?))'
    this.#byRows = database.prepare(`${listed} WHERE row ${asked}`)
    this.#byIds = database.prepare(`${listed} WHERE id ${asked}`)
    this.#conversation = database.prepare(
      `SELECT count(*) AS documents, count(DISTINCT conversation) AS conversations FROM
       (SELECT conversation FROM documents WHERE conversation IS NOT NULL ORDER BY conversation LIMIT 1000)`,
    )
    this.#expired = database.prepare('SELECT row, passages FROM documents WHERE expires <= ?')
    this.#place = database.prepare(
      'SELECT row, passages, dense, situation, text_hash, length FROM documents WHERE id = ?',
    )
    const marks = ['?', ...ALL_COLUMNS.map(() => '?')].join(', ')
    this.#insert = database.prepare(`INSERT INTO documents (length, ${columns}) VALUES (${marks})`)
    const sets = ALL_COLUMNS.map((column) => `${column} = ?`).join(', ')
    this.#update = database.prepare(`UPDATE documents SET ${sets} WHERE row = ?`)
    this.#delete = database.prepare('DELETE FROM documents WHERE row = ?')
  }

  /** Forgets what was read: the database has changed. */
  forget(): void {
    this.#forgetKnown()
    this.#conversations.clear()
    this.#touched.clear()
    this.#bits = undefined
    this.#conversationLength = undefined
  }

  place(id: string): Placed | undefined {
    return this.#place.get(id) as Placed | undefined
  }

  insert(document: SearchDocument, placed: Placed): void {
    const { row, passages, length } = placed
    this.#insert.run(length, ...columnsOf(document, placed))
    const bits = this.#bitsFor(row + passages - 1)
    setBit(bits.starts, row, true)
    this.#mark(placed, true)
  }

  update(document: SearchDocument, placed: Placed): void {
    this.#update.run(...columnsOf(document, placed), placed.row)
  }

  delete(span: RowRange): void {
    this.#delete.run(span.row)
    this.#mark(span, false)
  }

  #mark({ row, passages }: RowRange, alive: boolean): void {
    const bits = this.#bitsFor(row + passages - 1)
    for (let passage = row; passage < row + passages; passage++) {
      setBit(bits.alive, passage, alive)
      this.#touched.add(Math.floor(passage / BLOCK_ROWS))
    }
  }

  #bitsFor(row: number): RowBits {
    const { alive, starts } = this.#rowBits()
    this.#bits = { alive: withRoom(alive, row), starts: withRoom(starts, row) }
    return this.#bits
  }

  #rowBits(): RowBits {
    if (this.#bits) return this.#bits
    const blocks = this.#database
      .prepare('SELECT block, alive, starts FROM blocks ORDER BY block')
      .all() as unknown as {
      block: number
      alive: Uint8Array
      starts: Uint8Array
    }[]
    this.#bits = {
      alive: joinBlocks(blocks.map(({ block, alive }) => ({ block, bits: alive }))),
      starts: joinBlocks(blocks.map(({ block, starts }) => ({ block, bits: starts }))),
    }
    return this.#bits
  }

  /** Writes the changed bits; call before the transaction ends. */
  flush(): void {
    const { alive, starts } = this.#rowBits()
    const put = this.#database.prepare('INSERT OR REPLACE INTO blocks VALUES (?, ?, ?)')
    for (const block of this.#touched) put.run(block, blockOf(alive, block), blockOf(starts, block))
    this.#touched.clear()
    this.#forgetKnown()
    this.#conversations.clear()
    this.#conversationLength = undefined
  }

  alive(): Uint8Array {
    return this.#rowBits().alive
  }

  /** The rows of the document that owns this one, of `last` rows in all. */
  spanOf(row: number, last: number): RowRange {
    const { starts } = this.#rowBits()
    let first = row
    while (first > 1 && !hasBit(starts, first)) first--
    let end = row + 1
    while (end <= last && !hasBit(starts, end)) end++
    return { row: first, passages: end - first }
  }

  /** In the order asked for. */
  atRows(rows: readonly number[]): StoredDocument[] {
    this.#load(this.#byRows, rows, this.#knownByRow)
    return pick(this.#knownByRow, rows)
  }

  /** In the order asked for. */
  byIds(ids: readonly string[]): StoredDocument[] {
    this.#load(this.#byIds, ids, this.#knownById)
    return pick(this.#knownById, ids)
  }

  /** A search asks for the same documents several times. */
  #load<Key extends string | number>(
    statement: Statement,
    keys: readonly Key[],
    known: ReadonlyMap<Key, StoredDocument>,
  ): void {
    if (this.#knownById.size > MOST_KNOWN) this.#forgetKnown()
    const missing = keys.filter((key) => !known.has(key))
    if (missing.length === 0) return
    const { documents } = statement.get(JSON.stringify(missing)) as { documents: string }
    for (const values of JSON.parse(documents) as unknown[][]) {
      const document = documentOf(values)
      this.#knownByRow.set(document.row, document)
      this.#knownById.set(document.id, document)
    }
  }

  #forgetKnown(): void {
    this.#knownByRow.clear()
    this.#knownById.clear()
  }

  /** In the order of their rows. */
  *each(): Generator<StoredDocument> {
    for (const values of inSteps(this.#database, DOCUMENT_JSON)) yield documentOf(values)
  }

  /** Their files as they were stored. */
  *states(): Generator<StoredState> {
    for (const [id, size, stamp] of inSteps(this.#database, 'json_array(id, size, stamp)'))
      yield { id, size, stamp } as StoredState
  }

  /** How many documents a conversation has, on average of the first thousand that are of one; 0 without any. */
  conversationLength(): number {
    if (this.#conversationLength === undefined) {
      const counted = this.#conversation.get() as { documents: number; conversations: number }
      this.#conversationLength = counted.documents / Math.max(1, counted.conversations)
    }
    return this.#conversationLength
  }

  ended(now: number): string[] {
    const { ids } = this.#database
      .prepare('SELECT json_group_array(id) AS ids FROM documents WHERE expires <= ?')
      .get(now) as { ids: string }
    return JSON.parse(ids) as string[]
  }

  ids(): string[] {
    const { ids } = this.#database.prepare('SELECT json_group_array(id) AS ids FROM documents').get() as {
      ids: string
    }
    return JSON.parse(ids) as string[]
  }

  /** The documents before and after this one in its conversation. */
  neighbours({ conversation, row }: StoredDocument): Neighbour[] {
    if (conversation === undefined) return []
    let spans = this.#conversations.get(conversation)
    if (!spans) {
      const sql =
        'SELECT id, row, passages FROM documents WHERE conversation = ? ORDER BY created, row LIMIT 2000'
      spans = this.#database.prepare(sql).all(conversation) as unknown as Neighbour[]
      this.#conversations.set(conversation, spans)
    }
    const at = spans.findIndex((span) => span.row === row)
    return at < 0 ? [] : [spans[at - 1], spans[at + 1]].filter((span) => span !== undefined)
  }

  /** Rows that pass the filter, one bit each; all living rows without one. */
  passing(filter: SearchFilter = {}): Uint8Array {
    const { where, values } = conditions(filter)
    let bits = this.alive()
    if (where.length > 0) {
      bits = new Uint8Array(bits.length)
      const sql = `SELECT row, passages FROM documents WHERE ${where.join(' AND ')}`
      setSpans(bits, this.#database.prepare(sql).all(...values) as unknown as RowRange[], true)
    }
    if (filter.liveAt === undefined) return bits
    // Few documents ever expire: they are taken out, rather than all others put in.
    const expired = this.#expired.all(filter.liveAt) as unknown as RowRange[]
    if (expired.length > 0) bits = new Uint8Array(bits)
    setSpans(bits, expired, false)
    return bits
  }
}

function setSpans(bits: Uint8Array, spans: readonly RowRange[], on: boolean): void {
  for (const span of spans)
    for (let row = span.row; row < span.row + span.passages; row++) setBit(bits, row, on)
}

function pick<Key>(known: ReadonlyMap<Key, StoredDocument>, keys: readonly Key[]): StoredDocument[] {
  return keys.map((key) => known.get(key)).filter((document) => document !== undefined)
}
