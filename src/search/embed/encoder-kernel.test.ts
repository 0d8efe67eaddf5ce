import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildWasm } from '../../../scripts/build-wasm.mjs'
import { checksumOf, KERNEL_BYTES, loadEncoderKernel } from './encoder-kernel.ts'

const { kernel, memory } = loadEncoderKernel(4 << 20)

/** Places arrays in the kernel's memory, one behind the other. */
function place() {
  let at = KERNEL_BYTES
  return <T extends Float32Array | Int8Array | Int16Array>(array: T): number => {
    const start = at
    new Uint8Array(memory.buffer, start, array.byteLength).set(
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength),
    )
    at = (at + array.byteLength + 63) & ~63
    return start
  }
}

const floats = (at: number, length: number): Float32Array =>
  new Float32Array(memory.buffer, at, length).slice()

function random(seed: number) {
  let state = seed >>> 0 || 1
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state / 2 ** 32) * 2 - 1
  }
}

const seeds = fc.integer({ min: 1, max: 1e9 })
const gelu = (x: number): number => 0.5 * x * (1 + erf(x / Math.SQRT2))

/** Series for the error function: slow and exact enough to judge by. */
function erf(x: number): number {
  if (Math.abs(x) > 4) return Math.sign(x)
  let sum = x
  for (let n = 1, term = x; n < 80; n++) {
    term *= (-x * x) / n
    sum += term / (2 * n + 1)
  }
  return (2 / Math.sqrt(Math.PI)) * sum
}

describe('the committed kernel', () => {
  it('is what its source compiles to', async () => {
    const built = Buffer.from(await buildWasm())
    expect(built.equals(readFileSync(new URL('./encoder.wasm', import.meta.url)))).toBe(true)
  })

  it('needs nothing newer than plain SIMD: it loads with memory as its only import', () => {
    expect(Object.keys(kernel).length).toBeGreaterThan(6)
  })
})

describe('multiply', () => {
  it('equals the plain product, with bias, residual and GELU', () => {
    fc.assert(
      fc.property(
        seeds,
        fc.constantFrom(4, 8, 68),
        fc.constantFrom(8, 32),
        fc.boolean(),
        (seed, tokens, inputs, activate) => {
          const next = random(seed)
          const outputs = 16
          const x = Float32Array.from({ length: tokens * inputs }, next)
          const w = Int8Array.from({ length: outputs * inputs }, () => Math.round(next() * 127))
          const scales = Float32Array.from({ length: outputs }, () => 0.01)
          const bias = Float32Array.from({ length: outputs }, next)
          const residual = Float32Array.from({ length: tokens * outputs }, next)
          const put = place()
          const at = {
            x: put(x),
            q: put(new Int16Array(tokens * inputs)),
            s: put(new Float32Array(tokens)),
            w: put(toPanels(w, inputs, outputs)),
            scales: put(scales),
            bias: put(bias),
            residual: put(residual),
            out: put(new Float32Array(tokens * outputs)),
          }
          kernel.quantise(at.x, at.q, at.s, tokens, inputs)
          const flag = activate ? 1 : 0
          kernel.multiply(
            at.q,
            at.s,
            at.w,
            at.scales,
            at.bias,
            at.residual,
            at.out,
            tokens,
            inputs,
            outputs,
            flag,
          )
          floats(at.out, tokens * outputs).forEach((value, i) => {
            const t = Math.floor(i / outputs)
            const o = i % outputs
            let sum = bias[o]!
            for (let k = 0; k < inputs; k++) sum += x[t * inputs + k]! * w[o * inputs + k]! * 0.01
            expect(value).toBeCloseTo((activate ? gelu(sum) : sum) + residual[i]!, 2)
          })
        },
      ),
      { numRuns: 20 },
    )
  })

  it('does not overflow at the largest sums that a model can make', () => {
    const inputs = 2048
    const put = place()
    const x = put(new Float32Array(4 * inputs).fill(1))
    const q = put(new Int16Array(4 * inputs))
    const s = put(new Float32Array(4))
    const w = put(new Int8Array(8 * inputs).fill(127))
    const ones = put(new Float32Array(8).fill(1))
    const zeros = put(new Float32Array(8))
    const out = put(new Float32Array(32))
    kernel.quantise(x, q, s, 4, inputs)
    kernel.multiply(q, s, w, ones, zeros, 0, out, 4, inputs, 8, 0)
    for (const value of floats(out, 32)) expect(value / (127 * inputs)).toBeCloseTo(1, 5)
  })
})

