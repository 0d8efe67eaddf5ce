// The parts of a BERT encoder that must be fast, in plain WebAssembly SIMD (no relaxed SIMD: Node 20).
// Weights are int8 with a scale per output; activations are quantised to int16 per token (13 bits and a sign),
// because i32x4.dot_i16x8_s takes int16 anyway: the precision is free, and a sum over 2,048 products of
// 127 x 8,191 still fits 32 bits. Everything else is float32. Pointers are bytes; `tokens` is a multiple of 4.
// Nothing here allocates: the caller lays out the memory.

const LIMIT: f32 = 8191
/** Activations of this many tokens stay in the second-level cache while all weights stream past. */
const BLOCK: i32 = 64

/** Added to a float below 2^22 it leaves the nearest integer in the low bits: rounding and conversion in one addition. */
const ROUNDER: f32 = 12582912
const ROUNDER_BITS: i32 = 0x4b400000

/**
 * int16 activations and one scale per token. Four tokens lie side by side: for each pair of inputs 16 bytes, the pair
 * of the first token, of the second, ... so that `multiply` walks through them with one pointer.
 */
export function quantise(x: usize, q: usize, scales: usize, tokens: i32, width: i32): void {
  const rowBytes = (<usize>width) << 2
  for (let t = 0; t < tokens; t += 4) {
    const r0 = x + <usize>t * rowBytes
    const r1 = r0 + rowBytes
    const r2 = r1 + rowBytes
    const r3 = r2 + rowBytes
    const s = scales + ((<usize>t) << 2)
    const f0 = scaleRow(r0, rowBytes, s)
    const f1 = scaleRow(r1, rowBytes, s + 4)
    const f2 = scaleRow(r2, rowBytes, s + 8)
    const f3 = scaleRow(r3, rowBytes, s + 12)
    let to = q + ((<usize>t * width) << 1)
    for (let i: usize = 0; i < rowBytes; i += 32) {
      const v0 = round(r0 + i, f0)
      const v1 = round(r1 + i, f1)
      const v2 = round(r2 + i, f2)
      const v3 = round(r3 + i, f3)
      const low01 = v128.shuffle<i32>(v0, v1, 0, 4, 1, 5)
      const low23 = v128.shuffle<i32>(v2, v3, 0, 4, 1, 5)
      const high01 = v128.shuffle<i32>(v0, v1, 2, 6, 3, 7)
      const high23 = v128.shuffle<i32>(v2, v3, 2, 6, 3, 7)
      v128.store(to, v128.shuffle<i64>(low01, low23, 0, 2))
      v128.store(to, v128.shuffle<i64>(low01, low23, 1, 3), 16)
      v128.store(to, v128.shuffle<i64>(high01, high23, 0, 2), 32)
      v128.store(to, v128.shuffle<i64>(high01, high23, 1, 3), 48)
      to += 64
    }
  }
}

/** Stores the scale of a row and returns what its values are multiplied by. */
function scaleRow(row: usize, rowBytes: usize, scale: usize): v128 {
  let peak = f32x4.splat(0)
  for (let i: usize = 0; i < rowBytes; i += 16) peak = f32x4.pmax(peak, f32x4.abs(v128.load(row + i)))
  const top = max(
    max(f32x4.extract_lane(peak, 0), f32x4.extract_lane(peak, 1)),
    max(f32x4.extract_lane(peak, 2), f32x4.extract_lane(peak, 3)),
  )
  store<f32>(scale, top / LIMIT)
  return f32x4.splat(top > 0 ? LIMIT / top : 0)
}

/** Eight floats to int16. */
function round(at: usize, factor: v128): v128 {
  const rounder = f32x4.splat(ROUNDER)
  const bits = i32x4.splat(ROUNDER_BITS)
  const low = f32x4.add(f32x4.mul(v128.load(at), factor), rounder)
  const high = f32x4.add(f32x4.mul(v128.load(at, 16), factor), rounder)
  return i16x8.narrow_i32x4_s(i32x4.sub(low, bits), i32x4.sub(high, bits))
}

/**
 * out = q x weights + bias (+ residual), with GELU on request. Weights lie in panels of 8 outputs; a panel holds,
 * for each pair of inputs, 16 bytes: output 0 (both inputs), output 1, ... so that lanes are outputs and nothing
 * has to be summed across lanes. `inputs` is a multiple of 8.
 */
