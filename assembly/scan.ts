// The vector scan: dot products of one query with many int8 rows. Memory bandwidth is the limit: the query comes
// widened to 16 bits, a row's bytes are widened by the load itself, and two rows share each load of the query (more
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
