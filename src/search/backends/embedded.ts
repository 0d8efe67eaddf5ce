// The default backend: SQLite for documents and full text, one file of vectors per model, both in a cache directory.
import { hash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { MemdirError } from '../../lib/errors.ts'
import type {
  BackendStats,
  Census,
  DocumentVectors,
  SearchBackend,
  SearchDocument,
  SearchFilter,
  StoredDocument,
  TextHit,
  TextQuery,
  TextResult,
  VectorHit,
  VectorQuery,
  VectorResult,
} from '../backend.ts'
import type { RowValues } from '../row-kernel.ts'
import { type Database, inTransaction, openSqlite, type Statement } from '../sqlite.ts'
import { isDense, passageTerms } from '../terms.ts'
import type { VectorFile } from '../vector-file.ts'
import { ABSENT } from '../vector-image.ts'
import { DocumentTable, type Placed, type Span } from './document-table.ts'
import { hasBit } from './row-bits.ts'
import { prepareSchema, readTotals, type Totals, writeTotals } from './schema.ts'
import { TextIndex } from './text-index.ts'
import { VectorStore } from './vector-store.ts'

export interface EmbeddedOptions {
  /** The cache directory; it must exist. Absent: in memory. */
  directory?: string
}

interface BestSpan extends Span {
  /** The row of the best passage. */
  best: number
}

export class EmbeddedBackend implements SearchBackend {
  readonly #directory: string | undefined
  readonly #database: Database
  readonly #documents: DocumentTable
  readonly #text: TextIndex
  readonly #vectors: VectorStore
  readonly #version: Statement
  readonly #census: Statement
  #totals: Totals
  #dataVersion = -1

  constructor({ directory }: EmbeddedOptions = {}) {
    this.#directory = directory
    this.#database = openSqlite(directory === undefined ? ':memory:' : join(directory, 'catalog.db'))
    if (!prepareSchema(this.#database)) {
      this.#database.close()
      throw new MemdirError('broken_file', 'The catalog was written by another version of memdir.')
    }
    this.#documents = new DocumentTable(this.#database)
    this.#text = new TextIndex(this.#database)
    this.#vectors = new VectorStore(directory)
    this.#version = this.#database.prepare('PRAGMA data_version')
    this.#census = this.#database.prepare(
      `SELECT (SELECT count(*) FROM documents) AS documents, EXISTS (SELECT 1 FROM postings) AS terms,
              EXISTS (SELECT 1 FROM blocks) AS bits`,
    )
    this.#totals = readTotals(this.#database)
  }

  async upsert(documents: readonly SearchDocument[]): Promise<void> {
    this.#write(() => {
      for (const document of documents) this.#put(document)
    })
  }

  #put(document: SearchDocument): void {
    const textHash = hashText(document)
    const before = this.#documents.place(document.id)
    // Only metadata changed: postings and vectors stay valid.
    if (before?.text_hash === textHash) {
      this.#documents.update(document, before)
      return
    }
    if (before) this.#drop(before)
    const passages = passageTerms(document)
    const row = this.#totals.rows + 1
    let length = 0
    for (const [index, passage] of passages.entries()) {
      this.#text.add(row + index, passage.counts, passage.length)
      length += passage.length
    }
    const dense = Number(isDense([...passages[0]!.counts.keys()]))
    this.#documents.insert(document, { row, passages: passages.length, dense, text_hash: textHash, length })
    this.#totals.rows += passages.length
    this.#totals.documents++
    this.#totals.passages += passages.length
    this.#totals.length += length
  }

  async remove(ids: readonly string[]): Promise<void> {
    this.#write(() => {
      for (const id of ids) {
        const place = this.#documents.place(id)
        if (place) this.#drop(place)
      }
    })
  }

  /** Postings and vectors stay where they are; the rows are no longer alive. */
  #drop(placed: Placed): void {
    this.#documents.delete(placed)
    this.#totals.documents--
    this.#totals.passages -= placed.passages
    this.#totals.length -= placed.length
  }

  #write(work: () => void): void {
    try {
      inTransaction(this.#database, () => {
        this.#refresh()
        work()
        this.#text.flush()
        this.#documents.flush()
        writeTotals(this.#database, this.#totals)
      })
    } catch (error) {
      // Nothing was written: what was counted meanwhile is wrong.
      this.#text.discard()
      this.#dataVersion = -1
      throw error
    }
  }

  /** Another process may have written: one cheap question per call. */
  #refresh(): void {
    const { data_version: version } = this.#version.get() as { data_version: number }
    if (version === this.#dataVersion) return
    this.#dataVersion = version
    this.#documents.forget()
    this.#text.forget()
    this.#totals = readTotals(this.#database)
  }

  async documents(ids?: readonly string[]): Promise<StoredDocument[]> {
    this.#refresh()
    return ids ? this.#documents.byIds(ids) : this.#documents.all()
  }

  async ids(): Promise<string[]> {
    this.#refresh()
    return this.#documents.ids()
  }

  async ended(now: number): Promise<string[]> {
    this.#refresh()
    return this.#documents.ended(now)
  }

  async documentsAt(rows: readonly number[]): Promise<StoredDocument[]> {
    this.#refresh()
    return this.#documents.atRows(rows)
  }

  async fullText({ terms, limit, filter }: TextQuery): Promise<TextResult> {
    this.#refresh()
    const scored = this.#text.score(terms, this.#totals)
    const spans = this.#collect(scored.score, 0, limit, filter)
    const marks = scored.marks()
    const score = scored.score.view()
    // Asked for later, when the kernel's memory may hold another query's scores.
    const kept = this.#documents.hasConversations() ? score.slice() : undefined
    const hits = spans.map(({ row, passages, best }): TextHit => {
      const together = matchedTerms(marks, scored.termOfBit, best, 1)
      const matched = passages === 1 ? together : matchedTerms(marks, scored.termOfBit, row, passages)
      const hit: TextHit = { row, passages, score: score[best]!, together, matched }
      if (kept) hit.beside = (document) => this.#sumBeside(document, (span) => bestOf(kept, span))
      return hit
    })
    const { documents, passages, length } = this.#totals
    return {
      hits,
      rarity: scored.rarity,
      mass: scored.mass,
      documents,
      meanLength: length / Math.max(1, passages),
    }
  }

  #sumBeside(document: StoredDocument, value: (span: Span) => number): number {
    return this.#documents.beside(document).reduce((sum, span) => sum + value(span), 0)
  }

  /** Documents by their best row, as far as that is above a value. Looks further when long ones make up too few. */
  #collect(values: RowValues, above: number, limit: number, filter: SearchFilter | undefined): BestSpan[] {
    const allowed = this.#documents.passing(filter)
    for (let want = limit; ; want *= 4) {
      const rows = values.best({ allowed, limit: want, above })
      const found = new Map<number, BestSpan>()
      for (const row of rows) {
        const span = this.#documents.spanOf(row, this.#totals.rows)
        if (!found.has(span.row)) found.set(span.row, { ...span, best: row })
      }
      if (found.size >= limit || rows.length < want) return [...found.values()].slice(0, limit)
    }
  }

  async putVectors(model: string, entries: readonly DocumentVectors[]): Promise<void> {
    // The database's write lock also keeps two processes from appending at once.
    inTransaction(this.#database, () => {
      this.#refresh()
      const fresh = entries.filter(({ id, row }) => this.#documents.place(id)?.row === row)
      const vectors = fresh.flatMap(({ row, vectors }) =>
        vectors.map((vector, i) => ({ row: row + i, vector })),
      )
      const file = this.#vectors.append(model, this.#totals.generation, vectors)
      if (file && file.count > 64 && file.count > 2 * this.#totals.passages) this.#compact(file)
    })
  }

  #compact(file: VectorFile): void {
    const alive = this.#documents.alive()
    let dead = 0
    file.eachRow((row) => {
      if (!hasBit(alive, row)) dead++
    })
    if (dead * 2 > file.count) file.compact((row) => hasBit(alive, row))
  }

  async nearest({ model, vector, limit, filter, also = [] }: VectorQuery): Promise<VectorResult> {
    this.#refresh()
    const file = this.#vectors.file(model, this.#totals.generation)
    if (!file || file.count === 0 || file.dimensions !== vector.length)
      return { hits: [], mean: 0, deviation: 0, covered: 0 }
    const nearness = file.compare(vector, this.#documents.alive(), this.#totals.rows)
    const { mean, deviation, covered } = nearness
    const spans = this.#collect(nearness.cosines, ABSENT, limit, filter)
    const cosines = nearness.cosines.view()
    const near = new Map<number, Span>(spans.map((span) => [span.row, span]))
    for (const span of also) if (bestOf(cosines, span) !== ABSENT) near.set(span.row, span)
    const kept = this.#documents.hasConversations() ? cosines.slice() : undefined
    const hits = [...near.values()].map(({ row, passages }): VectorHit => {
      const hit: VectorHit = { row, passages, similarity: bestOf(cosines, { row, passages }) }
      if (kept)
        hit.beside = (document) => this.#sumBeside(document, (span) => Math.max(0, bestOf(kept, span) - mean))
      return hit
    })
    return { hits, mean, deviation, covered }
  }

  async withoutVectors(model: string, limit: number, dimensions?: number): Promise<StoredDocument[]> {
    this.#refresh()
    const missing = this.#documents.alive().slice()
    const file = this.#vectors.file(model, this.#totals.generation)
    if (dimensions === undefined || file?.dimensions === dimensions)
      file?.eachRow((row) => {
        if (row >> 3 < missing.length) missing[row >> 3]! &= ~(1 << (row & 7))
      })
    const rows: number[] = []
    for (let row = 1; row <= this.#totals.rows && rows.length < limit; row++)
      if (hasBit(missing, row) && this.#documents.spanOf(row, row).row === row) rows.push(row)
    return this.#documents.atRows(rows)
  }

  async dropVectors(model: string): Promise<void> {
    this.#vectors.drop(model)
  }

  async stats(): Promise<BackendStats> {
    this.#refresh()
    const alive = this.#documents.alive()
    const vectors: Record<string, number> = {}
    for (const model of this.#vectors.models()) {
      const documents = new Set<number>()
      this.#vectors.file(model, this.#totals.generation)?.eachRow((row) => {
        if (hasBit(alive, row)) documents.add(this.#documents.spanOf(row, this.#totals.rows).row)
      })
      vectors[model] = documents.size
    }
    const names = this.#directory ? readdirSync(this.#directory) : []
    const bytes = names.reduce((sum, name) => sum + statSync(join(this.#directory!, name)).size, 0)
    return { documents: this.#totals.documents, vectors, bytes }
  }

  async census(): Promise<Census> {
    this.#refresh()
    const { documents, terms, bits } = this.#census.get() as Record<'documents' | 'terms' | 'bits', number>
    const { length, generation } = this.#totals
    const hasRows = (documents === 0 || bits > 0) && (length === 0 || terms > 0)
    const consistent = documents === this.#totals.documents && hasRows
    return { generation, documents, consistent }
  }

  async check(): Promise<string | undefined> {
    const rows = this.#database.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[]
    const told = rows[0]?.quick_check
    return told === 'ok' ? undefined : (told ?? 'quick_check said nothing')
  }

  async close(): Promise<void> {
    this.#vectors.close()
    this.#database.close()
  }
}

/** The highest score of a document's rows. */
function bestOf(score: Float32Array, { row, passages }: Span): number {
  let best = score[row]!
  for (let passage = row + 1; passage < row + passages; passage++) best = Math.max(best, score[passage]!)
  return best
}

/** Indexes of the query's terms that occur in any of these rows. */
function matchedTerms(marks: Uint32Array, termOfBit: readonly number[], row: number, rows: number): number[] {
  let low = 0
  let high = 0
  for (let at = row; at < row + rows; at++) {
    low |= marks[2 * at]!
    high |= marks[2 * at + 1]!
  }
  return termOfBit.filter((_, bit) => ((bit < 32 ? low >>> bit : high >>> (bit - 32)) & 1) === 1)
}

/** 48 bits: tells one version of a text from the next. */
function hashText({ name, description, body }: SearchDocument): number {
  return hash('md5', `${name}\0${description}\0${body}`, 'buffer').readUIntBE(0, 6)
}
