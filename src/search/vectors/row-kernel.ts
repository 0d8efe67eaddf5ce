// Scores of rows by the kernel. One instance serves all stores; the result of a query is in its memory until the
// next query, and is read at once or copied.

import { BLOCK_ROWS, SATURATION } from '../text/postings.ts'
import { ensureRoom, type KernelMemory, layOut, loadScanKernel, type ScanKernel } from './scan-kernel.ts'

/** Terms beyond this many count for the score but are not distinguished. */
export const MOST_BITS = 64

interface TermBlock {
  /** Postings of one block. */
  data: Uint8Array
  block: number
  /** The query's weight × the term's rarity. */
  weight: number
  /** Which term of the query this is. */
  term: number
}

interface Wanted {
  /** One bit a row. */
  allowed: Uint8Array
  limit: number
  /** Only higher scores count. */
  above: number
}

/** A number for each row, in a kernel's memory: valid until the next query. */
export class RowValues {
  readonly #kernel: ScanKernel
  readonly #memory: KernelMemory
  readonly #address: number
  /** From here on the memory is free. */
  readonly #end: number
  readonly rows: number

  constructor(place: {
    kernel: ScanKernel
    memory: KernelMemory
    address: number
    end: number
    rows: number
  }) {
    this.#kernel = place.kernel
    this.#memory = place.memory
    this.#address = place.address
    this.#end = place.end
    this.rows = place.rows
  }

  view(): Float32Array {
    return new Float32Array(this.#memory.buffer, this.#address, this.rows)
  }

  /** The rows with the highest values, best first, older rows first among equals; row 0 does not count. */
  best({ allowed, limit, above }: Wanted): number[] {
    const rows = Math.min(this.rows, allowed.length * 8)
    if (rows < 2 || limit < 1) return []
    const [bits = 0, heap = 0, end = 0] = layOut(this.#end, [allowed.length, limit * 4])
    ensureRoom(this.#memory, end)
    const { buffer } = this.#memory
    new Uint8Array(buffer, bits, allowed.length).set(allowed)
    const found = this.#kernel.select(this.#address, bits, rows - 1, above, limit, heap)
    const values = this.view()
    const scoreOf = (row: number) => values[row] ?? above
    return [...new Uint32Array(buffer, heap, found)].sort((a, b) => scoreOf(b) - scoreOf(a) || a - b)
  }
}

export interface ScoredRows {
  score: RowValues
  /** Two words a row; bit i: the i-th term of the query occurs. */
  marks(): Uint32Array
}

let shared: { kernel: ScanKernel; memory: KernelMemory } | undefined

/** BM25 of rows 0 … `rows − 1`; zero where nothing matched. */
export function scoreRows(rows: number, norms: Float32Array, blocks: readonly TermBlock[]): ScoredRows {
  const longest = blocks.reduce((max, { data }) => Math.max(max, data.length), 0)
  const sizes = [norms.byteLength, longest, rows * 4, rows * 8]
  const [table = 0, data = 0, scores = 0, marks = 0, end = 0] = layOut(0, sizes)
  shared ??= loadScanKernel(end)
  const { kernel, memory } = shared
  ensureRoom(memory, end)
  new Float32Array(memory.buffer, table, norms.length).set(norms)
  new Uint8Array(memory.buffer, scores, end - scores).fill(0)
  const input = new Uint8Array(memory.buffer, data, longest)
  for (const each of blocks) {
    input.set(each.data)
    const bit = each.term < MOST_BITS ? 1 << (each.term & 31) : 0
    // The second word of a row's marks is four bytes further.
    const word = marks + (each.term & 32 ? 4 : 0)
    const weight = each.weight * SATURATION
    kernel.post(data, each.data.length, each.block * BLOCK_ROWS, weight, bit, table, scores, word)
  }
  return {
    score: new RowValues({ kernel, memory, address: scores, end, rows }),
    marks: () => new Uint32Array(memory.buffer, marks, 2 * rows),
  }
}
