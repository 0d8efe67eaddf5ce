// Scores of rows and the best of them, by the kernel. One instance for all stores: every call is done when it
// returns, nothing is kept in its memory.

import { ensureRoom, type Kernel, type KernelMemory, layOut, loadKernel } from './kernel.ts'
import { BLOCK_ROWS, SATURATION } from './postings.ts'

export interface Scores {
  /** By row. */
  score: Float32Array
  /** Two words a row; bit i: the i-th term of the query occurs. */
  matched: Uint32Array
}

/** Terms beyond this many count for the score but are not told apart. */
export const MOST_BITS = 64

export interface TermBlock {
  /** Postings of one block. */
  data: Uint8Array
  block: number
  /** The query's weight × the term's rarity. */
  weight: number
  /** Which term of the query this is. */
  term: number
}

export interface Wanted {
  /** One bit a row. */
  allowed: Uint8Array
  limit: number
  /** The last row to look at. */
  last: number
  /** Only higher scores count. */
  above: number
}

let shared: { kernel: Kernel; memory: KernelMemory } | undefined

function kernelWith(bytes: number): { kernel: Kernel; buffer: ArrayBuffer } {
  shared ??= loadKernel(bytes)
  ensureRoom(shared.memory, bytes)
  return { kernel: shared.kernel, buffer: shared.memory.buffer }
}

/** BM25 of rows 0 … `rows − 1`; zero where nothing matched. */
export function scoreRows(rows: number, norms: Float32Array, blocks: readonly TermBlock[]): Scores {
  const longest = blocks.reduce((max, { data }) => Math.max(max, data.length), 0)
  const [table, data, scores, marks, end] = layOut(0, [norms.byteLength, longest, rows * 4, rows * 8]) as Five
  const { kernel, buffer } = kernelWith(end)
  new Float32Array(buffer, table, norms.length).set(norms)
  new Uint8Array(buffer, scores, end - scores).fill(0)
  const input = new Uint8Array(buffer, data, longest)
  for (const each of blocks) {
    input.set(each.data)
    const bit = each.term < MOST_BITS ? 1 << (each.term & 31) : 0
    // The second word of a row's marks is four bytes further.
    const word = marks + (each.term & 32 ? 4 : 0)
    const weight = each.weight * SATURATION
    kernel.post(data, each.data.length, each.block * BLOCK_ROWS, weight, bit, table, scores, word)
  }
  return {
    score: new Float32Array(buffer, scores, rows).slice(),
    matched: new Uint32Array(buffer, marks, 2 * rows).slice(),
  }
}

type Five = [number, number, number, number, number]

/** The rows with the highest scores, best first, older rows first among equals. */
export function bestRows(score: Float32Array, { allowed, limit, last, above }: Wanted): number[] {
  const rows = Math.min(score.length, last + 1, allowed.length * 8)
  if (rows < 2 || limit < 1) return []
  const [scores, bits, heap, end] = layOut(0, [rows * 4, allowed.length, limit * 4]) as Five
  const { kernel, buffer } = kernelWith(end)
  new Float32Array(buffer, scores, rows).set(score.subarray(0, rows))
  new Uint8Array(buffer, bits, allowed.length).set(allowed)
  const found = kernel.select(scores, bits, rows - 1, above, limit, heap)
  return [...new Uint32Array(buffer, heap, found)].sort((a, b) => score[b]! - score[a]! || a - b)
}