export function multiply(
  q: usize,
  tokenScales: usize,
  weights: usize,
  outputScales: usize,
  bias: usize,
  residual: usize,
  out: usize,
  tokens: i32,
  inputs: i32,
  outputs: i32,
  activate: i32,
): void {
  for (let block = 0; block < tokens; block += BLOCK) {
    const end = min(block + BLOCK, tokens)
    for (let n = 0; n < outputs; n += 8) {
      panel(
        q,
        tokenScales,
        weights + <usize>n * inputs,
        outputScales,
        bias,
        residual,
        out,
        block,
        end,
        inputs,
        outputs,
        n,
        activate,
      )
    }
  }
}

/** Four pairs of inputs a round: the loop is bound by how many instructions can be fetched. */
function panel(
  q: usize,
  tokenScales: usize,
  weights: usize,
  outputScales: usize,
  bias: usize,
  residual: usize,
  out: usize,
  from: i32,
  to: i32,
  inputs: i32,
  outputs: i32,
  n: i32,
  activate: i32,
): void {
  const last = weights + ((<usize>inputs) << 3)
  for (let t = from; t < to; t += 4) {
    let x = q + ((<usize>t * inputs) << 1)
    let a00 = i32x4.splat(0)
    let a01 = i32x4.splat(0)
    let a10 = i32x4.splat(0)
    let a11 = i32x4.splat(0)
    let a20 = i32x4.splat(0)
    let a21 = i32x4.splat(0)
    let a30 = i32x4.splat(0)
    let a31 = i32x4.splat(0)
    for (let w = weights; w < last; w += 16) {
      const w0 = v128.load_ext<i8>(w)
      const w1 = v128.load_ext<i8>(w, 8)
      const x0 = v128.load_splat<i32>(x)
      a00 = i32x4.add(a00, i32x4.dot_i16x8_s(w0, x0))
      a01 = i32x4.add(a01, i32x4.dot_i16x8_s(w1, x0))
      const x1 = v128.load_splat<i32>(x, 4)
      a10 = i32x4.add(a10, i32x4.dot_i16x8_s(w0, x1))
      a11 = i32x4.add(a11, i32x4.dot_i16x8_s(w1, x1))
      const x2 = v128.load_splat<i32>(x, 8)
      a20 = i32x4.add(a20, i32x4.dot_i16x8_s(w0, x2))
      a21 = i32x4.add(a21, i32x4.dot_i16x8_s(w1, x2))
      const x3 = v128.load_splat<i32>(x, 12)
      a30 = i32x4.add(a30, i32x4.dot_i16x8_s(w0, x3))
      a31 = i32x4.add(a31, i32x4.dot_i16x8_s(w1, x3))
      x += 16
    }
    const s = tokenScales + ((<usize>t) << 2)
    const stride = (<usize>outputs) << 2
    const at = (<usize>t * outputs + n) << 2
    const column = (<usize>n) << 2
    const scales = outputScales + column
    const add = bias + column
    finish(a00, a01, v128.load_splat<f32>(s), scales, add, residual, out, at, activate)
    finish(a10, a11, v128.load_splat<f32>(s, 4), scales, add, residual, out, at + stride, activate)
    finish(a20, a21, v128.load_splat<f32>(s, 8), scales, add, residual, out, at + 2 * stride, activate)
    finish(a30, a31, v128.load_splat<f32>(s, 12), scales, add, residual, out, at + 3 * stride, activate)
  }
}

function finish(
  low: v128,
  high: v128,
  scale: v128,
  outputScales: usize,
  bias: usize,
  residual: usize,
  out: usize,
  at: usize,
  activate: i32,
): void {
  let first = f32x4.add(
    f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(low), scale), v128.load(outputScales)),
    v128.load(bias),
  )
  let second = f32x4.add(
    f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(high), scale), v128.load(outputScales, 16)),
    v128.load(bias, 16),
  )
  if (activate) {
    first = gelu(first)
    second = gelu(second)
  }
  if (residual) {
    first = f32x4.add(first, v128.load(residual + at))
    second = f32x4.add(second, v128.load(residual + at, 16))
  }
  v128.store(out + at, first)
  v128.store(out + at, second, 16)
}

