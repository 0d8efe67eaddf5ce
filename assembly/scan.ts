// The vector scan: dot products of one int8 query with many int8 rows. Memory bandwidth is the limit, so four rows
// share each load of the query. Products of two int8 fit 16 bits with room for one addition (2 × 127² < 2¹⁵).

function step(sum: v128, query: v128, row: usize): v128 {
  const codes = v128.load(row)
  const low = i16x8.extmul_low_i8x16_s(query, codes)
  const high = i16x8.extmul_high_i8x16_s(query, codes)
  return i32x4.add(sum, i32x4.extadd_pairwise_i16x8_s(i16x8.add(low, high)))
}

function total(sum: v128): f32 {
  return <f32>(
    (i32x4.extract_lane(sum, 0) +
      i32x4.extract_lane(sum, 1) +
      i32x4.extract_lane(sum, 2) +
      i32x4.extract_lane(sum, 3))
  )
}

/** Writes `count` similarities. `dimensions` is a multiple of 16; all addresses are multiples of 16. */
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
      const part = v128.load(query + at)
      a = step(a, part, first + at)
      b = step(b, part, second + at)
      c = step(c, part, third + at)
      d = step(d, part, fourth + at)
    }
    const sums = f32x4.replace_lane(
      f32x4.replace_lane(f32x4.replace_lane(f32x4.splat(total(a)), 1, total(b)), 2, total(c)),
      3,
      total(d),
    )
    const place = (<usize>index) << 2
    v128.store(
      similarities + place,
      f32x4.mul(f32x4.mul(sums, v128.load(scales + place)), f32x4.splat(scale)),
    )
  }
  for (; index < count; index++) {
    const row = codes + <usize>index * width
    let sum = i32x4.splat(0)
    for (let at: usize = 0; at < width; at += 16) sum = step(sum, v128.load(query + at), row + at)
    const place = (<usize>index) << 2
    store<f32>(similarities + place, total(sum) * load<f32>(scales + place) * scale)
  }
}
