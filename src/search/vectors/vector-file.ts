// The vectors of one model in one file: a header and blocks as they are in memory, appended, never changed in place.
// The count in the header is written last, after the blocks are on the disk: what a crash left behind it does not
// exist. A file that is written again is another file with another epoch, put in its place as a whole: whoever reads
// at that time sees the old one or the new one. Reading writes nothing. Which rows are alive is not known here. A file
// that cannot be understood counts as empty until the next append: vectors can always be made again.
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { writeFileAtomic } from '../../base/files/atomic-write.ts'
import { nodeFileOps as ops } from '../../base/files/file-ops.ts'
import {
  closing,
  headerBytes,
  openExisting,
  readFully,
  readVectorHeader,
  VECTOR_HEADER_BYTES,
  type VectorHeader,
} from './vector-header.ts'
import { type Nearness, type StoredVector, VECTOR_BLOCK, VectorImage } from './vector-image.ts'

export interface RowVector {
  row: number
  vector: Float32Array
}

interface VectorFileOptions {
  /** Absent: kept in memory only. */
  path?: string
  dimensions: number
  /** The catalog's generation: rows of another one mean other documents. */
  generation: number
}

export class VectorFile {
  readonly dimensions: number
  readonly generation: number
  readonly #path: string | undefined
  readonly #image: VectorImage
  #count = 0
  /** Undefined: there is no file that more can be appended to. */
  #epoch: bigint | undefined
  /** Where the vectors of rows are, of the first `upTo`: most states of a file go on from the one before. */
  #places = { upTo: 0, of: new Map<number, number>() }

  /** Reads nothing yet. */
  constructor({ path, dimensions, generation }: VectorFileOptions) {
    this.dimensions = dimensions
    this.generation = generation
    this.#path = path
    this.#image = new VectorImage(dimensions)
  }

  static open(options: VectorFileOptions): VectorFile {
    const file = new VectorFile(options)
    file.refresh()
    return file
  }

  /** Vectors, also of rows that are gone; a row may have several. */
  get count(): number {
    return this.#count
  }

  /** The same as long as the vectors are the same. */
  get state(): string {
    return `${this.#epoch} ${this.#count}`
  }

