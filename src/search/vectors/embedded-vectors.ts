// The default store of vectors: one file per model in the cache directory, scanned completely by a SIMD kernel. Vectors
// are kept by the rows of the text index, whose documents say what a filter asks for: a row that is no longer alive
// there has no vector any more.
import { join } from 'node:path'
import { hasBit, setBit } from '../text/row-bits.ts'
import type { TextIndex } from '../text/text-index.ts'
import { MomentsFile } from './moments.ts'
import type { VectorFile } from './vector-file.ts'
import { fileNameOf, VectorFiles } from './vector-files.ts'
import { ABSENT, type Nearness } from './vector-image.ts'
import type {
  Nearest,
  NearestQuery,
  StoredKey,
  VectorEntry,
  VectorHit,
  VectorIndex,
  VectorKey,
} from './vector-index.ts'

/** Scores are 32 bits wide. */
const ROUNDING = 1e-6

const NOTHING: Nearest = { hits: [], spread: { mean: 0, deviation: 0, count: 0 } }

interface Compared {
  vector: Float32Array
  /** What was there to compare it with. */
  state: string
  nearness: Nearness
}

export class EmbeddedVectors implements VectorIndex {
  readonly consistency = 'immediate'
  readonly #text: TextIndex
  readonly #directory: string | undefined
  readonly #files: VectorFiles
  readonly #moments = new Map<string, MomentsFile>()
  /** What is in the memory of each file's kernel: one query asks several times. */
  readonly #compared = new WeakMap<VectorFile, Compared>()

  /** Without a directory they are kept in memory only. */
  constructor(text: TextIndex, directory?: string) {
    this.#text = text
    this.#directory = directory
    this.#files = new VectorFiles(directory)
  }

