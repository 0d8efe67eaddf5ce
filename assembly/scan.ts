// The loops of search over all rows. The vector scan: dot products of one query with many int8 rows. Memory bandwidth is
// the limit: the query comes widened to 16 bits, a row's bytes are widened by the load itself, and two rows share each load of the query (more
// rows at once were slower).

function step(sum: v128, low: v128, high: v128, row: usize): v128 {
  const first = i32x4.dot_i16x8_s(low, v128.load8x8_s(row))
  const second = i32x4.dot_i16x8_s(high, v128.load8x8_s(row, 8))
  return i32x4.add(sum, i32x4.add(first, second))
}

function total(sum: v128): f32 {
  const pairs = i32x4.add(sum, i32x4.shuffle(sum, sum, 2, 3, 0, 1))
  return <f32>(i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1))
}

/** Writes `count` similarities. `dimensions` is a multiple of 16, `query` holds as many 16-bit numbers. */
export function scan(
  query: usize,
  scale: f32,
  codes: usize,
  scales: usize,
  similarities: usize,
  count: i32,
  dimensions: i32,
): void {
  const width = <usize>dimensions
  const end = query + (width << 1)
  let index = 0
  for (; index + 2 <= count; index += 2) {
    let first = codes + <usize>index * width
    let second = first + width
    let a = i32x4.splat(0)
    let b = i32x4.splat(0)
    for (let at = query; at < end; at += 32) {
      const low = v128.load(at)
      const high = v128.load(at, 16)
      a = step(a, low, high, first)
      b = step(b, low, high, second)
      first += 16
      second += 16
    }
    const place = (<usize>index) << 2
    store<f32>(similarities + place, total(a) * load<f32>(scales + place) * scale)
    store<f32>(similarities + place, total(b) * load<f32>(scales + place, 4) * scale, 4)
  }
  if (index < count) {
    let row = codes + <usize>index * width
    let sum = i32x4.splat(0)
    for (let at = query; at < end; at += 32) {
      sum = step(sum, v128.load(at), v128.load(at, 16), row)
      row += 16
    }
    const place = (<usize>index) << 2
    store<f32>(similarities + place, total(sum) * load<f32>(scales + place) * scale)
  }
}

/**
 * The first pass over many vectors, by the signs of their numbers. A record: row, scale, then `bytes` of signs, a multiple
 * of 8. Each row up to `last` gets the number of signs in which its vector agrees with the query, and that vector's index.
 */
export function agree(
  query: usize,
  records: usize,
  bytes: i32,
  count: i32,
  scores: usize,
  indexes: usize,
  last: u32,
): void {
  const width = <usize>bytes
  const all = <i64>(bytes << 3)
  for (let index = 0; index < count; index++) {
    const row = load<u32>(records)
    const signs = records + 8
    records = signs + width
    if (row > last) continue
    let different: i64 = 0
    for (let at: usize = 0; at < width; at += 8)
      different += popcnt(load<i64>(query + at) ^ load<i64>(signs + at))
    const agreeing = <f32>(all - different)
    const place = (<usize>row) << 2
    if (agreeing <= load<f32>(scores + place)) continue
    store<f32>(scores + place, agreeing)
    store<u32>(indexes + place, index)
  }
}

/** Adds one term's postings (src/search/postings.ts) to the scores of their rows, and marks the term there. */
export function post(
  data: usize,
  bytes: usize,
  base: i32,
  weight: f32,
  bit: u32,
  norms: usize,
  scores: usize,
  marks: usize,
): void {
  for (let at = data, end = data + bytes; at < end; at += 3) {
    const high = <i32>load<u8>(at, 1)
    const row = <usize>(base + (<i32>load<u8>(at) | ((high & 15) << 8)))
    const count = <f32>(high >> 4)
    const score = scores + (row << 2)
    const norm = load<f32>(norms + ((<usize>load<u8>(at, 2)) << 2))
    store<f32>(score, load<f32>(score) + (weight * count) / (count + norm))
    const mark = marks + (row << 3)
    store<u32>(mark, load<u32>(mark) | bit)
  }
}

/** Gives each row the highest of its similarities. What is not a number is higher than nothing. */
export function scatter(rows: usize, similarities: usize, count: i32, best: usize, last: u32): void {
  for (let index = 0; index < count; index++) {
    const place = (<usize>index) << 2
    const row = load<u32>(rows + place)
    if (row > last) continue
    const target = best + ((<usize>row) << 2)
    const similarity = load<f32>(similarities + place)
    if (similarity > load<f32>(target)) store<f32>(target, similarity)
  }
}

function hasBit(bits: usize, row: u32): bool {
  return ((load<u8>(bits + (row >> 3)) >> <u8>(row & 7)) & 1) === 1
}

