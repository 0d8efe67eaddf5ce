// Selection of the best rows from a dense array of scores, without sorting all of them.
import { hasBit } from './row-bits.ts'

/** Marks rows that have no score. */
export const ABSENT = -2

export interface Wanted {
  /** One bit a row. */
  allowed: Uint8Array
  limit: number
  /** The last row to look at. */
  last: number
  /** Only higher scores count. */
  above: number
}

/**
 * The rows with the highest scores, best first, older rows first among equals. Keeps a heap of `limit` rows: linear
 * in `last`, since few rows get past the heap's smallest.
 */
export function bestRows(score: Float32Array, { allowed, limit, last, above }: Wanted): number[] {
  const heap: number[] = []
  const end = Math.min(last, score.length - 1)
  let floor = above
  for (let row = 1; row <= end; row++) {
    const value = score[row]!
    if (!(value > floor) || !hasBit(allowed, row)) continue
    if (heap.length < limit) {
      heap.push(row)
      siftUp(heap, score)
    } else {
      heap[0] = row
      siftDown(heap, score)
    }
    if (heap.length === limit) floor = score[heap[0]!]!
  }
  return heap.sort((a, b) => score[b]! - score[a]! || a - b)
}

/** The smallest score on top; among equals the youngest, so that the oldest stay. */
function isBefore(score: Float32Array, a: number, b: number): boolean {
  return score[a]! < score[b]! || (score[a] === score[b] && a > b)
}

function siftUp(heap: number[], score: Float32Array): void {
  let at = heap.length - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (!isBefore(score, heap[at]!, heap[parent]!)) return
    swap(heap, at, parent)
    at = parent
  }
}

function siftDown(heap: number[], score: Float32Array): void {
  for (let at = 0; ; ) {
    const left = 2 * at + 1
    if (left >= heap.length) return
    const right = left + 1
    const least = right < heap.length && isBefore(score, heap[right]!, heap[left]!) ? right : left
    if (!isBefore(score, heap[least]!, heap[at]!)) return
    swap(heap, at, least)
    at = least
  }
}

function swap(heap: number[], a: number, b: number): void {
  const kept = heap[a]!
  heap[a] = heap[b]!
  heap[b] = kept
}
