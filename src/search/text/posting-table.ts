// Postings in SQLite: one small blob of postings per term and block of rows (see postings.ts).

import type { Database, Statement } from '../../base/files/sqlite.ts'
import { MOST_BITS, type ScoredRows, scoreRows } from '../vectors/row-kernel.ts'
import { BLOCK_ROWS, encodePosting, lengthNorms, POSTING_BYTES, rarity, SATURATION } from './postings.ts'
import type { Totals } from './schema.ts'
import type { WeightedTerm } from './text-query.ts'

/** Bytes of postings kept in memory. */
const MOST_KNOWN = 8_000_000

interface ScoredText extends ScoredRows {
  rarity: number[]
  mass: number
  /** The query's term that each bit of `matched` stands for. */
  termOfBit: number[]
}

interface PostingBlock {
  block: number
  data: Uint8Array
}

export class PostingTable {
  readonly #append: Statement
  readonly #read: Statement
  /** Postings of the current batch, byte after byte, by term. */
  #pending = new Map<string, number[]>()
  #block = -1
  /** Postings of terms that were asked for before: common ones come up in most queries. */
  readonly #known = new Map<string, PostingBlock[]>()
  #knownBytes = 0

  constructor(database: Database) {
    this.#append = database.prepare(
      `INSERT INTO postings VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET data = CAST(postings.data || excluded.data AS BLOB)`,
    )
    this.#read = database.prepare('SELECT block, data FROM postings WHERE term = ?')
  }

  /** Rows must come in rising order. Nothing is written before `flush`. */
  add(row: number, counts: ReadonlyMap<string, number>, length: number): void {
    const block = Math.floor(row / BLOCK_ROWS)
    if (block !== this.#block) this.flush()
    this.#block = block
    const bytes = new Uint8Array(POSTING_BYTES)
    for (const [term, count] of counts) {
      encodePosting(bytes, 0, row % BLOCK_ROWS, count, length)
      const list = this.#pending.get(term)
      if (list) list.push(...bytes)
      else this.#pending.set(term, [...bytes])
    }
  }

  /** Drops what was added since the last `flush`. */
  discard(): void {
    this.#pending = new Map()
  }

  flush(): void {
    // In key order the B-tree is filled from left to right: half the time and denser pages.
    const entries = [...this.#pending].sort(([a], [b]) => (a < b ? -1 : 1))
    for (const [term, bytes] of entries) this.#append.run(term, this.#block, Uint8Array.from(bytes))
    this.#pending = new Map()
    this.forget()
  }

  /** Forgets what was read: the database has changed. */
  forget(): void {
    this.#known.clear()
    this.#knownBytes = 0
  }

  #blocksOf(term: string): PostingBlock[] {
    const known = this.#known.get(term)
    if (known) return known
    const blocks = this.#read.all(term) as unknown as PostingBlock[]
    if (this.#knownBytes > MOST_KNOWN) this.forget()
    this.#known.set(term, blocks)
    this.#knownBytes += blocks.reduce((sum, { data }) => sum + data.length + 200, 100)
    return blocks
  }

  /** Scores of all rows for the query; zero where nothing matched. Costs what its terms' postings weigh. */
  score(terms: readonly WeightedTerm[], totals: Totals): ScoredText {
    const norms = lengthNorms(totals.length / Math.max(1, totals.passages))
    const found = terms.map(({ term, weight }, index) => {
      const blocks = this.#blocksOf(term)
      const bytes = blocks.reduce((sum, { data }) => sum + data.length, 0)
      const rare = rarity(totals.passages, bytes / POSTING_BYTES)
      return { index, blocks, rare, weight: weight * rare }
    })
    const rarities = found.map(({ rare }) => rare)
    const mass = found.reduce((sum, { weight }) => sum + weight * SATURATION, 0)
    // The weightiest terms get the bits, where there are not enough for all.
    if (found.length > MOST_BITS) found.sort((a, b) => b.weight - a.weight)
    const blocks = found.flatMap(({ blocks, weight }, term) =>
      blocks.map((block) => ({ ...block, weight, term })),
    )
    const scores = scoreRows(totals.rows + 1, norms, blocks)
    return {
      ...scores,
      rarity: rarities,
      mass,
      termOfBit: found.slice(0, MOST_BITS).map(({ index }) => index),
    }
  }
}
