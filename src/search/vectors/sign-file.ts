// A first pass over many vectors without reading them: a file with the row, the scale and the signs of every vector of
// a vector file, an eighth of its size. The vectors whose signs agree most with the query's are read one by one and
// compared as a whole. The file belongs to one epoch of the vector file, follows it by appending, and is used only where
// it has all of its vectors: whatever is missing or torn, the vectors are scanned instead.
import { constants } from 'node:fs'
import { writeFileAtomic } from '../../base/files/atomic-write.ts'
import { nodeFileOps as ops } from '../../base/files/file-ops.ts'
import { RowValues } from './row-kernel.ts'
import { ensureRoom, type KernelMemory, layOut, loadScanKernel, type ScanKernel } from './scan-kernel.ts'
import type { VectorFile } from './vector-file.ts'
import {
  closing,
  headerBytes,
  openExisting,
  readFully,
  readVectorHeader,
  VECTOR_HEADER_BYTES,
  type VectorHeader,
} from './vector-header.ts'
import { ABSENT, codePosition, quantize, widthOf } from './vector-image.ts'

/** From so many vectors on the first question of a process costs less by signs than by a scan (measured). */
export const LEAST_SIGNS = 25_000
/**
 * Vectors that are compared as a whole: so many times those that are wanted, and at least as many. Of 28,000 real
 * vectors of the English model the first 400 by signs held all of the nearest five and 97 % of the nearest sixty.
 */
const CANDIDATES = { times: 5, least: 400 }

/** Row and scale come before the signs. */
const RECORD_HEAD = 8

interface SignQuery {
  vector: Float32Array
  /** The rows that may be found, one bit each. */
  allowed: Uint8Array
  limit: number
  /** Rows whose cosine is needed whether near or not. */
  wanted: readonly number[]
  /** The last row of the text index. */
  lastRow: number
}

interface Picked {
  row: number
  index: number
}

export class SignFile {
  readonly #path: string
  readonly #dimensions: number
  /** What a vector's signs take: whole 64-bit words. */
  readonly #bytes: number
  #kernel: ScanKernel | undefined
  #memory: KernelMemory | undefined
  /** What is in memory. */
  #epoch: bigint | undefined
  #count = 0

  constructor(path: string, dimensions: number) {
    this.#path = path
    this.#dimensions = dimensions
    this.#bytes = Math.ceil(dimensions / 64) * 8
  }

  get dimensions(): number {
    return this.#dimensions
  }

