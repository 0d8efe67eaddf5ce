// The vectors of one model in one file: a header and blocks as they lie in memory, appended, never changed in place.
// The count in the header is written last: what a crash left behind it does not exist. Which rows are alive is not
// known here. A file that cannot be understood is started anew: vectors can always be made again.
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import { type Nearness, VECTOR_BLOCK, VectorImage } from './vector-image.ts'

const MAGIC = 0x6d647631
const HEADER = 64

export interface RowVector {
  row: number
  vector: Float32Array
}

export interface VectorFileOptions {
  /** Absent: kept in memory only. */
  path?: string
  dimensions: number
  /** Of the catalog. Rows of another one mean other documents. */
  generation: number
}

export class VectorFile {
  readonly dimensions: number
  readonly generation: number
  readonly #fd: number | undefined
  readonly #image: VectorImage
  #count = 0
  #places: { count: number; of: Map<number, number> } | undefined

  constructor({ path, dimensions, generation }: VectorFileOptions) {
    this.dimensions = dimensions
    this.generation = generation
    this.#fd = path === undefined ? undefined : openOrCreate(path)
    const bytes = this.#fd === undefined ? 0 : fstatSync(this.#fd).size
    this.#image = new VectorImage(dimensions, Math.ceil(bytes / (VECTOR_BLOCK * (dimensions + 8))))
    this.refresh()
  }

  /** Vectors, also of rows that are gone; a row may have several. */
  get count(): number {
    return this.#count
  }

  /** Takes in what other processes appended. Costs one small read when there is nothing. */
  refresh(): void {
    if (this.#fd === undefined) return
    const count = this.#countInFile(this.#fd)
    if (count === undefined) {
      this.clear()
      return
    }
    // Fewer than before: the file was made anew.
    if (count < this.#count) this.#count = 0
    for (let block = Math.floor(this.#count / VECTOR_BLOCK); block * VECTOR_BLOCK < count; block++) {
      this.#image.reserve(block)
      readSync(this.#fd, this.#image.stored(block), { position: this.#positionOf(block) })
    }
    this.#count = count
  }

  /** Undefined for a file that is not ours to read; never more than the file has bytes for. */
  #countInFile(fd: number): number | undefined {
    const header = new DataView(new ArrayBuffer(HEADER))
    const got = readSync(fd, new Uint8Array(header.buffer), 0, HEADER, 0)
    if (got < HEADER || header.getUint32(0) !== MAGIC || header.getUint32(8) !== this.dimensions)
      return undefined
    if (header.getFloat64(16) !== this.generation) return undefined
    const count = header.getUint32(4)
    if (count === this.#count) return count
    const bytes = fstatSync(fd).size - HEADER
    const whole = Math.floor(bytes / this.#image.storedBlock)
    const rest = bytes - whole * this.#image.storedBlock - VECTOR_BLOCK * 8
    return Math.min(count, whole * VECTOR_BLOCK + Math.max(0, Math.floor(rest / this.#image.width)))
  }

  #positionOf(block: number): number {
    return HEADER + block * this.#image.storedBlock
  }

  /** The caller sees to it that no other process appends at the same time. */
  append(entries: readonly RowVector[]): void {
    this.refresh()
    const from = this.#count
    for (const [index, { row, vector }] of entries.entries()) this.#image.place(from + index, row, vector)
    this.#count = from + entries.length
    if (this.#fd === undefined) return
    for (let block = Math.floor(from / VECTOR_BLOCK); block * VECTOR_BLOCK < this.#count; block++)
      this.#writeBlock(this.#fd, block, Math.max(0, from - block * VECTOR_BLOCK))
    this.#writeHeader(this.#fd)
  }

  /** Writes the block's vectors from `start` on: three ranges, for rows, scales and codes. */
  #writeBlock(fd: number, block: number, start: number): void {
    const end = Math.min(VECTOR_BLOCK, this.#count - block * VECTOR_BLOCK)
    const stored = this.#image.stored(block)
    const { width } = this.#image
    const [scales, codes] = [VECTOR_BLOCK * 4, VECTOR_BLOCK * 8]
    const position = this.#positionOf(block)
    const writePart = (from: number, to: number) => {
      for (let done = from; done < to; ) done += writeSync(fd, stored, done, to - done, position + done)
    }
    writePart(start * 4, end * 4)
    writePart(scales + start * 4, scales + end * 4)
    writePart(codes + start * width, codes + end * width)
  }

  #writeHeader(fd: number): void {
    const header = new DataView(new ArrayBuffer(HEADER))
    header.setUint32(0, MAGIC)
    header.setUint32(4, this.#count)
    header.setUint32(8, this.dimensions)
    header.setFloat64(16, this.generation)
    writeSync(fd, new Uint8Array(header.buffer), 0, HEADER, 0)
  }

  /** Compares the query with the vectors of living rows up to `last`. */
  compare(query: Float32Array, alive: Uint8Array, last: number): Nearness {
    return this.#image.compare(query, this.#count, alive, last)
  }

  /** Every vector's row and cosine to the query, in the order of the file. */
  scan(query: Float32Array): { rows: number[]; similarities: number[] } {
    this.#image.scan(query, this.#count)
    const rows = this.rows()
    return { rows, similarities: rows.map((_, index) => this.#image.similarity(index)) }
  }

  /** Every vector's row, in the order of the file. */
  rows(): number[] {
    return this.#image.rows(this.#count)
  }

  /** Where the vector of a row is; undefined where it has none. */
  indexOf(row: number): number | undefined {
    if (this.#places?.count !== this.#count)
      this.#places = { count: this.#count, of: new Map(this.rows().map((each, index) => [each, index])) }
    return this.#places.of.get(row)
  }

  /** As it was rounded; undefined for one of zeros. */
  vectorAt(index: number): Float32Array | undefined {
    return this.#image.read(index)
  }

  /** Keeps only the vectors of rows that `keep` accepts. */
  compact(keep: (row: number) => boolean): void {
    const none = new Float32Array(this.dimensions)
    const kept = [...this.rows().entries()]
      .filter(([, row]) => keep(row))
      .map(([index, row]) => ({ row, vector: this.vectorAt(index) ?? none }))
    this.clear()
    this.append(kept)
  }

  clear(): void {
    this.#count = 0
    this.#places = undefined
    if (this.#fd === undefined) return
    this.#writeHeader(this.#fd)
    ftruncateSync(this.#fd, HEADER)
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd)
  }
}

function openOrCreate(path: string): number {
  try {
    return openSync(path, 'r+')
  } catch {
    return openSync(path, 'w+', 0o600)
  }
}

/** What the header of a vector file says; undefined for none, or one that cannot be read. */
export function dimensionsOf(path: string): number | undefined {
  let fd: number
  try {
    fd = openSync(path, 'r')
  } catch {
    return undefined
  }
  try {
    const header = new DataView(new ArrayBuffer(HEADER))
    const got = readSync(fd, new Uint8Array(header.buffer), 0, HEADER, 0)
    return got === HEADER && header.getUint32(0) === MAGIC ? header.getUint32(8) || undefined : undefined
  } finally {
    closeSync(fd)
  }
}