  /** Takes in what other processes wrote. Costs one small read when there is nothing. */
  refresh(): void {
    if (this.#path === undefined) return
    const fd = openExisting(this.#path)
    if (fd === undefined) this.#forget()
    else closing(fd, () => this.read(fd, readVectorHeader(fd)))
  }

  /** The same where somebody has opened the file and read its header. */
  read(fd: number, header: VectorHeader | undefined): void {
    const fits = header?.dimensions === this.dimensions && header.generation === this.generation
    if (!fits || header.epoch !== this.#epoch) this.#forget()
    if (!fits) return
    this.#epoch = header.epoch
    this.#load(fd, header.count)
  }

  /** What is not there though the header counts it was lost: the rest is written again with the next append. */
  #load(fd: number, count: number): void {
    // Once for all: each growth of the memory costs as much as reading a block.
    if (count > 0) this.#image.reserve(Math.floor((count - 1) / VECTOR_BLOCK))
    for (let block = Math.floor(this.#count / VECTOR_BLOCK); block * VECTOR_BLOCK < count; block++) {
      const bytes = this.#storedOf(block, count)
      if (readFully(fd, bytes, this.#positionOf(block)) === bytes.length) continue
      this.#count = block * VECTOR_BLOCK
      this.#epoch = undefined
      return
    }
    this.#count = count
  }

  #forget(): void {
    this.#places = { upTo: 0, of: new Map() }
    this.#count = 0
    this.#epoch = undefined
  }

  #positionOf(block: number): number {
    return VECTOR_HEADER_BYTES + block * this.#image.storedBlock
  }

  /** What a file of so many vectors contains of a block. */
  #storedOf(block: number, count: number): Uint8Array {
    const vectors = Math.min(VECTOR_BLOCK, count - block * VECTOR_BLOCK)
    return this.#image.stored(block).subarray(0, VECTOR_BLOCK * 8 + vectors * this.#image.width)
  }

  /** The caller sees to it that no other process writes at the same time. */
  append(entries: readonly RowVector[]): void {
    this.refresh()
    const from = this.#count
    this.#place(entries)
    if (this.#epoch === undefined) this.#rewrite()
    else if (this.#path !== undefined) this.#extend(this.#path, this.#epoch, from)
  }

  #place(entries: readonly RowVector[]): void {
    for (const { row, vector } of entries) this.#image.place(this.#count++, row, vector)
  }

  #extend(path: string, epoch: bigint, from: number): void {
    // Where this fails, everything is read again.
    this.#epoch = undefined
    const fd = ops.open(path, constants.O_RDWR)
    closing(fd, () => {
      for (let block = Math.floor(from / VECTOR_BLOCK); block * VECTOR_BLOCK < this.#count; block++)
        this.#writeBlock(fd, block, Math.max(0, from - block * VECTOR_BLOCK))
      ops.fsync(fd)
      ops.writeAt(fd, this.#header(epoch), 0)
    })
    this.#epoch = epoch
  }

  /** Writes the block's vectors from `start` on: three ranges, for rows, scales and codes. */
  #writeBlock(fd: number, block: number, start: number): void {
    const end = Math.min(VECTOR_BLOCK, this.#count - block * VECTOR_BLOCK)
    const stored = this.#image.stored(block)
    const { width } = this.#image
    const [scales, codes] = [VECTOR_BLOCK * 4, VECTOR_BLOCK * 8]
    const position = this.#positionOf(block)
    const writePart = (from: number, to: number) =>
      ops.writeAt(fd, stored.subarray(from, to), position + from)
    writePart(start * 4, end * 4)
    writePart(scales + start * 4, scales + end * 4)
    writePart(codes + start * width, codes + end * width)
  }

  #rewrite(): void {
    const epoch = randomBytes(8).readBigUInt64BE()
    if (this.#path !== undefined) {
      const blocks = Array.from({ length: Math.ceil(this.#count / VECTOR_BLOCK) }, (_, block) =>
        this.#storedOf(block, this.#count),
      )
      writeFileAtomic(this.#path, Buffer.concat([this.#header(epoch), ...blocks]))
    }
    this.#epoch = epoch
  }

  #header(epoch: bigint): Uint8Array {
    const { dimensions, generation } = this
    return headerBytes({ count: this.#count, dimensions, generation, epoch })
  }

  /** What the file's header says; undefined where it has to be written again. */
  get header(): VectorHeader | undefined {
    const { dimensions, generation } = this
    return this.#epoch === undefined
      ? undefined
      : { count: this.#count, dimensions, generation, epoch: this.#epoch }
  }

  stored(index: number): StoredVector {
    return this.#image.entry(index)
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

  /** Every vector's row, in the order of the file, from this one on. */
  rows(from = 0): number[] {
    return this.#image.rows(from, this.#count)
  }

  /** Where the vector of a row is; undefined where it has none. */
  indexOf(row: number): number | undefined {
    const { upTo, of } = this.#places.upTo > this.#count ? { upTo: 0, of: new Map() } : this.#places
    for (const [at, each] of this.rows(upTo).entries()) of.set(each, upTo + at)
    this.#places = { upTo: this.#count, of }
    return of.get(row)
  }

  /** As it was rounded; undefined for one of zeros. */
  vectorAt(index: number): Float32Array | undefined {
    return this.#image.read(index)
  }

  /** Keeps only the vectors of rows that `keep` accepts. No other process may write at the same time. */
  compact(keep: (row: number) => boolean): void {
    const none = new Float32Array(this.dimensions)
    const kept = [...this.rows().entries()]
      .filter(([, row]) => keep(row))
      .map(([index, row]) => ({ row, vector: this.vectorAt(index) ?? none }))
    this.#forget()
    this.#place(kept)
    this.#rewrite()
  }
}