  get #record(): number {
    return RECORD_HEAD + this.#bytes
  }

  /** The query comes first: its numbers, then its signs. */
  get #signsAt(): number {
    return widthOf(this.#dimensions) * 2
  }

  get #recordsAt(): number {
    return Math.ceil((this.#signsAt + this.#bytes) / 16) * 16
  }

  /** Reads the signs of these vectors; false where they are not all there. */
  read(vectors: VectorHeader): boolean {
    const fd = openExisting(this.#path)
    if (fd === undefined) return false
    return closing(fd, () => {
      const header = readVectorHeader(fd, 'signs')
      if (!header || !isOf(header, vectors) || header.count < vectors.count) return false
      const from = this.#epoch === vectors.epoch ? this.#count : 0
      const bytes = this.#room(from, vectors.count)
      this.#epoch = undefined
      if (readFully(fd, bytes, this.#positionOf(from)) < bytes.length) return false
      this.#epoch = vectors.epoch
      this.#count = vectors.count
      return true
    })
  }

  #positionOf(index: number): number {
    return VECTOR_HEADER_BYTES + index * this.#record
  }

  #room(from: number, to: number): Uint8Array {
    const at = this.#recordsAt
    const end = at + Math.max(from, to) * this.#record
    if (!this.#memory) ({ kernel: this.#kernel, memory: this.#memory } = loadScanKernel(end))
    ensureRoom(this.#memory, end)
    return new Uint8Array(
      this.#memory.buffer,
      at + from * this.#record,
      Math.max(0, to - from) * this.#record,
    )
  }

  /** Cosines of the wanted rows and of those whose signs agree most. `fd`: of the vectors that `read` was given. */
  compare(fd: number, query: SignQuery): { near: number[]; cosines: Map<number, number> } {
    const [kernel, memory] = [this.#kernel, this.#memory]
    if (!kernel || !memory) return { near: [], cosines: new Map() }
    const rows = query.lastRow + 1
    const end = this.#recordsAt + this.#count * this.#record
    const [scores = 0, indexes = 0, free = 0] = layOut(Math.ceil(end / 16) * 16, [rows * 4, rows * 4])
    ensureRoom(memory, free)
    this.#placeQuery(memory, query.vector)
    new Float32Array(memory.buffer, scores, rows).fill(ABSENT)
    kernel.agree(this.#signsAt, this.#recordsAt, this.#bytes, this.#count, scores, indexes, query.lastRow)
    const agreeing = new RowValues({ kernel, memory, address: scores, end: free, rows })
    const limit = query.limit === 0 ? 0 : Math.max(CANDIDATES.least, CANDIDATES.times * query.limit)
    const near = agreeing.best({ allowed: query.allowed, limit, above: ABSENT })
    const values = agreeing.view()
    const wanted = query.wanted.filter((row) => (values[row] ?? ABSENT) > ABSENT)
    const indexOf = new Uint32Array(memory.buffer, indexes, rows)
    const picked = [...new Set([...near, ...wanted])].map((row) => ({ row, index: indexOf[row] ?? 0 }))
    return { near, cosines: this.#compareWhole(fd, picked, { kernel, memory, free, query: query.vector }) }
  }

  #placeQuery(memory: KernelMemory, vector: Float32Array): void {
    const signs = new Uint8Array(memory.buffer, this.#signsAt, this.#bytes)
    signs.fill(0)
    writeSigns(vector, signs)
  }

  #compareWhole(
    fd: number,
    picked: readonly Picked[],
    room: { kernel: ScanKernel; memory: KernelMemory; free: number; query: Float32Array },
  ): Map<number, number> {
    const { kernel, memory } = room
    const width = widthOf(this.#dimensions)
    const [codes = 0, scales = 0, similarities = 0, end = 0] = layOut(room.free, [
      picked.length * width,
      picked.length * 4,
      picked.length * 4,
    ])
    ensureRoom(memory, end)
    const { buffer } = memory
    const scale = quantize(room.query, new Int16Array(buffer, 0, width))
    const scaleOf = new Float32Array(buffer, scales, picked.length)
    for (const [at, { index }] of picked.entries()) {
      const code = new Uint8Array(buffer, codes + at * width, width)
      const whole = readFully(fd, code, codePosition(index, this.#dimensions)) === width
      scaleOf[at] = whole ? this.#scaleOf(buffer, index) : Number.NaN
    }
    kernel.scan(0, scale, codes, scales, similarities, picked.length, width)
    const cosineOf = new Float32Array(buffer, similarities, picked.length)
    return new Map(picked.map(({ row }, at) => [row, cosineOf[at] ?? Number.NaN]))
  }

  #scaleOf(buffer: ArrayBuffer, index: number): number {
    return new DataView(buffer).getFloat32(this.#recordsAt + index * this.#record + 4, true)
  }

  /** The stored vector of a row; undefined without one. */
  vectorOf(fd: number, row: number): Float32Array | undefined {
    const buffer = this.#memory?.buffer
    if (!buffer) return undefined
    const view = new DataView(buffer, this.#recordsAt)
    for (let index = 0; index < this.#count; index++) {
      if (view.getUint32(index * this.#record, true) !== row) continue
      const codes = new Int8Array(this.#dimensions)
      const scale = this.#scaleOf(buffer, index)
      const bytes = new Uint8Array(codes.buffer)
      if (readFully(fd, bytes, codePosition(index, this.#dimensions)) < bytes.length) return undefined
      return Number.isNaN(scale) ? undefined : Float32Array.from(codes, (code) => code * scale)
    }
    return undefined
  }

  /** Writes what the file lacks of these vectors. No other process may write at the same time. */
  follow(file: VectorFile): void {
    const { header } = file
    if (!header) return
    const count = this.#countOf(header)
    if (count === header.count) return
    // More than there are: a crash lost vectors whose signs were kept.
    if (count !== undefined && count < header.count) this.#extend(file, header, count)
    else
      writeFileAtomic(
        this.#path,
        Buffer.concat([headerBytes(header, 'signs'), this.#records(file, 0, header)]),
      )
  }

  /** How many of these vectors the file has signs of; undefined where it is not theirs, or torn. */
  #countOf(vectors: VectorHeader): number | undefined {
    const fd = openExisting(this.#path)
    if (fd === undefined) return undefined
    return closing(fd, () => {
      const header = readVectorHeader(fd, 'signs')
      const isWhole = header && ops.fstat(fd).size >= this.#positionOf(header.count)
      return isWhole && isOf(header, vectors) ? header.count : undefined
    })
  }

  /** As vectors are appended: on the disk before the header counts them. */
  #extend(file: VectorFile, header: VectorHeader, from: number): void {
    const fd = ops.open(this.#path, constants.O_RDWR)
    closing(fd, () => {
      ops.writeAt(fd, this.#records(file, from, header), this.#positionOf(from))
      ops.fsync(fd)
      ops.writeAt(fd, headerBytes(header, 'signs'), 0)
    })
  }

  #records(file: VectorFile, from: number, { count }: VectorHeader): Uint8Array {
    const bytes = new Uint8Array((count - from) * this.#record)
    const view = new DataView(bytes.buffer)
    for (let index = from; index < count; index++) {
      const { row, scale, codes } = file.stored(index)
      const at = (index - from) * this.#record
      view.setUint32(at, row, true)
      view.setFloat32(at + 4, scale, true)
      writeSigns(codes, bytes.subarray(at + RECORD_HEAD, at + this.#record))
    }
    return bytes
  }
}

function isOf(signs: VectorHeader, vectors: VectorHeader): boolean {
  return (
    signs.epoch === vectors.epoch &&
    signs.generation === vectors.generation &&
    signs.dimensions === vectors.dimensions
  )
}

/** Into zeros. */
function writeSigns(numbers: Float32Array | Int8Array, into: Uint8Array): void {
  for (let index = 0; index < numbers.length; index++)
    if ((numbers[index] ?? 0) > 0) into[index >> 3] = (into[index >> 3] ?? 0) | (1 << (index & 7))
}