  async put(model: string, entries: readonly VectorEntry[]): Promise<void> {
    this.#text.exclusively(() => {
      const { generation } = this.#text.rows()
      const found = this.#rowsOf(entries)
      const fresh = entries.flatMap((entry) => {
        const row = found.get(entry)
        return row === undefined ? [] : [{ row, vector: entry.vector }]
      })
      const before = this.#files.file(model, generation)
      if (before) this.#forget(model, before, new Set(fresh.map(({ row }) => row)))
      const file = this.#files.append(model, generation, fresh)
      if (file) this.#followAndCompact(model, file)
    })
  }

  /** A row has one vector: what is put again replaces it. */
  #forget(model: string, file: VectorFile, replaced: ReadonlySet<number>): void {
    if (!file.rows().some((row) => replaced.has(row))) return
    const { alive } = this.#text.rows()
    this.#momentsOf(model).follow(file, (row) => hasBit(alive, row) && !replaced.has(row))
    file.compact((row) => !replaced.has(row))
  }

  /** The moments follow, and a file that is mostly of rows that are gone is rewritten. */
  #followAndCompact(model: string, file: VectorFile): void {
    const { alive, passages } = this.#text.rows()
    const isAlive = (row: number) => hasBit(alive, row)
    this.#momentsOf(model).follow(file, isAlive)
    if (file.count <= 64 || file.count <= 2 * passages) return
    const dead = file.rows().filter((row) => !isAlive(row)).length
    if (dead * 2 <= file.count) return
    file.compact(isAlive)
  }

  #momentsOf(model: string): MomentsFile {
    const path = this.#directory && join(this.#directory, `moments-${fileNameOf(model)}.bin`)
    const moments = this.#moments.get(model) ?? new MomentsFile(path)
    this.#moments.set(model, moments)
    return moments
  }

  /** The documents of the text index say it. */
  async describe(): Promise<void> {}

  /** What the text index has dropped is gone; `keys` brings the moments up to date. */
  async remove(): Promise<void> {}

  async nearest({ model, to, limit, filter, wanted = [], atLeast }: NearestQuery): Promise<Nearest> {
    const rows = this.#text.rows()
    const file = this.#files.file(model, rows.generation)
    const vector = to instanceof Float32Array ? to : file && this.#vectorOf(file, to)
    if (!file || file.count === 0 || file.dimensions !== vector?.length) return NOTHING
    const nearness = this.#compare(file, vector)
    const cosines = nearness.cosines.view()
    const hits = new Map<number, VectorHit>()
    const add = (row: number, { memory, passage }: VectorKey) => {
      const cosine = cosines[row] ?? ABSENT
      if (cosine > ABSENT) hits.set(row, { memory, passage, cosine })
    }
    const above = atLeast === undefined ? ABSENT : atLeast - ROUNDING
    const best = nearness.cosines.best({ allowed: rows.passing(filter), limit, above })
    for (const [row, key] of this.#keysAt(best)) add(row, key)
    for (const [key, row] of this.#rowsOf(wanted)) add(row, key)
    const spread = this.#momentsOf(model).read(file.dimensions, rows.generation)?.spread(vector)
    return {
      hits: [...hits.values()].sort((a, b) => b.cosine - a.cosine),
      spread: spread ?? nearness.spread,
    }
  }

  #compare(file: VectorFile, vector: Float32Array): Nearness {
    const { alive, rows, documents } = this.#text.rows()
    const state = `${file.state} ${rows} ${documents}`
    const known = this.#compared.get(file)
    if (known?.vector === vector && known.state === state) return known.nearness
    const nearness = file.compare(vector, alive, rows)
    this.#compared.set(file, { vector, state, nearness })
    return nearness
  }

  #vectorOf(file: VectorFile, key: VectorKey): Float32Array | undefined {
    const row = this.#rowsOf([key]).get(key)
    const index = row === undefined ? undefined : file.indexOf(row)
    return index === undefined ? undefined : file.vectorAt(index)
  }

  /** Keys of what is not stored, or of another text, have none. */
  #rowsOf<Key extends VectorKey & { version?: number }>(keys: readonly Key[]): Map<Key, number> {
    const documents = this.#text.documents([...new Set(keys.map(({ memory }) => memory))])
    const byId = new Map(documents.map((document) => [document.id, document]))
    return new Map(
      keys.flatMap((key) => {
        const document = byId.get(key.memory)
        if (!document || key.passage >= document.passages) return []
        return (key.version ?? document.version) === document.version
          ? [[key, document.row + key.passage] as const]
          : []
      }),
    )
  }

  /** In the order of the rows. */
  #keysAt(rows: readonly number[]): [number, VectorKey][] {
    const firsts = new Map(rows.map((row) => [row, this.#text.firstRowOf(row)]))
    const documents = this.#text.documentsAt([...new Set(firsts.values())])
    const ids = new Map(documents.map(({ row, id }) => [row, id]))
    return [...firsts].flatMap(([row, first]) => {
      const memory = ids.get(first)
      return memory === undefined ? [] : [[row, { memory, passage: row - first }] as [number, VectorKey]]
    })
  }

  async keys(model: string, dimensions?: number): Promise<StoredKey[]> {
    return this.#text.exclusively(() => {
      const file = this.#files.file(model, this.#text.rows().generation)
      if (!file || (dimensions !== undefined && file.dimensions !== dimensions)) return []
      this.#followAndCompact(model, file)
      const present = new Uint8Array(this.#text.rows().alive.length)
      for (const row of file.rows()) if (row >> 3 < present.length) setBit(present, row, true)
      return this.#text
        .documents()
        .flatMap(({ id, row, passages, version }) =>
          Array.from({ length: passages }, (_, passage) => ({ memory: id, passage, version })).filter(
            ({ passage }) => hasBit(present, row + passage),
          ),
        )
    })
  }

  async count(): Promise<Record<string, number>> {
    const { alive, generation } = this.#text.rows()
    const isFirst = (row: number) => hasBit(alive, row) && this.#text.firstRowOf(row) === row
    return Object.fromEntries(
      this.#files.models().map((model) => {
        const rows = this.#files.file(model, generation)?.rows() ?? []
        return [model, new Set(rows.filter(isFirst)).size]
      }),
    )
  }

  async drop(model: string): Promise<void> {
    this.#files.drop(model)
    this.#momentsOf(model).drop()
  }

  async close(): Promise<void> {
    this.#files.close()
  }
}