/** e^x to about 1e-7, for x up to 88; far below zero it is 0. */
function exp(x: v128): v128 {
  const t = f32x4.mul(f32x4.pmax(f32x4.splat(-87), x), f32x4.splat(Mathf.LOG2E))
  const rounded = f32x4.add(t, f32x4.splat(ROUNDER))
  const f = f32x4.sub(t, f32x4.sub(rounded, f32x4.splat(ROUNDER)))
  let p = f32x4.splat(1.540353e-4)
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(1.3333558e-3))
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(9.6181291e-3))
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(5.5504109e-2))
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(2.4022651e-1))
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(6.9314718e-1))
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(1))
  // The shift drops all but the low bits, which are the integer.
  return i32x4.add(p, i32x4.shl(rounded, 23))
}

/** GELU by the error function of Abramowitz and Stegun 7.1.28 (3e-7): one division, no exponential. */
function gelu(x: v128): v128 {
  const z = f32x4.mul(f32x4.abs(x), f32x4.splat(Mathf.SQRT1_2))
  let p = f32x4.splat(0.0000430638)
  p = f32x4.add(f32x4.mul(p, z), f32x4.splat(0.0002765672))
  p = f32x4.add(f32x4.mul(p, z), f32x4.splat(0.0001520143))
  p = f32x4.add(f32x4.mul(p, z), f32x4.splat(0.0092705272))
  p = f32x4.add(f32x4.mul(p, z), f32x4.splat(0.0422820123))
  p = f32x4.add(f32x4.mul(p, z), f32x4.splat(0.0705230784))
  p = f32x4.add(f32x4.mul(p, z), f32x4.splat(1))
  p = f32x4.mul(p, p)
  p = f32x4.mul(p, p)
  p = f32x4.mul(p, p)
  p = f32x4.mul(p, p)
  const tail = f32x4.div(f32x4.splat(1), p)
  // erf(-z) = -erf(z): the sign of x goes onto 1 - tail.
  const erf = v128.or(f32x4.sub(f32x4.splat(1), tail), v128.and(x, i32x4.splat(0x80000000)))
  return f32x4.mul(f32x4.mul(x, f32x4.splat(0.5)), f32x4.add(f32x4.splat(1), erf))
}

/** In place, row by row. */
export function normaliseRows(
  x: usize,
  gain: usize,
  bias: usize,
  tokens: i32,
  width: i32,
  epsilon: f32,
): void {
  for (let t = 0; t < tokens; t++) {
    const row = x + ((<usize>t * width) << 2)
    const end = (<usize>width) << 2
    let sum = f32x4.splat(0)
    for (let i: usize = 0; i < end; i += 16) sum = f32x4.add(sum, v128.load(row + i))
    const mean = f32x4.splat(total(sum) / <f32>width)
    let squares = f32x4.splat(0)
    for (let i: usize = 0; i < end; i += 16) {
      const d = f32x4.sub(v128.load(row + i), mean)
      squares = f32x4.add(squares, f32x4.mul(d, d))
    }
    const factor = f32x4.splat(<f32>1 / sqrt<f32>(total(squares) / <f32>width + epsilon))
    for (let i: usize = 0; i < end; i += 16) {
      const d = f32x4.mul(f32x4.sub(v128.load(row + i), mean), factor)
      v128.store(row + i, f32x4.add(f32x4.mul(d, v128.load(gain + i)), v128.load(bias + i)))
    }
  }
}

function total(v: v128): f32 {
  return (
    f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3)
  )
}

/**
 * Attention of one text: rows `start` to `start + count` of qkv (query, key and value side by side) to context.
 * `scratch` holds the transposed keys of one head and the scores of four queries:
 * (size + 4) x (count rounded up to 8) floats. May read up to 3 rows past the text; writes none. Only the first
 * `queries` rows are wanted.
 */
export function attend(
  qkv: usize,
  context: usize,
  scratch: usize,
  start: i32,
  count: i32,
  queries: i32,
  heads: i32,
  size: i32,
): void {
  const width = heads * size
  const stride = <usize>width * 12
  const first = qkv + <usize>start * stride
  const padded = (count + 7) & ~7
  const line = (<usize>padded) << 2
  const scores = scratch + <usize>size * line
  for (let head = 0; head < heads; head++) {
    const query = first + ((<usize>(head * size)) << 2)
    const keys = query + ((<usize>width) << 2)
    const values = keys + ((<usize>width) << 2)
    transpose(keys, stride, scratch, line, count, padded, size)
    for (let i = 0; i < queries; i += 4) {
      score(query + <usize>i * stride, stride, scratch, line, scores, padded, size)
      for (let r = 0; r < 4; r++) softmax(scores + <usize>r * line, count, padded)
      const to = context + ((<usize>(start + i) * width + head * size) << 2)
      mix(scores, line, values, stride, to, (<usize>width) << 2, min(4, queries - i), count, size)
    }
  }
}

