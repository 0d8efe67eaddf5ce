// The vector scan: dot products of one query with many int8 rows. Memory bandwidth is the limit, so four rows share
// each load of the query, which comes widened to 16 bits: a row's bytes are widened by the load itself.

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
  let index = 0
  for (; index + 4 <= count; index += 4) {
    const first = codes + <usize>index * width
    const second = first + width
    const third = second + width
    const fourth = third + width
    let a = i32x4.splat(0)
    let b = i32x4.splat(0)
    let c = i32x4.splat(0)
    let d = i32x4.splat(0)
    for (let at: usize = 0; at < width; at += 16) {
      const low = v128.load(query + (at << 1))
      const high = v128.load(query + (at << 1), 16)
      a = step(a, low, high, first + at)
      b = step(b, low, high, second + at)
      c = step(c, low, high, third + at)
      d = step(d, low, high, fourth + at)
    }
    const place = (<usize>index) << 2
    store<f32>(similarities + place, total(a) * load<f32>(scales + place) * scale)
    store<f32>(similarities + place, total(b) * load<f32>(scales + place, 4) * scale, 4)
    store<f32>(similarities + place, total(c) * load<f32>(scales + place, 8) * scale, 8)
    store<f32>(similarities + place, total(d) * load<f32>(scales + place, 12) * scale, 12)
  }
  for (; index < count; index++) {
    const row = codes + <usize>index * width
    let sum = i32x4.splat(0)
    for (let at: usize = 0; at < width; at += 16)
      sum = step(sum, v128.load(query + (at << 1)), v128.load(query + (at << 1), 16), row + at)
    const place = (<usize>index) << 2
    store<f32>(similarities + place, total(sum) * load<f32>(scales + place) * scale)
  }
}
