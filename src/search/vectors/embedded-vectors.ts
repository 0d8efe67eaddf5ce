// The default store of vectors: one file per model in the cache directory, scanned completely by a SIMD kernel, or, where
// there are many, as far as their signs promise something. Vectors are kept by the rows of the text index, whose documents say what a filter asks for: a row that is no longer alive
// there has no vector any more.
import { join } from 'node:path'
import { hasBit, setBit } from '../text/row-bits.ts'
import type { TextIndex } from '../text/text-index.ts'
import { MomentsFile } from './moments.ts'
import type { SignFile } from './sign-file.ts'
import { isSituationModel } from './situation-model.ts'
import type { VectorFile } from './vector-file.ts'
import { fileNameOf, VectorFiles } from './vector-files.ts'
import { ABSENT, type Nearness } from './vector-image.ts'
import type {
  Nearest,
  NearestQuery,
  SearchVectors,
  Spread,
  StoredKey,
  StoredVector,
  VectorEntry,
  VectorHit,
  VectorKey,
} from './vector-index.ts'

/** Scores are 32 bits wide. */
const ROUNDING = 1e-6

const NOTHING: Nearest = { hits: [], spread: { mean: 0, deviation: 0, count: 0 } }

interface Near {
  /** What was asked for. */
  vector: Float32Array
  /** Rows, best first. */
  best: number[]
  cosineOf(row: number): number
  spread: Spread
}

function above(atLeast: number | undefined): number {
  return atLeast === undefined ? ABSENT : atLeast - ROUNDING
}

interface Compared {
  vector: Float32Array
  /** What was there to compare it with. */
  state: string
  nearness: Nearness
}

export class EmbeddedVectors implements SearchVectors {
  readonly settles = 'at once'
  readonly elsewhere = false
  readonly #text: TextIndex
  readonly #directory: string | undefined
  readonly #files: VectorFiles
  readonly #moments = new Map<string, MomentsFile>()
  /** What is in the memory of each file's kernel: one query asks several times. */
  readonly #compared = new WeakMap<VectorFile, Compared>()