function transpose(
  keys: usize,
  stride: usize,
  to: usize,
  line: usize,
  count: i32,
  padded: i32,
  size: i32,
): void {
  const factor = <f32>1 / sqrt<f32>(<f32>size)
  for (let j = 0; j < padded; j++) {
    const row = keys + <usize>j * stride
    const column = to + ((<usize>j) << 2)
    for (let d = 0; d < size; d++) {
      const value: f32 = j < count ? load<f32>(row + ((<usize>d) << 2)) * factor : 0
      store<f32>(column + <usize>d * line, value)
    }
  }
}

function score(
  query: usize,
  stride: usize,
  keys: usize,
  line: usize,
  scores: usize,
  padded: i32,
  size: i32,
): void {
  const q1 = query + stride
  const q2 = q1 + stride
  const q3 = q2 + stride
  for (let j = 0; j < padded; j += 8) {
    let s00 = f32x4.splat(0)
    let s01 = f32x4.splat(0)
    let s10 = f32x4.splat(0)
    let s11 = f32x4.splat(0)
    let s20 = f32x4.splat(0)
    let s21 = f32x4.splat(0)
    let s30 = f32x4.splat(0)
    let s31 = f32x4.splat(0)
    let k = keys + ((<usize>j) << 2)
    for (let d: usize = 0; d < (<usize>size) << 2; d += 4) {
      const k0 = v128.load(k)
      const k1 = v128.load(k, 16)
      const x0 = v128.load_splat<f32>(query + d)
      s00 = f32x4.add(s00, f32x4.mul(k0, x0))
      s01 = f32x4.add(s01, f32x4.mul(k1, x0))
      const x1 = v128.load_splat<f32>(q1 + d)
      s10 = f32x4.add(s10, f32x4.mul(k0, x1))
      s11 = f32x4.add(s11, f32x4.mul(k1, x1))
      const x2 = v128.load_splat<f32>(q2 + d)
      s20 = f32x4.add(s20, f32x4.mul(k0, x2))
      s21 = f32x4.add(s21, f32x4.mul(k1, x2))
      const x3 = v128.load_splat<f32>(q3 + d)
      s30 = f32x4.add(s30, f32x4.mul(k0, x3))
      s31 = f32x4.add(s31, f32x4.mul(k1, x3))
      k += line
    }
    const to = scores + ((<usize>j) << 2)
    v128.store(to, s00)
    v128.store(to, s01, 16)
    v128.store(to + line, s10)
    v128.store(to + line, s11, 16)
    v128.store(to + 2 * line, s20)
    v128.store(to + 2 * line, s21, 16)
    v128.store(to + 3 * line, s30)
    v128.store(to + 3 * line, s31, 16)
  }
}

/** In place; what lies past `count` becomes 0. */
function softmax(row: usize, count: i32, padded: i32): void {
  let top = load<f32>(row)
  for (let j = 1; j < count; j++) top = max(top, load<f32>(row + ((<usize>j) << 2)))
  const peak = f32x4.splat(top)
  for (let j = 0; j < padded; j += 4) {
    const at = row + ((<usize>j) << 2)
    v128.store(at, exp(f32x4.sub(v128.load(at), peak)))
  }
  for (let j = count; j < padded; j++) store<f32>(row + ((<usize>j) << 2), 0)
  let sum = f32x4.splat(0)
  for (let j = 0; j < padded; j += 4) sum = f32x4.add(sum, v128.load(row + ((<usize>j) << 2)))
  const factor = f32x4.splat(<f32>1 / total(sum))
  for (let j = 0; j < padded; j += 4) {
    const at = row + ((<usize>j) << 2)
    v128.store(at, f32x4.mul(v128.load(at), factor))
  }
}

