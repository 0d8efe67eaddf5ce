// Vectors as they lie in WebAssembly memory, where the SIMD kernel (assembly/scan.ts) compares them with a query:
// int8 with a scale per vector, in blocks of 1,024. A block: similarities (written by the kernel), rows, scales, codes.

import { fstatSync } from 'node:fs'
import { RowValues } from './row-kernel.ts'
import { ensureRoom, type KernelMemory, layOut, loadScanKernel, type ScanKernel } from './scan-kernel.ts'
import { readFully, VECTOR_HEADER_BYTES, type VectorHeader } from './vector-header.ts'
import type { Spread } from './vector-index.ts'

export const VECTOR_BLOCK = 1024
/** Before the first block: the query. */
const QUERY_ROOM = 16_384
const SIMILARITIES = VECTOR_BLOCK * 4

/** Bytes of a vector: its dimensions, filled up to whole SIMD words. */
export function widthOf(dimensions: number): number {
  return Math.ceil(dimensions / 16) * 16
}

function storedBlockOf(dimensions: number): number {
  return VECTOR_BLOCK * (8 + widthOf(dimensions))
}

/** Where a vector file has the codes of a vector. */
export function codePosition(index: number, dimensions: number): number {
  const before = Math.floor(index / VECTOR_BLOCK) * storedBlockOf(dimensions) + VECTOR_BLOCK * 8
  return VECTOR_HEADER_BYTES + before + (index % VECTOR_BLOCK) * widthOf(dimensions)
}

/** The rows of a vector file: a small part of it. Of whole blocks alone, where it is shorter than its header says. */
export function readRows(
  fd: number,
  { count, dimensions }: Pick<VectorHeader, 'count' | 'dimensions'>,
): number[] {
  const { size } = fstatSync(fd)
  const found: number[] = []
  for (const { block, length } of blocksOf(count)) {
    const rows = new Uint32Array(length)
    const position = VECTOR_HEADER_BYTES + block * storedBlockOf(dimensions)
    if (position + VECTOR_BLOCK * 8 + length * widthOf(dimensions) > size) break
    if (readFully(fd, new Uint8Array(rows.buffer), position) < rows.byteLength) break
    for (const row of rows) found.push(row)
  }
  return found
}

export interface StoredVector {
  row: number
  /** Makes the codes a unit vector; not a number for one of zeros. */
  scale: number
  codes: Int8Array
}

export interface Nearness {
  /** The highest cosine of each row's vectors, ABSENT where there is none. Valid until the next query. */
  cosines: RowValues
  /** How those that have one are spread. */
  spread: Spread
}

/** Marks rows that have no score. */
export const ABSENT = -2

export class VectorImage {
  readonly dimensions: number
  /** Bytes of a vector. */
  readonly width: number
  /** Bytes of a block's rows, scales and codes: what a file contains of it. */
  readonly storedBlock: number
  readonly #memory: KernelMemory
  readonly #kernel: ScanKernel

  constructor(dimensions: number, blocks = 0) {
    this.dimensions = dimensions
    this.width = widthOf(dimensions)
    this.storedBlock = storedBlockOf(dimensions)
    const { kernel, memory } = loadScanKernel(this.#addressOf(blocks))
    this.#kernel = kernel
    this.#memory = memory
  }

  #addressOf(block: number): number {
    return QUERY_ROOM + block * (SIMILARITIES + this.storedBlock)
  }

