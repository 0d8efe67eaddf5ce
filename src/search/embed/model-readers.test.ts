import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MemdirError } from '../../base/values/errors.ts'
import { quantiseRows } from './model-weights.ts'
import { readOnnxInitializers } from './onnx-initializers.ts'
import { readSafetensors } from './safetensors.ts'
import { packRuns, splitIntoWindows } from './windows.ts'

/** Hostile files end in a MemdirError, never in a hang or a crash of another kind. */
function survives(read: () => unknown): void {
  try {
    read()
  } catch (error) {
    if (!MemdirError.is(error)) throw error
  }
}

describe('readSafetensors', () => {
  const header = JSON.stringify({
    half: { dtype: 'F16', shape: [4], data_offsets: [0, 8] },
    cut: { dtype: 'F16', shape: [9], data_offsets: [0, 900] },
    whole: { dtype: 'I64', shape: [1], data_offsets: [0, 8] },
  })
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(header.length))
  const file = Buffer.concat([
    length,
    Buffer.from(header),
    Buffer.from(new Uint16Array([0x3c00, 0xc000, 0x0001, 0x7c00]).buffer),
  ])

  it('reads half floats', () => {
    expect([...readSafetensors(file)('half')]).toEqual([1, -2, 2 ** -24, Number.POSITIVE_INFINITY])
  })

  it.each(['cut', 'whole', 'missing'])('refuses a tensor that is %s', (name) => {
    expect(() => readSafetensors(file)(name)).toThrow(MemdirError)
  })

  it('survives any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) =>
        survives(() => readSafetensors(Buffer.from(bytes))),
      ),
    )
  })
})

describe('readOnnxInitializers', () => {
  const field = (number: number, bytes: Uint8Array | string) =>
    Buffer.concat([Buffer.from([(number << 3) | 2, Buffer.byteLength(bytes)]), Buffer.from(bytes)])
  const tensor = Buffer.concat([
    Buffer.from([1 << 3, 2, 2 << 3, 3]),
    field(8, 'weights'),
    field(9, Uint8Array.from([0xff, 5])),
  ])
  const file = field(7, field(5, tensor))

  it('reads names, shapes and numbers', () => {
    expect(readOnnxInitializers(file).get('weights')).toEqual({ dims: [2], data: Int8Array.from([-1, 5]) })
  })

  it('survives any bytes and any cut', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) =>
        survives(() => readOnnxInitializers(Buffer.from(bytes))),
      ),
    )
    for (let end = 0; end < file.length; end++) survives(() => readOnnxInitializers(file.subarray(0, end)))
  })
})

describe('quantiseRows', () => {
  it('is never off by more than half a step', () => {
    const values = fc.array(fc.float({ min: -100, max: 100, noNaN: true }), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(values, (row) => {
        const { values: quantised, scales } = quantiseRows(Float32Array.from(row), 4)
        quantised.forEach((value, i) => {
          const scale = scales[i >> 2]!
          expect(Math.abs(value * scale - row[i]!)).toBeLessThanOrEqual(scale * 0.501 + 1e-40)
        })
      }),
    )
  })
})

describe('windows', () => {
  it('hold every token once, in order, within the limit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(1000), { maxLength: 700 }),
        fc.integer({ min: 3, max: 300 }),
        (ids, window) => {
          const windows = splitIntoWindows(ids, window, -1, -2)
          expect(windows.flatMap((part) => part.slice(1, -1))).toEqual(ids)
          for (const part of windows) {
            expect([part[0], part.at(-1)]).toEqual([-1, -2])
            expect(part.length).toBeLessThanOrEqual(window)
          }
          const runs = packRuns(
            windows.map((part, text) => ({ text, ids: part })),
            300,
          )
          expect(runs.flat().map(({ ids: part }) => part)).toEqual(windows)
          for (const run of runs)
            expect(run.reduce((sum, part) => sum + part.ids.length, 0)).toBeLessThanOrEqual(300)
        },
      ),
    )
  })
})
