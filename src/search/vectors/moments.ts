// The first two moments of a model's vectors, summed: Σx and Σxxᵀ. From them mean and deviation of the cosines to any
// query follow exactly (mean = q·μ, variance = qᵀMq − mean²), whatever store the vectors live in and however many there
// are. Kept in WebAssembly memory, where the kernel adds to them and multiplies.
import { closeSync, fstatSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { writeFileAtomic } from '../../base/files/atomic-write.ts'
import { attempt } from '../../base/values/attempt.ts'
import { hasBit, setBit, withRoom } from '../text/row-bits.ts'
import { type KernelMemory, loadScanKernel, type ScanKernel } from './scan-kernel.ts'
import type { VectorFile } from './vector-file.ts'
import type { Spread } from './vector-index.ts'

export class Moments {
  readonly dimensions: number
  count = 0
  readonly #width: number
  readonly #kernel: ScanKernel
  readonly #memory: KernelMemory

  constructor(dimensions: number) {
    this.dimensions = dimensions
    this.#width = Math.ceil(dimensions / 4) * 4
    const { kernel, memory } = loadScanKernel(this.#width * (2 + this.#width) * 4)
    this.#kernel = kernel
    this.#memory = memory
  }

  /** The vector at hand comes first, then Σx, then Σxxᵀ. */
  get #firstAt(): number {
    return this.#width * 4
  }

  get #secondAt(): number {
    return 2 * this.#width * 4
  }

  /** Σx and Σxxᵀ as they are kept in a file. */
  get sums(): Float32Array {
    return new Float32Array(this.#memory.buffer, this.#firstAt, this.#width * (1 + this.#width))
  }

  /** `sign` −1 takes a vector out again. */
  add(vector: Float32Array, sign: 1 | -1 = 1): void {
    this.#place(vector)
    this.#kernel.accumulate(0, this.#firstAt, this.#secondAt, this.#width, sign)
    this.count += sign
  }

  spread(query: Float32Array): Spread {
    if (this.count <= 0 || query.length !== this.dimensions) return { mean: 0, deviation: 0, count: 0 }
    this.#place(query)
    const mean = this.#kernel.product(0, this.#firstAt, this.#width) / this.count
    const square = this.#kernel.quadratic(0, this.#secondAt, this.#width) / this.count
    return { mean, deviation: Math.sqrt(Math.max(0, square - mean * mean)), count: this.count }
  }

  /** Made to unit length: cosines are meant, whatever the length of what is given. */
  #place(vector: Float32Array): void {
    const room = new Float32Array(this.#memory.buffer, 0, this.#width)
    room.fill(0)
    room.set(vector)
    const length = Math.sqrt(this.#kernel.product(0, 0, this.#width)) || 1
    for (const [index, value] of room.entries()) room[index] = value / length
  }
}

const MAGIC = 0x6d646d31
const HEADER = 32

/**
 * Kept in a file next to the catalog, with the rows that are in them: who knows which rows are alive can bring them up to
 * date by what came and went, instead of from all vectors.
 */
export class MomentsFile {
  readonly #path: string | undefined
  #moments: Moments | undefined
  #rows: Uint8Array = new Uint8Array(0)
  #generation = 0
  /** The stamp of the file that was read last: another process may have written since. */
  #stamp = ''
  /** The vectors that are in them, where this process put them there. */
  #followed: { file: VectorFile; epoch: bigint | undefined; count: number } | undefined

  /** Without a path they are kept in memory only. */
  constructor(path: string | undefined) {
    this.#path = path
  }

  /** Undefined where there are none that were made of these vectors. */
  read(dimensions: number, generation: number): Moments | undefined {
    this.#refresh()
    const fits = this.#moments?.dimensions === dimensions && this.#generation === generation
    return fits ? this.#moments : undefined
  }

  /**
   * Adds the living vectors that are not in it, and takes out those that are gone. `alive`: one bit a row. No other
   * process may write. Where nobody else did since the last time, only what is new is looked at.
   */
  follow(file: VectorFile, alive: Uint8Array): void {
    let moments = this.read(file.dimensions, file.generation)
    // More than there are vectors: the file was lost or recreated.
    if (!moments || moments.count > file.count) {
      moments = new Moments(file.dimensions)
      this.#rows = new Uint8Array(0)
      this.#followed = undefined
    }
    let changed = this.#moments !== moments
    this.#moments = moments
    this.#generation = file.generation
    const from = this.#countFollowed(file)
    if (from > 0)
      for (const row of onlyIn(this.#rows, alive))
        changed = this.#change(moments, file, { row, index: file.indexOf(row), add: false }) || changed
    for (const [at, row] of file.rows(from).entries()) {
      const add = hasBit(alive, row)
      if (add !== hasBit(this.#rows, row))
        changed = this.#change(moments, file, { row, index: from + at, add }) || changed
    }
    if (changed) this.#write(moments)
    this.#followed = { file, epoch: file.header?.epoch, count: file.count }
  }

  /** How many of the file's vectors were looked at before, as they are. */
  #countFollowed(file: VectorFile): number {
    const { file: before, epoch, count = 0 } = this.#followed ?? {}
    const isSame = before === file && epoch !== undefined && epoch === file.header?.epoch
    return isSame && count <= file.count ? count : 0
  }

  #change(
    moments: Moments,
    file: VectorFile,
    { row, index, add }: { row: number; index: number | undefined; add: boolean },
  ): boolean {
    const vector = index === undefined ? undefined : file.vectorAt(index)
    // A vector of zeros: nothing to compare.
    if (!vector) return false
    moments.add(vector, add ? 1 : -1)
    this.#rows = withRoom(this.#rows, row)
    setBit(this.#rows, row, add)
    return true
  }

  #refresh(): void {
    const path = this.#path
    const stamp = path === undefined ? undefined : stampOf(path)
    if (path === undefined || stamp === this.#stamp) return
    this.#stamp = stamp ?? ''
    this.#moments = undefined
    this.#followed = undefined
    const fd = attempt(() => openSync(path, 'r'))
    if (fd === undefined) return
    try {
      this.#load(fd)
    } finally {
      closeSync(fd)
    }
  }

  /** The sums go straight to where the kernel wants them: a prompt waits for this. */
  #load(fd: number): void {
    const header = Buffer.alloc(HEADER)
    if (readSync(fd, header, 0, HEADER, 0) < HEADER || header.readUInt32LE(0) !== MAGIC) return
    const moments = new Moments(header.readUInt32LE(4))
    const { buffer, byteOffset, byteLength } = moments.sums
    const rows = Buffer.alloc(Math.max(0, fstatSync(fd).size - HEADER - byteLength))
    if (readSync(fd, new Uint8Array(buffer, byteOffset, byteLength), { position: HEADER }) < byteLength)
      return
    readSync(fd, rows, { position: HEADER + byteLength })
    moments.count = header.readUInt32LE(8)
    this.#generation = header.readDoubleLE(16)
    this.#rows = rows
    this.#moments = moments
  }

  #write({ dimensions, count, sums }: Moments): void {
    if (this.#path === undefined) return
    const header = Buffer.alloc(HEADER)
    header.writeUInt32LE(MAGIC, 0)
    header.writeUInt32LE(dimensions, 4)
    header.writeUInt32LE(count, 8)
    header.writeDoubleLE(this.#generation, 16)
    const body = Buffer.from(sums.buffer, sums.byteOffset, sums.byteLength)
    writeFileAtomic(this.#path, Buffer.concat([header, body, this.#rows]), { durable: false })
    this.#stamp = stampOf(this.#path) ?? ''
  }

  drop(): void {
    this.#moments = undefined
    this.#followed = undefined
    this.#rows = new Uint8Array(0)
    this.#stamp = ''
    if (this.#path !== undefined) rmSync(this.#path, { force: true })
  }
}

/** The rows of these bits that are not among the others. */
function* onlyIn(bits: Uint8Array, others: Uint8Array): Generator<number> {
  for (const [at, byte] of bits.entries()) {
    const only = byte & ~(others[at] ?? 0)
    if (only === 0) continue
    for (let bit = 0; bit < 8; bit++) if ((only >> bit) & 1) yield 8 * at + bit
  }
}

function stampOf(path: string): string | undefined {
  const stat = attempt(() => statSync(path))
  return stat && `${stat.ino} ${stat.mtimeMs} ${stat.size}`
}