  /** Makes room for this block. Views that were taken before become invalid. */
  reserve(block: number): void {
    ensureRoom(this.#memory, this.#addressOf(block + 1))
  }

  /** The part of a block that a file contains. */
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

  /** A vector as it was rounded, with its row. */
  entry(index: number): StoredVector {
    const at = index % VECTOR_BLOCK
    const { rows, scales, codes } = this.#views(Math.floor(index / VECTOR_BLOCK))
    const from = at * this.width
    return {
      row: rows[at] ?? 0,
      scale: scales[at] ?? Number.NaN,
      codes: codes.subarray(from, from + this.dimensions),
    }
  }

  /** The vector as it was rounded, of unit length; undefined for one of zeros. */
  read(index: number): Float32Array | undefined {
    const { scale, codes } = this.entry(index)
    return Number.isNaN(scale) ? undefined : Float32Array.from(codes, (code) => code * scale)
  }

  /** The rows of the vectors from one to before another. */
  rows(from: number, to: number): number[] {
    const found: number[] = []
    for (let at = from; at < to; ) {
      const end = Math.min(to, (Math.floor(at / VECTOR_BLOCK) + 1) * VECTOR_BLOCK)
      const { rows } = this.#views(Math.floor(at / VECTOR_BLOCK))
      for (; at < end; at++) found.push(rows[at % VECTOR_BLOCK] ?? 0)
    }
    return found
  }

  /** Compares the query with the first `count` vectors, for rows up to `last` that are alive (one bit each). */
  compare(query: Float32Array, count: number, alive: Uint8Array, last: number): Nearness {
    // Behind the blocks there is room for what is worked out; it is rewritten for every query.
    const [best, bits, out, end] = layOut(this.#addressOf(Math.ceil(count / VECTOR_BLOCK)), [
      (last + 1) * 4,
      Math.max(alive.length, (last >> 3) + 1),
      24,
    ]) as [number, number, number, number]
    ensureRoom(this.#memory, end)
    const { buffer } = this.#memory
    new Float32Array(buffer, best, last + 1).fill(ABSENT)
    new Uint8Array(buffer, bits, out - bits).fill(0).set(alive)
    this.scan(query, count)
    for (const { block, length } of blocksOf(count)) {
      const at = this.#addressOf(block)
      this.#kernel.scatter(at + SIMILARITIES, at, length, best, last)
    }
    this.#kernel.spread(best, bits, last, ABSENT, out)
    const [sum = 0, squares = 0, having = 0] = new Float64Array(buffer, out, 3)
    const mean = having > 0 ? sum / having : 0
    const variance = having > 0 ? squares / having - mean * mean : 0
    const place = { kernel: this.#kernel, memory: this.#memory, address: best, end, rows: last + 1 }
    const cosines = new RowValues(place)
    return { cosines, spread: { mean, deviation: Math.sqrt(Math.max(0, variance)), count: having } }
  }

  /** Works out the cosines of the first `count` vectors to the query; `similarity` reads them. */
  scan(query: Float32Array, count: number): void {
    // Sixteen bits wide: the kernel need not widen it again for every row.
    const scale = quantize(query, new Int16Array(this.#memory.buffer, 0, this.width))
    for (const { block, length } of blocksOf(count)) {
      const at = this.#addressOf(block)
      const scales = at + SIMILARITIES + VECTOR_BLOCK * 4
      const codes = at + SIMILARITIES + VECTOR_BLOCK * 8
      this.#kernel.scan(0, scale, codes, scales, at, length, this.width)
    }
  }

  /** The similarity in the last `scan`. */
  similarity(index: number): number {
    const at = this.#addressOf(Math.floor(index / VECTOR_BLOCK))
    return new Float32Array(this.#memory.buffer, at, VECTOR_BLOCK)[index % VECTOR_BLOCK] ?? Number.NaN
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

/** How many of the first `count` vectors are in each block. */
function* blocksOf(count: number): Generator<{ block: number; length: number }> {
  for (let block = 0; block * VECTOR_BLOCK < count; block++)
    yield { block, length: Math.min(VECTOR_BLOCK, count - block * VECTOR_BLOCK) }
}

/** Rounds to int8 and returns the scale that makes the result a unit vector. Zeros (and NaN) become zero. */
export function quantize(vector: Float32Array, into: Int8Array | Int16Array): number {
  let most = 0
  for (const value of vector) most = Math.max(most, Math.abs(value))
  into.fill(0)
  if (!(most > 0) || !Number.isFinite(most)) return 0
  let squares = 0
  for (const [index, value] of vector.entries()) {
    const code = Math.round((value / most) * 127)
    into[index] = code
    squares += code * code
  }
  return 1 / Math.sqrt(squares)
}