function toPanels(values: Int8Array, inputs: number, outputs: number): Int8Array {
  const panels: number[] = []
  for (let panel = 0; panel < outputs; panel += 8)
    for (let input = 0; input < inputs; input += 2)
      for (let output = panel; output < panel + 8; output++)
        panels.push(values[output * inputs + input]!, values[output * inputs + input + 1]!)
  return Int8Array.from(panels)
}

describe('attend', () => {
  it('equals softmax(q·k/√d)·v for every length of text, and touches no other row', () => {
    fc.assert(
      fc.property(
        seeds,
        fc.integer({ min: 1, max: 21 }),
        fc.integer({ min: 0, max: 3 }),
        fc.boolean(),
        (seed, count, start, onlyFirst) => {
          const queries = onlyFirst ? 1 : count
          const next = random(seed)
          const heads = 2
          const size = 32
          const width = heads * size
          const rows = start + count + 4
          const qkv = Float32Array.from({ length: rows * width * 3 }, () => next() * 3)
          const put = place()
          const from = put(qkv)
          const context = put(new Float32Array(rows * width).fill(7))
          const scratch = put(new Float32Array((size + 4) * 32))
          kernel.attend(from, context, scratch, start, count, queries, heads, size)
          const result = floats(context, rows * width)
          const row = (t: number, part: number, head: number) =>
            qkv.subarray((t * 3 + part) * width + head * size, (t * 3 + part) * width + (head + 1) * size)
          for (let t = 0; t < rows; t++) {
            for (let head = 0; head < heads; head++) {
              const got = result.subarray(t * width + head * size, t * width + (head + 1) * size)
              const inside = t >= start && t < start + queries
              const expected = inside ? attention(t, head, start, count, row) : new Float32Array(size).fill(7)
              got.forEach((value, d) => {
                expect(value).toBeCloseTo(expected[d]!, 4)
              })
            }
          }
        },
      ),
      { numRuns: 40 },
    )
  })
})

function attention(
  t: number,
  head: number,
  start: number,
  count: number,
  row: (t: number, part: number, head: number) => Float32Array,
): Float32Array {
  const q = row(t, 0, head)
  const scores = Array.from({ length: count }, (_, j) => {
    const k = row(start + j, 1, head)
    return q.reduce((sum, value, d) => sum + value * k[d]!, 0) / Math.sqrt(q.length)
  })
  const top = Math.max(...scores)
  const weights = scores.map((score) => Math.exp(score - top))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const out = new Float32Array(q.length)
  weights.forEach((weight, j) => {
    row(start + j, 2, head).forEach((value, d) => {
      out[d] = out[d]! + (weight / total) * value
    })
  })
  return out
}

describe('checksum', () => {
  it('notices any changed byte and any two exchanged blocks', () => {
    const bytes = fc
      .uint8Array({ minLength: 64, maxLength: 512 })
      .map((array) => array.subarray(0, array.length & ~31))
    fc.assert(
      fc.property(bytes, fc.nat(), fc.integer({ min: 1, max: 255 }), (array, at, change) => {
        const other = array.slice()
        other[at % other.length]! ^= change
        expect(checksumOf(other)).not.toBe(checksumOf(array))
      }),
      { numRuns: 100 },
    )
    const ordered = new Uint8Array(128).map((_, i) => i)
    const exchanged = Uint8Array.from([
      ...ordered.slice(32, 64),
      ...ordered.slice(0, 32),
      ...ordered.slice(64),
    ])
    expect(checksumOf(exchanged)).not.toBe(checksumOf(ordered))
  })
})
