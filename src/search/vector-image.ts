// Vectors as they lie in WebAssembly memory, where the SIMD kernel (assembly/scan.ts) compares them with a query:
// int8 with a scale per vector, in blocks of 1,024. A block: similarities (written by the kernel), rows, scales, codes.
import { readFileSync } from 'node:fs'

/** The few names of the platform that are used here: neither Node's types nor ES2023 have them. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Memory: new (descriptor: { initial: number }) => { buffer: ArrayBuffer; grow(pages: number): number }
  Instance: new (module: object, imports: object) => { exports: unknown }
}

interface Kernel {
  scan(
    query: number,
    scale: number,
    codes: number,
    scales: number,
    similarities: number,
    count: number,
    dimensions: number,
  ): void
}

export const VECTOR_BLOCK = 1024
/** Before the first block: the query. */
const QUERY_ROOM = 16_384
const PAGE = 65_536
const SIMILARITIES = VECTOR_BLOCK * 4

let compiled: object | undefined

export type UseBlock = (rows: Uint32Array, similarities: Float32Array, length: number) => void

export class VectorImage {
  readonly dimensions: number
  /** Bytes of a vector: its dimensions, filled up to whole SIMD words. */
  readonly width: number
  /** Bytes of a block's rows, scales and codes: what a file holds of it. */
  readonly storedBlock: number
  readonly #memory: { buffer: ArrayBuffer; grow(pages: number): number }
  readonly #kernel: Kernel

  constructor(dimensions: number, blocks = 0) {
    this.dimensions = dimensions
    this.width = Math.ceil(dimensions / 16) * 16
    this.storedBlock = VECTOR_BLOCK * (8 + this.width)
    compiled ??= new WebAssembly.Module(readFileSync(new URL('./scan.wasm', import.meta.url)))
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil(this.#addressOf(blocks) / PAGE) })
    this.#kernel = new WebAssembly.Instance(compiled, { env: { memory: this.#memory } }).exports as Kernel
  }

  #addressOf(block: number): number {
    return QUERY_ROOM + block * (SIMILARITIES + this.storedBlock)
  }

  /** Makes room for this block. Views that were taken before become invalid. */
  reserve(block: number): void {
    const missing = this.#addressOf(block + 1) - this.#memory.buffer.byteLength
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE))
  }

  /** The part of a block that a file holds. */
  stored(block: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, this.#addressOf(block) + SIMILARITIES, this.storedBlock)
  }

  place(index: number, row: number, vector: Float32Array): void {
    const block = Math.floor(index / VECTOR_BLOCK)
    this.reserve(block)
    const at = index % VECTOR_BLOCK
    const { rows, scales, codes } = this.#views(block)
    rows[at] = row
    // A vector of zeros is similar to nothing, rather than a little to everything: its cosines are not numbers.
    scales[at] = quantize(vector, codes.subarray(at * this.width, (at + 1) * this.width)) || Number.NaN
  }

  /** The row and the vector as it was rounded, of unit length. */
  read(index: number): { row: number; vector: Float32Array } {
    const at = index % VECTOR_BLOCK
    const { rows, scales, codes } = this.#views(Math.floor(index / VECTOR_BLOCK))
    const code = codes.subarray(at * this.width, at * this.width + this.dimensions)
    const scale = scales[at]!
    return { row: rows[at]!, vector: Float32Array.from(code, (value) => value * scale) }
  }

  /** Calls back per block with the rows of the first `count` vectors. */
  eachBlock(count: number, use: (rows: Uint32Array, length: number, block: number) => void): void {
    for (let block = 0; block * VECTOR_BLOCK < count; block++)
      use(this.#views(block).rows, Math.min(VECTOR_BLOCK, count - block * VECTOR_BLOCK), block)
  }

  /** Calls back per block with the cosines of the first `count` vectors to the query. */
  scan(query: Float32Array, count: number, use: UseBlock): void {
    // Sixteen bits wide: the kernel need not widen it again for every row.
    const scale = quantize(query, new Int16Array(this.#memory.buffer, 0, this.width))
    this.eachBlock(count, (rows, length, block) => {
      const at = this.#addressOf(block)
      const scales = at + SIMILARITIES + VECTOR_BLOCK * 4
      const codes = at + SIMILARITIES + VECTOR_BLOCK * 8
      this.#kernel.scan(0, scale, codes, scales, at, length, this.width)
      use(rows, new Float32Array(this.#memory.buffer, at, VECTOR_BLOCK), length)
    })
  }

  #views(block: number): { rows: Uint32Array; scales: Float32Array; codes: Int8Array } {
    const at = this.#addressOf(block) + SIMILARITIES
    const buffer = this.#memory.buffer
    return {
      rows: new Uint32Array(buffer, at, VECTOR_BLOCK),
      scales: new Float32Array(buffer, at + VECTOR_BLOCK * 4, VECTOR_BLOCK),
      codes: new Int8Array(buffer, at + VECTOR_BLOCK * 8, VECTOR_BLOCK * this.width),
    }
  }
}

/** Rounds to int8 and returns the scale that makes the result a unit vector. Zeros (and NaN) become zero. */
function quantize(vector: Float32Array, into: Int8Array | Int16Array): number {
  let most = 0
  for (const value of vector) most = Math.max(most, Math.abs(value))
  into.fill(0)
  if (!(most > 0) || !Number.isFinite(most)) return 0
  let squares = 0
  for (let index = 0; index < vector.length; index++) {
    const code = Math.round((vector[index]! / most) * 127)
    into[index] = code
    squares += code * code
  }
  return 1 / Math.sqrt(squares)
}
