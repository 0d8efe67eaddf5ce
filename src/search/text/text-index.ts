// Documents, full text and neighbours: always ours, in SQLite in the cache directory. Files are the truth: everything
// here can be thrown away and made again. Synchronous: nothing is ever waited for but the disk.
import { join } from 'node:path'
import { type Database, inTransaction, openSqlite, type Statement } from '../../base/files/sqlite.ts'
import { catalogTexts } from '../../base/messages/catalog.ts'
import { message } from '../../base/messages/message.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { type SearchDocument, type SearchFilter, type StoredDocument, versionOf } from '../search-document.ts'
import type { RowValues } from '../vectors/row-kernel.ts'
import {
  DocumentTable,
  type Neighbour,
  type Placed,
  type RowRange,
  type StoredState,
} from './document-table.ts'
import { type Listing, listingOf } from './listing.ts'
import { PostingTable } from './posting-table.ts'
import { prepareSchema, readTotals, type Totals, writeTotals } from './schema.ts'
import { inSituation, isDense, passageTerms, situationTerms } from './terms.ts'
import type { Census, SituationResult, TextHit, TextQuery, TextResult } from './text-query.ts'

interface TextIndexOptions {
  /** The cache directory; it must exist. Absent: in memory. */
  directory?: string | undefined
}

interface BestSpan extends RowRange {
  /** The row of the best passage. */
  best: number
}

export class TextIndex {
  readonly #database: Database
  readonly #documents: DocumentTable
  readonly #postings: PostingTable
  readonly #version: Statement
  readonly #census: Statement
  #totals: Totals
  #dataVersion = -1

  constructor({ directory }: TextIndexOptions = {}) {
    this.#database = openSqlite(directory === undefined ? ':memory:' : join(directory, 'catalog.db'))
    if (!prepareSchema(this.#database)) {
      this.#database.close()
      throw new MemdirError('broken_file', message(catalogTexts.otherCatalogVersion))
    }
    this.#documents = new DocumentTable(this.#database)
    this.#postings = new PostingTable(this.#database)
    this.#version = this.#database.prepare('PRAGMA data_version')
    this.#census = this.#database.prepare(
      `SELECT (SELECT count(*) FROM documents) AS documents, EXISTS (SELECT 1 FROM postings) AS terms,
              EXISTS (SELECT 1 FROM blocks) AS bits`,
    )
    this.#totals = readTotals(this.#database)
  }

