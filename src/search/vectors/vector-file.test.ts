import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildWasm } from '../../../scripts/build-wasm.mjs'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { nodeFileOps } from '../../base/files/file-ops.ts'
import { VectorFile } from './vector-file.ts'

const vectorOf = (dimensions: number, seed: number) =>
  Float32Array.from({ length: dimensions }, (_, i) => Math.sin((seed + 1) * 12.9898 + i * 78.233))

function cosine(a: Float32Array, b: Float32Array): number {
  let [dot, left, right] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!
    left += a[i]! ** 2
    right += b[i]! ** 2
  }
  return dot / Math.sqrt(left * right)
}

function scanned(file: VectorFile, query: Float32Array): [number, number][] {
  const { rows, similarities } = file.scan(query)
  return rows.map((row, index) => [row, similarities[index]!])
}

const options = (path: string, dimensions = 40) => ({ path, dimensions, generation: 7 })

describe('VectorFile', () => {
  it('has the kernel that its source compiles to', async () => {
    const committed = readFileSync(new URL('./scan.wasm', import.meta.url))
    expect(Buffer.from(await buildWasm('scan')).equals(committed)).toBe(true)
  }, 60_000)

  it('measures cosines within the error of int8, for any size and dimension', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 0, max: 40 }), (dimensions, count) => {
        const file = new VectorFile({ dimensions, generation: 1 })
        const entries = Array.from({ length: count }, (_, i) => ({
          row: i + 1,
          vector: vectorOf(dimensions, i),
        }))
        file.append(entries)
        const query = vectorOf(dimensions, 999)
        const found = scanned(file, query)
        expect(found.map(([row]) => row)).toEqual(entries.map(({ row }) => row))
        for (const [index, [, similarity]] of found.entries())
          expect(Math.abs(similarity - cosine(query, entries[index]!.vector))).toBeLessThan(0.03)
      }),
      { numRuns: 60 },
    )
  })

  it('is read back as it was written, over many blocks and in pieces', () => {
    const path = join(temporaryDirectory(), 'v.bin')
    const file = VectorFile.open(options(path))
    for (let from = 0; from < 2500; from += 500)
      file.append(Array.from({ length: 500 }, (_, i) => ({ row: from + i, vector: vectorOf(40, from + i) })))
    const query = vectorOf(40, 3)
    const again = VectorFile.open(options(path))
    expect(again.count).toBe(2500)
    expect(scanned(again, query)).toEqual(scanned(file, query))
  })

  it('sees what another process appends', () => {
    const path = join(temporaryDirectory(), 'v.bin')
    const [writer, reader] = [VectorFile.open(options(path)), VectorFile.open(options(path))]
    writer.append([{ row: 5, vector: vectorOf(40, 1) }])
    reader.refresh()
    expect(scanned(reader, vectorOf(40, 1)).map(([row]) => row)).toEqual([5])
  })

  it('never shows a vector that a crash left half-written, and continues after one', () => {
    const path = join(temporaryDirectory(), 'v.bin')
    const file = VectorFile.open(options(path))
    file.append(Array.from({ length: 1500 }, (_, i) => ({ row: i, vector: vectorOf(40, i) })))
    const whole = readFileSync(path)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length }), (length) => {
        writeFileSync(path, whole)
        truncateSync(path, length)
        const torn = VectorFile.open(options(path))
        const { count } = torn
        expect(count).toBeLessThanOrEqual(1500)
        const rows = scanned(torn, vectorOf(40, 2)).map(([row]) => row)
        expect(rows).toEqual(Array.from({ length: count }, (_, i) => i))
        torn.append([{ row: 9999, vector: vectorOf(40, 2) }])
        expect(scanned(torn, vectorOf(40, 2)).at(-1)?.[1]).toBeGreaterThan(0.99)
      }),
      { numRuns: 30 },
    )
  })

  it('counts noise, other dimensions and the file of another catalog as empty, and appending replaces them', () => {
    const path = join(temporaryDirectory(), 'v.bin')
    writeFileSync(path, Buffer.alloc(5000, 0xa5))
    for (const other of [options(path), options(path, 48), { ...options(path), generation: 8 }]) {
      const before = readFileSync(path)
      const file = VectorFile.open(other)
      file.refresh()
      expect(file.count).toBe(0)
      expect(readFileSync(path).equals(before)).toBe(true)
      file.append([{ row: 1, vector: vectorOf(other.dimensions, 1) }])
      expect(VectorFile.open(other).rows()).toEqual([1])
    }
  })

  it('is not made by reading', () => {
    const directory = temporaryDirectory()
    const file = new VectorFile(options(join(directory, 'v.bin')))
    file.refresh()
    expect([file.count, readdirSync(directory)]).toEqual([0, []])
  })

  it('shows a reader what was compacted and has grown beyond what there was', () => {
    const path = join(temporaryDirectory(), 'v.bin')
    const entries = (from: number, length: number) =>
      Array.from({ length }, (_, i) => ({ row: from + i, vector: vectorOf(40, from + i) }))
    const writer = VectorFile.open(options(path))
    writer.append(entries(0, 3000))
    const reader = VectorFile.open(options(path))
    expect(reader.indexOf(2999)).toBe(2999)
    writer.compact((row) => row >= 2500)
    writer.append(entries(5000, 2500))
    for (const { count } of [writer, reader]) expect(count).toBe(3000)
    reader.refresh()
    expect(reader.rows()).toEqual(writer.rows())
    expect(scanned(reader, vectorOf(40, 3))).toEqual(scanned(writer, vectorOf(40, 3)))
    expect(reader.indexOf(2999)).toBe(499)
    writer.append(entries(9000, 500))
    reader.refresh()
    expect(reader.rows()).toEqual(writer.rows())
  })

  it('reads everything again after an append that failed', () => {
    const path = join(temporaryDirectory(), 'v.bin')
    const one = VectorFile.open(options(path))
    one.append([{ row: 1, vector: vectorOf(40, 1) }])
    const { fsync } = nodeFileOps
    nodeFileOps.fsync = () => {
      throw new Error('no')
    }
    try {
      const failing = Array.from({ length: 1500 }, (_, row) => ({ row, vector: vectorOf(40, row) }))
      expect(() => one.append(failing)).toThrow('no')
    } finally {
      nodeFileOps.fsync = fsync
    }
    const other = VectorFile.open(options(path))
    expect(other.rows()).toEqual([1])
    other.append(Array.from({ length: 2000 }, (_, at) => ({ row: at + 9000, vector: vectorOf(40, at) })))
    one.refresh()
    expect(one.rows()).toEqual(other.rows())
  })

  it('keeps only living rows when it is compacted', () => {
    const file = new VectorFile({ dimensions: 40, generation: 1 })
    file.append(Array.from({ length: 1100 }, (_, i) => ({ row: i, vector: vectorOf(40, i) })))
    const before = new Map(scanned(file, vectorOf(40, 8)))
    file.compact((row) => row % 10 === 0)
    const after = scanned(file, vectorOf(40, 8))
    expect(after).toHaveLength(110)
    for (const [row, similarity] of after) expect(similarity).toBeCloseTo(before.get(row)!, 2)
  })

  it('is similar to nothing where a vector has nothing to say', () => {
    const file = new VectorFile({ dimensions: 16, generation: 1 })
    file.append([
      { row: 1, vector: new Float32Array(16) },
      { row: 2, vector: new Float32Array(16).fill(Number.NaN) },
    ])
    for (const [, similarity] of scanned(file, vectorOf(16, 1))) expect(similarity > -2).toBe(false)
  })
})
