// The inverted index as bytes. A posting takes three: the row within its block of 4,096 (12 bits), how often the
// term occurs (4 bits), and how long the document is (8 bits, roughly logarithmic). A document's postings are only
// ever appended, at the end of its term's last block; so adding one memory touches some thirty small blobs.
//
// Why not FTS5: docs/decisions/own-postings.md.

export const BLOCK_ROWS = 4096
export const POSTING_BYTES = 3
const MOST_OFTEN = 15

/** How fast repeated mentions stop counting, and how much a long document is held back. */
const K1 = 1.2
const B = 0.9
/**
 * Every text carries some context that is not written down: counted as this many terms, so that a greeting of
 * three words that shares one with the query does not win over the sentence that answers it.
 */
const UNSPOKEN_TERMS = 10
/** The most that one mention can add, as a multiple of weight × rarity. */
export const SATURATION = K1 + 1

export function encodePosting(
  into: Uint8Array,
  at: number,
  offset: number,
  count: number,
  length: number,
): void {
  into[at] = offset & 0xff
  into[at + 1] = (offset >> 8) | (Math.min(MOST_OFTEN, count) << 4)
  into[at + 2] = lengthCode(length)
}

/** Exact to 63 terms, then 24 steps an octave (within 3 %). */
export function lengthCode(length: number): number {
  if (length < 64) return length
  return Math.min(255, 64 + Math.floor(Math.log2(length / 64) * 24))
}

export function lengthOfCode(code: number): number {
  return code < 64 ? code : 64 * 2 ** ((code - 64 + 0.5) / 24)
}

/** BM25's length norm for each length code, given the mean length of the store. */
export function lengthNorms(meanLength: number): Float32Array {
  const norms = new Float32Array(256)
  for (let code = 0; code < 256; code++)
    norms[code] = K1 * (1 - B + (B * (lengthOfCode(code) + UNSPOKEN_TERMS)) / (meanLength + UNSPOKEN_TERMS))
  return norms
}

/** How rare a term is that `holders` of `total` documents contain. Never negative. */
export function rarity(total: number, holders: number): number {
  const n = Math.min(holders, total)
  return Math.log(1 + (total - n + 0.5) / (n + 0.5))
}
