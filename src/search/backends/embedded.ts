// The default backend: SQLite for documents and full text, one file of vectors per model, both in a cache directory.
import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { MemdirError } from '../../lib/errors.ts'
import type {
  BackendStats,
  DocumentVectors,
  SearchBackend,
  SearchDocument,
  SearchFilter,
  StoredDocument,
  TextHit,
  TextQuery,
  TextResult,
  VectorQuery,
  VectorResult,
} from '../backend.ts'
import type { Scores } from '../postings.ts'
import { type Database, inTransaction, openSqlite } from '../sqlite.ts'
import { documentTerms } from '../terms.ts'
import type { VectorFile } from '../vector-file.ts'
import { ABSENT, bestRows, hasBit } from './best-rows.ts'
import { DocumentTable } from './document-table.ts'
import { prepareSchema, readTotals, type Totals, writeTotals } from './schema.ts'
import { TextIndex } from './text-index.ts'
import { measureNearness, VectorStore } from './vector-store.ts'

export interface EmbeddedOptions {
  /** The cache directory; it must exist. Absent: in memory. */
  directory?: string
}

interface Ranked {
  document: StoredDocument
  score: number
}

export class EmbeddedBackend implements SearchBackend {
  readonly #directory: string | undefined
  readonly #database: Database
  readonly #documents: DocumentTable
  readonly #text: TextIndex
  readonly #vectors: VectorStore
  #totals: Totals
  #dataVersion = -1
  #scores: Scores | undefined

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
      this.#documents.update(before.row, document)
      return
    }
    if (before) this.#drop(before)
    const { counts, length } = documentTerms(document)
    const row = ++this.#totals.rows
    this.#documents.insert(row, document, { textHash, length })
    this.#text.add(row, counts, length)
    this.#totals.documents++
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

  /** Postings and vectors of the row stay where they are; the row is no longer alive. */
  #drop({ row, length }: { row: number; length: number }): void {
    this.#documents.delete(row)
    this.#totals.documents--
    this.#totals.length -= length
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
    const { data_version: version } = this.#database.prepare('PRAGMA data_version').get() as {
      data_version: number
    }
    if (version === this.#dataVersion) return
    this.#dataVersion = version
    this.#documents.forget()
    this.#totals = readTotals(this.#database)
  }

  async documents(ids?: readonly string[]): Promise<StoredDocument[]> {
    this.#refresh()
    if (!ids) return this.#documents.all()
    return ids.map((id) => this.#documents.byId(id)).filter((document) => document !== undefined)
  }

  async fullText({ terms, limit, filter }: TextQuery): Promise<TextResult> {
    this.#refresh()
    const scored = this.#text.score(terms, this.#totals, this.#scores)
    this.#scores = scored
    const hits = this.#collect(scored.score, 0, limit, filter).map(({ document, score }): TextHit => {
      const bits = scored.matched[document.row]!
      return { document, score, matched: terms.flatMap((_, i) => (i < 32 && (bits >>> i) & 1 ? [i] : [])) }
    })
    return { hits, rarity: scored.rarity, mass: scored.mass, total: this.#totals.documents }
  }

  /** The best rows above a score, as documents; looks further when too many of them have expired. */
  #collect(score: Float32Array, above: number, limit: number, filter: SearchFilter | undefined): Ranked[] {
    const allowed = this.#documents.passing(filter)
    for (let want = limit; ; want *= 4) {
      const rows = bestRows(score, { allowed, limit: want, last: this.#totals.rows, above })
      const found: Ranked[] = []
      for (const row of rows) {
        const document = this.#documents.byRow(row)
        if (document && !hasExpired(document, filter)) found.push({ document, score: score[row]! })
      }
      if (found.length >= limit || rows.length < want) return found.slice(0, limit)
    }
  }

  async putVectors(model: string, entries: readonly DocumentVectors[]): Promise<void> {
    // The database's write lock also keeps two processes from appending at once.
    inTransaction(this.#database, () => {
      this.#refresh()
      const fresh = entries.filter(({ id, row }) => this.#documents.place(id)?.row === row)
      const vectors = fresh.flatMap(({ row, vectors }) => vectors.map((vector) => ({ row, vector })))
      const file = this.#vectors.append(model, this.#totals.generation, vectors)
      if (file && file.count > 64 && file.count > 2 * this.#totals.documents) this.#compact(file)
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
    const { best, ...spread } = measureNearness(file, vector, this.#documents.alive(), this.#totals.rows)
    const hits = this.#collect(best, ABSENT, limit, filter).map(asVectorHit)
    const included = new Set(hits.map(({ document }) => document.row))
    for (const document of also) {
      const similarity = best[document.row] ?? ABSENT
      if (similarity !== ABSENT && !included.has(document.row)) hits.push({ document, similarity })
    }
    return { hits, ...spread }
  }

  async withoutVectors(model: string, limit: number): Promise<StoredDocument[]> {
    this.#refresh()
    const missing = this.#documents.alive().slice()
    this.#vectors.file(model, this.#totals.generation)?.eachRow((row) => {
      if (row >> 3 < missing.length) missing[row >> 3]! &= ~(1 << (row & 7))
    })
    const found: StoredDocument[] = []
    for (let row = 1; row <= this.#totals.rows && found.length < limit; row++) {
      const document = hasBit(missing, row) ? this.#documents.byRow(row) : undefined
      if (document) found.push(document)
    }
    return found
  }

  async dropVectors(model: string): Promise<void> {
    this.#vectors.drop(model)
  }

  async stats(): Promise<BackendStats> {
    this.#refresh()
    const alive = this.#documents.alive()
    const vectors: Record<string, number> = {}
    for (const model of this.#vectors.models()) {
      const rows = new Set<number>()
      this.#vectors.file(model, this.#totals.generation)?.eachRow((row) => {
        if (hasBit(alive, row)) rows.add(row)
      })
      vectors[model] = rows.size
    }
    const names = this.#directory ? readdirSync(this.#directory) : []
    const bytes = names.reduce((sum, name) => sum + statSync(join(this.#directory!, name)).size, 0)
    return { documents: this.#totals.documents, vectors, bytes }
  }

  async close(): Promise<void> {
    this.#vectors.close()
    this.#database.close()
  }
}

function asVectorHit({ document, score }: Ranked): { document: StoredDocument; similarity: number } {
  return { document, similarity: score }
}

function hasExpired({ expires }: StoredDocument, filter: SearchFilter | undefined): boolean {
  return expires !== undefined && filter?.liveAt !== undefined && expires <= filter.liveAt
}

/** 48 bits: tells one version of a text from the next. */
function hashText({ name, description, body }: SearchDocument): number {
  return createHash('md5').update(`${name}\0${description}\0${body}`).digest().readUIntBE(0, 6)
}