/** Makes rows that are gone absent; writes sum, sum of squares and number of the others. */
export function spread(best: usize, alive: usize, last: u32, absent: f32, out: usize): void {
  let sum: f64 = 0
  let squares: f64 = 0
  let count: f64 = 0
  for (let row: u32 = 0; row <= last; row++) {
    const target = best + ((<usize>row) << 2)
    const value = load<f32>(target)
    if (value === absent) continue
    if (!hasBit(alive, row)) store<f32>(target, absent)
    else {
      sum += value
      squares += <f64>value * value
      count += 1
    }
  }
  store<f64>(out, sum)
  store<f64>(out, squares, 8)
  store<f64>(out, count, 16)
}

/** Smaller scores come first in the heap; among equals the younger row, so that the older stays. */
function isBefore(scores: usize, a: u32, b: u32): bool {
  const left = load<f32>(scores + ((<usize>a) << 2))
  const right = load<f32>(scores + ((<usize>b) << 2))
  return left < right || (left === right && a > b)
}

function siftUp(heap: usize, scores: usize, last: i32): void {
  let at = last
  while (at > 0) {
    const parent = (at - 1) >> 1
    const child = load<u32>(heap + ((<usize>at) << 2))
    const above = load<u32>(heap + ((<usize>parent) << 2))
    if (!isBefore(scores, child, above)) return
    store<u32>(heap + ((<usize>at) << 2), above)
    store<u32>(heap + ((<usize>parent) << 2), child)
    at = parent
  }
}

function siftDown(heap: usize, scores: usize, size: i32): void {
  let at = 0
  while (true) {
    let least = 2 * at + 1
    if (least >= size) return
    const right = least + 1
    if (
      right < size &&
      isBefore(scores, load<u32>(heap + ((<usize>right) << 2)), load<u32>(heap + ((<usize>least) << 2)))
    )
      least = right
    const child = load<u32>(heap + ((<usize>least) << 2))
    const above = load<u32>(heap + ((<usize>at) << 2))
    if (!isBefore(scores, child, above)) return
    store<u32>(heap + ((<usize>at) << 2), child)
    store<u32>(heap + ((<usize>least) << 2), above)
    at = least
  }
}

/** Writes up to `limit` allowed rows with the highest scores above `above`, in no order; returns how many. */
export function select(scores: usize, allowed: usize, last: u32, above: f32, limit: i32, heap: usize): i32 {
  let size = 0
  let floor = above
  for (let row: u32 = 1; row <= last; row++) {
    const score = load<f32>(scores + ((<usize>row) << 2))
    if (!(score > floor) || !hasBit(allowed, row)) continue
    if (size < limit) {
      store<u32>(heap + ((<usize>size) << 2), row)
      siftUp(heap, scores, size++)
    } else {
      store<u32>(heap, row)
      siftDown(heap, scores, size)
    }
    if (size === limit) floor = load<f32>(scores + ((<usize>load<u32>(heap)) << 2))
  }
  return size
}

function lanes(sum: v128): f64 {
  const low = <f64>f32x4.extract_lane(sum, 0) + <f64>f32x4.extract_lane(sum, 1)
  return low + <f64>f32x4.extract_lane(sum, 2) + <f64>f32x4.extract_lane(sum, 3)
}

/** Of two vectors of 32-bit numbers; `width`, here and below, is a multiple of 4. */
export function product(a: usize, b: usize, width: i32): f64 {
  let sum = f32x4.splat(0)
  for (let at: usize = 0, end = (<usize>width) << 2; at < end; at += 16)
    sum = f32x4.add(sum, f32x4.mul(v128.load(a + at), v128.load(b + at)))
  return lanes(sum)
}

/** vᵀMv of a square matrix. */
export function quadratic(vector: usize, matrix: usize, width: i32): f64 {
  let total: f64 = 0
  for (let row: usize = 0, end = (<usize>width) << 2; row < end; row += 4) {
    total += <f64>load<f32>(vector + row) * product(vector, matrix, width)
    matrix += end
  }
  return total
}

/** Adds v to a sum of vectors, and vvᵀ to a sum of matrices, `sign` times. */
export function accumulate(vector: usize, first: usize, second: usize, width: i32, sign: f32): void {
  const end = (<usize>width) << 2
  for (let row: usize = 0; row < end; row += 4) {
    const value = load<f32>(vector + row) * sign
    store<f32>(first + row, load<f32>(first + row) + value)
    const factor = f32x4.splat(value)
    for (let at: usize = 0; at < end; at += 16)
      v128.store(second + at, f32x4.add(v128.load(second + at), f32x4.mul(factor, v128.load(vector + at))))
    second += end
  }
}