function mix(
  scores: usize,
  line: usize,
  values: usize,
  stride: usize,
  to: usize,
  toStride: usize,
  rows: i32,
  count: i32,
  size: i32,
): void {
  for (let d: usize = 0; d < (<usize>size) << 2; d += 32) {
    let c00 = f32x4.splat(0)
    let c01 = f32x4.splat(0)
    let c10 = f32x4.splat(0)
    let c11 = f32x4.splat(0)
    let c20 = f32x4.splat(0)
    let c21 = f32x4.splat(0)
    let c30 = f32x4.splat(0)
    let c31 = f32x4.splat(0)
    let v = values + d
    let p = scores
    for (let j = 0; j < count; j++) {
      const v0 = v128.load(v)
      const v1 = v128.load(v, 16)
      const p0 = v128.load_splat<f32>(p)
      c00 = f32x4.add(c00, f32x4.mul(v0, p0))
      c01 = f32x4.add(c01, f32x4.mul(v1, p0))
      const p1 = v128.load_splat<f32>(p + line)
      c10 = f32x4.add(c10, f32x4.mul(v0, p1))
      c11 = f32x4.add(c11, f32x4.mul(v1, p1))
      const p2 = v128.load_splat<f32>(p + 2 * line)
      c20 = f32x4.add(c20, f32x4.mul(v0, p2))
      c21 = f32x4.add(c21, f32x4.mul(v1, p2))
      const p3 = v128.load_splat<f32>(p + 3 * line)
      c30 = f32x4.add(c30, f32x4.mul(v0, p3))
      c31 = f32x4.add(c31, f32x4.mul(v1, p3))
      v += stride
      p += 4
    }
    const at = to + d
    v128.store(at, c00)
    v128.store(at, c01, 16)
    if (rows > 1) {
      v128.store(at + toStride, c10)
      v128.store(at + toStride, c11, 16)
    }
    if (rows > 2) {
      v128.store(at + 2 * toStride, c20)
      v128.store(at + 2 * toStride, c21, 16)
    }
    if (rows > 3) {
      v128.store(at + 3 * toStride, c30)
      v128.store(at + 3 * toStride, c31, 16)
    }
  }
}

/** x = int8 word row x its scale (a float behind the row) + position row. */
export function addWord(word: usize, position: usize, x: usize, width: i32): void {
  const scale = f32x4.splat(load<f32>(word + width))
  for (let i = 0; i < width; i += 8) {
    const bytes = v128.load_ext<i8>(word + i)
    const at = (<usize>i) << 2
    const low = f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(bytes))
    const high = f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(bytes))
    v128.store(x + at, f32x4.add(f32x4.mul(low, scale), v128.load(position + at)))
    v128.store(x + at, f32x4.add(f32x4.mul(high, scale), v128.load(position + at, 16)), 16)
  }
}

/** The mean of `count` rows (1 row: the first token alone), scaled to length 1. */
export function pool(x: usize, count: i32, width: i32, out: usize): void {
  let squares = f32x4.splat(0)
  for (let i: usize = 0; i < (<usize>width) << 2; i += 16) {
    let sum = f32x4.splat(0)
    for (let t = 0; t < count; t++) sum = f32x4.add(sum, v128.load(x + ((<usize>t * width) << 2) + i))
    squares = f32x4.add(squares, f32x4.mul(sum, sum))
    v128.store(out + i, sum)
  }
  const norm = sqrt<f32>(total(squares))
  const factor = f32x4.splat(norm > 0 ? <f32>1 / norm : 0)
  for (let i: usize = 0; i < (<usize>width) << 2; i += 16)
    v128.store(out + i, f32x4.mul(v128.load(out + i), factor))
}

/**
 * A fast sum over bytes that notices damage, not malice: about a millisecond for a model. It is taken piece by piece;
 * `state` is 32 bytes.
 */
export function startChecksum(state: usize): void {
  v128.store(state, i32x4.splat(0x9e3779b9))
  v128.store(state, i32x4.splat(0x85ebca6b), 16)
}

/** `bytes` is a multiple of 32. */
export function addToChecksum(state: usize, from: usize, bytes: i32): void {
  let a = v128.load(state)
  let b = v128.load(state, 16)
  for (let at = from; at < from + bytes; at += 32) {
    a = i32x4.add(i32x4.add(i32x4.shl(a, 5), a), v128.load(at))
    b = i32x4.add(i32x4.add(i32x4.shl(b, 5), b), v128.load(at, 16))
  }
  v128.store(state, a)
  v128.store(state, b, 16)
}

export function endChecksum(state: usize): i32 {
  const a = v128.load(state)
  const b = v128.load(state, 16)
  const c = i32x4.add(i32x4.mul(a, i32x4.splat(0x27d4eb2f)), v128.xor(b, i32x4.shr_u(a, 15)))
  return (
    i32x4.extract_lane(c, 0) ^
    rotl(i32x4.extract_lane(c, 1), 8) ^
    rotl(i32x4.extract_lane(c, 2), 16) ^
    rotl(i32x4.extract_lane(c, 3), 24)
  )
}
