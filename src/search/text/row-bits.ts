// One bit a row, kept in the database as blobs of a block each: reading all of them costs microseconds, where a scan
// of all documents would cost as much as starting Node.
import { BLOCK_ROWS } from './postings.ts'

const BLOCK_BYTES = BLOCK_ROWS / 8

export function hasBit(bits: Uint8Array, row: number): boolean {
  return (((bits[row >> 3] ?? 0) >> (row & 7)) & 1) === 1
}

export function setBit(bits: Uint8Array, row: number, on: boolean): void {
  const byte = bits[row >> 3] ?? 0
  const mark = 1 << (row & 7)
  bits[row >> 3] = on ? byte | mark : byte & ~mark
}

/** The same bits with room for this row. */
export function withRoom(bits: Uint8Array, row: number): Uint8Array {
  const needed = (Math.floor(row / BLOCK_ROWS) + 1) * BLOCK_BYTES
  if (bits.length >= needed) return bits
  const grown = new Uint8Array(needed)
  grown.set(bits)
  return grown
}

export function blockOf(bits: Uint8Array, block: number): Uint8Array {
  return bits.slice(block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES)
}

export function joinBlocks(blocks: readonly { block: number; bits: Uint8Array }[]): Uint8Array {
  const joined = new Uint8Array(((blocks.at(-1)?.block ?? -1) + 1) * BLOCK_BYTES)
  for (const { block, bits } of blocks) joined.set(bits, block * BLOCK_BYTES)
  return joined
}