  /** Without a directory they are kept in memory only. */
  constructor(text: TextIndex, directory?: string, options: { leastSigns?: number } = {}) {
    this.#text = text
    this.#directory = directory
    this.#files = new VectorFiles(directory, options.leastSigns)
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
      // Signs of more vectors than a crash left would be taken for those of the next ones.
      if (before) this.#files.followSigns(model, before)
      if (before)
        this.#forget(
          model,
          before,
          fresh.map(({ row }) => row),
        )
      const file = this.#files.append(model, generation, fresh)
      if (file) this.#followAndCompact(model, file)
    })
  }

  /** A row has one vector: what is put again replaces it. */
  #forget(model: string, file: VectorFile, rows: readonly number[]): void {
    const replaced = new Set(rows.filter((row) => file.indexOf(row) !== undefined))
    if (replaced.size === 0) return
    const alive = this.#text.rows().alive.slice()
    for (const row of replaced) setBit(alive, row, false)
    if (!isSituationModel(model)) this.#momentsOf(model).follow(file, alive)
    file.compact((row) => !replaced.has(row))
  }

  /** The moments follow, a file that is mostly of rows that are gone is rewritten, and the signs follow that. */
  #followAndCompact(model: string, file: VectorFile): void {
    const { alive, passages } = this.#text.rows()
    const isAlive = (row: number) => hasBit(alive, row)
    if (!isSituationModel(model)) this.#momentsOf(model).follow(file, alive)
    if (file.count > 64 && file.count > 2 * passages) {
      const dead = file.rows().filter((row) => !isAlive(row)).length
      if (dead * 2 > file.count) file.compact(isAlive)
    }
    this.#files.followSigns(model, file)
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

  async nearest(query: NearestQuery): Promise<Nearest> {
    query.signal?.throwIfAborted()
    const rows = this.#text.rows()
    const { generation } = rows
    const found = this.#files.reading(query.model, generation, (source) => {
      const moments = this.#momentsOf(query.model).read(source.dimensions, generation)
      // Without moments only a scan tells how the cosines are distributed.
      const signs = moments || isSituationModel(query.model) ? source.signs?.() : undefined
      const near = signs ? this.#nearBySigns(signs, query) : this.#nearByScan(source.whole(), query)
      return near && { ...near, spread: moments?.spread(near.vector) ?? near.spread }
    })
    if (!found) return NOTHING
    const hits = new Map<number, VectorHit>()
    const add = (row: number, { memory, passage }: VectorKey) => {
      const cosine = found.cosineOf(row)
      if (cosine > ABSENT) hits.set(row, { memory, passage, cosine })
    }
    for (const [row, key] of this.#keysAt(found.best)) add(row, key)
    for (const [key, row] of this.#rowsOf(query.wanted ?? [])) add(row, key)
    return { hits: [...hits.values()].sort((a, b) => b.cosine - a.cosine), spread: found.spread }
  }

  #nearByScan(file: VectorFile, { to, limit, filter, atLeast }: NearestQuery): Near | undefined {
    const vector = to instanceof Float32Array ? to : this.#vectorOf(file, to)
    if (file.count === 0 || file.dimensions !== vector?.length) return undefined
    const { cosines, spread } = this.#compare(file, vector)
    const values = cosines.view()
    const allowed = this.#text.rows().passing(filter)
    return {
      vector,
      best: cosines.best({ allowed, limit, above: above(atLeast) }),
      cosineOf: (row) => values[row] ?? ABSENT,
      spread,
    }
  }

  #nearBySigns(
    { file, fd }: { file: SignFile; fd: number },
    { to, limit, filter, atLeast, wanted = [] }: NearestQuery,
  ): Near | undefined {
    const vector = to instanceof Float32Array ? to : file.vectorOf(fd, this.#rowsOf([to]).get(to) ?? 0)
    if (file.dimensions !== vector?.length) return undefined
    const { rows, passing } = this.#text.rows()
    const { near, cosines } = file.compare(fd, {
      vector,
      allowed: passing(filter),
      limit,
      wanted: [...this.#rowsOf(wanted).values()],
      lastRow: rows,
    })
    const cosineOf = (row: number) => cosines.get(row) ?? ABSENT
    const best = near
      .filter((row) => cosineOf(row) > above(atLeast))
      .sort((a, b) => cosineOf(b) - cosineOf(a) || a - b)
    return { vector, best: best.slice(0, limit), cosineOf, spread: NOTHING.spread }
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

  async get(model: string, keys: readonly VectorKey[]): Promise<StoredVector[]> {
    const file = this.#files.file(model, this.#text.rows().generation)
    if (!file) return []
    const documents = this.#text.documents([...new Set(keys.map(({ memory }) => memory))])
    const versions = new Map(documents.map(({ id, version }) => [id, version]))
    return [...this.#rowsOf(keys)].flatMap(([{ memory, passage }, row]): StoredVector[] => {
      const index = file.indexOf(row)
      const vector = index === undefined ? undefined : file.vectorAt(index)
      return vector ? [{ memory, passage, version: versions.get(memory) ?? 0, vector }] : []
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

  async models(): Promise<string[]> {
    return this.#files.models()
  }

  async count(): Promise<Record<string, number>> {
    const { alive, generation } = this.#text.rows()
    const isFirst = (row: number) => hasBit(alive, row) && this.#text.firstRowOf(row) === row
    return Object.fromEntries(
      this.#files.models().map((model) => {
        const rows = this.#files.rows(model, generation)
        return [model, new Set(rows.filter(isFirst)).size]
      }),
    )
  }

  async drop(model: string): Promise<void> {
    this.#files.drop(model)
    this.#momentsOf(model).drop()
  }

  /** Files are kept in order by `put` and `keys`. */
  async compact(): Promise<void> {}

  async close(): Promise<void> {
    this.#files.close()
  }
}