  /** Adds or replaces by id, all or nothing. */
  upsert(documents: readonly SearchDocument[]): void {
    this.#write(() => {
      for (const document of documents) this.#put(document)
    })
  }

  #put(document: SearchDocument): void {
    const textHash = versionOf(document)
    const before = this.#documents.place(document.id)
    // Only metadata changed: postings and vectors stay valid.
    if (before?.text_hash === textHash) {
      this.#documents.update(document, before)
      return
    }
    if (before) this.#drop(before)
    const passages = passageTerms(document)
    const row = this.#totals.rows + 1
    const situation = situationTerms(document)
    if (situation.length > 0) this.#postings.add(row, situation.counts, situation.length)
    let length = 0
    for (const [index, passage] of passages.entries()) {
      this.#postings.add(row + index, passage.counts, passage.length)
      length += passage.length
    }
    const dense = Number(isDense([...(passages[0]?.counts.keys() ?? [])]))
    const placed = {
      row,
      passages: passages.length,
      dense,
      situation: situation.length,
      text_hash: textHash,
      length,
    }
    this.#documents.insert(document, placed)
    this.#totals.rows += passages.length
    this.#totals.documents++
    this.#totals.passages += passages.length
    this.#totals.length += length
    this.#totals.situations += Number(situation.length > 0)
  }

  remove(ids: readonly string[]): void {
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
    this.#totals.situations -= Number(placed.situation > 0)
  }

  #write(work: () => void): void {
    try {
      this.exclusively(() => {
        work()
        this.#postings.flush()
        this.#documents.flush()
        writeTotals(this.#database, this.#totals)
      })
    } catch (error) {
      // Nothing was written: what was counted on the way is wrong.
      this.#postings.discard()
      this.#dataVersion = -1
      throw error
    }
  }

  /** No other process writes while it runs, neither here nor vectors that are kept by row. */
  exclusively<T>(work: () => T): T {
    return inTransaction(this.#database, () => {
      this.#refresh()
      return work()
    })
  }

  /** Another process may have written: one cheap question per call. */
  #refresh(): void {
    const { data_version: version } = this.#version.get() as { data_version: number }
    if (version === this.#dataVersion) return
    this.#dataVersion = version
    this.#documents.forget()
    this.#postings.forget()
    this.#totals = readTotals(this.#database)
  }

  /** The stored state of these, in their order, or of all documents; unknown ids are left out. */
  documents(ids?: readonly string[]): StoredDocument[] {
    this.#refresh()
    return ids ? this.#documents.byIds(ids) : [...this.#documents.each()]
  }

  /** For lists and look-ups by id. */
  get listing(): Listing {
    this.#refresh()
    return listingOf(this.#database)
  }

  /** What all documents were made of, one after the other. */
  states(): Iterable<StoredState> {
    this.#refresh()
    return this.#documents.states()
  }

  /** The ids of all documents: which files are known, without the rest. */
  ids(): string[] {
    this.#refresh()
    return this.#documents.ids()
  }

  /** The ids of those that ended by `now`: no search finds them, so none would see that their file changed. */
  ended(now: number): string[] {
    this.#refresh()
    return this.#documents.ended(now)
  }

  /** The documents that begin at these rows; those that are gone are left out. */
  documentsAt(rows: readonly number[]): StoredDocument[] {
    this.#refresh()
    return this.#documents.atRows(rows)
  }

  /** The documents before and after this one in its conversation. */
  neighbours(document: StoredDocument): Neighbour[] {
    return this.#documents.neighbours(document)
  }

  /** How many documents a conversation has here, on average; 0 without conversations. */
  conversationLength(): number {
    return this.#documents.conversationLength()
  }

  search({ terms, limit, filter }: TextQuery): TextResult {
    this.#refresh()
    const scored = this.#postings.score(terms, this.#totals)
    const spans = this.#bestSpans(scored.score, limit, filter)
    const marks = scored.marks()
    const score = scored.score.view()
    const hits = spans.map(({ row, passages, best }): TextHit => {
      const together = matchedTerms(marks, scored.termOfBit, best, 1)
      const matched = passages === 1 ? together : matchedTerms(marks, scored.termOfBit, row, passages)
      return { row, passages, score: score[best] ?? 0, together, matched }
    })
    // Asked for later, when the kernel's memory may hold another query's scores.
    const kept = this.#documents.conversationLength() > 0 ? score.slice() : undefined
    const { documents, passages, length, situations } = this.#totals
    return {
      hits,
      rarity: scored.rarity,
      mass: scored.mass,
      documents,
      meanLength: length / Math.max(1, passages),
      scoreOf: (span) => (kept ? bestOf(kept, span) : 0),
      ...(situations > 0 && { situations: this.#searchSituations({ terms, limit, filter }) }),
    }
  }

  /** After the texts: there is one kernel, and its memory holds the last scores alone. */
  #searchSituations({ terms, limit, filter }: TextQuery): SituationResult {
    const asked = terms.map(({ term, weight }) => ({ term: inSituation(term), weight }))
    const scored = this.#postings.score(asked, this.#totals)
    const rows = scored.score.best({ allowed: this.#documents.passing(filter), limit, above: 0 })
    const marks = scored.marks().slice()
    const { rarity, termOfBit } = scored
    return { rows, rarity, matchedAt: (row) => matchedTerms(marks, termOfBit, row, 1) }
  }

  /** Documents by their best row, as far as that is above zero. Looks further when long ones make up too few. */
  #bestSpans(values: RowValues, limit: number, filter: SearchFilter | undefined): BestSpan[] {
    const allowed = this.#documents.passing(filter)
    for (let want = limit; ; want *= 4) {
      const rows = values.best({ allowed, limit: want, above: 0 })
      const found = new Map<number, BestSpan>()
      for (const row of rows) {
        const span = this.#documents.spanOf(row, this.#totals.rows)
        if (!found.has(span.row)) found.set(span.row, { ...span, best: row })
      }
      if (found.size >= limit || rows.length < want) return [...found.values()].slice(0, limit)
    }
  }

  /** For vectors that are kept by row: which rows there are, and whose. */
  rows(): Totals & { alive: Uint8Array; passing(filter?: SearchFilter): Uint8Array } {
    this.#refresh()
    return {
      ...this.#totals,
      alive: this.#documents.alive(),
      passing: (filter) => this.#documents.passing(filter),
    }
  }

  /** The first row of the document that owns this one. */
  firstRowOf(row: number): number {
    return this.#documents.spanOf(row, row).row
  }

  count(): number {
    this.#refresh()
    return this.#totals.documents
  }

  /** What the index says of itself, quickly. */
  census(): Census {
    this.#refresh()
    const { documents, terms, bits } = this.#census.get() as Record<'documents' | 'terms' | 'bits', number>
    const { length, generation } = this.#totals
    const hasRows = (documents === 0 || bits > 0) && (length === 0 || terms > 0)
    const consistent = documents === this.#totals.documents && hasRows
    return { generation, documents, consistent }
  }

  /** Looks at everything that is stored: what is damaged, in SQLite's own words. Slow; for the doctor. */
  check(): string | undefined {
    const rows = this.#database.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[]
    const result = rows[0]?.quick_check
    return result === 'ok' ? undefined : (result ?? 'quick_check said nothing')
  }

  close(): void {
    this.#database.close()
  }
}

/** The highest of a document's rows. */
function bestOf(values: Float32Array, { row, passages }: RowRange): number {
  let best = Number.NEGATIVE_INFINITY
  for (const value of values.subarray(row, row + passages)) best = Math.max(best, value)
  return best
}

/** Indexes of the query's terms that occur in any of these rows, two words of marks each. */
function matchedTerms(marks: Uint32Array, termOfBit: readonly number[], row: number, rows: number): number[] {
  const words = [0, 0]
  for (const [at, word] of marks.subarray(2 * row, 2 * (row + rows)).entries())
    words[at & 1] = (words[at & 1] ?? 0) | word
  const [low = 0, high = 0] = words
  return termOfBit.filter((_, bit) => ((bit < 32 ? low >>> bit : high >>> (bit - 32)) & 1) === 1)
}
