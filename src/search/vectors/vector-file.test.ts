import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildWasm } from '../../../scripts/build-wasm.mjs'
import { temporaryDirectory } from '../../testing/temporary-directory.ts'
import { dimensionsOf, VectorFile } from './vector-file.ts'

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
    const committed = readFileSync(new URL('../scan.wasm', import.meta.url))
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
    const file = new VectorFile(options(path))
    for (let from = 0; from < 2500; from += 500)
      file.append(Array.from({ length: 500 }, (_, i) => ({ row: from + i, vector: vectorOf(40, from + i) })))
    const query = vectorOf(40, 3)
    const again = new VectorFile(options(path))
    expect(again.count).toBe(2500)
    expect(scanned(again, query)).toEqual(scanned(file, query))
    expect(dimensionsOf(path)).toBe(40)
    for (const each of [file, again]) each.close()
  })

  it('sees what another process appends', () => {
    const path = join(temporaryDirectory(), 'v.bin')
    const [writer, reader] = [new VectorFile(options(path)), new VectorFile(options(path))]
    writer.append([{ row: 5, vector: vectorOf(40, 1) }])
    reader.refresh()
    expect(scanned(reader, vectorOf(40, 1)).map(([row]) => row)).toEqual([5])
    for (const each of [writer, reader]) each.close()
  })

  it('never shows a vector that a crash left half-written, and goes on after one', () => {
    const path = join(temporaryDirectory(), 'v.bin')
    const file = new VectorFile(options(path))
    file.append(Array.from({ length: 1500 }, (_, i) => ({ row: i, vector: vectorOf(40, i) })))
    file.close()
    const whole = readFileSync(path)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length }), (length) => {
        writeFileSync(path, whole)
        truncateSync(path, length)
        const torn = new VectorFile(options(path))
        const { count } = torn
        expect(count).toBeLessThanOrEqual(1500)
        const rows = scanned(torn, vectorOf(40, 2)).map(([row]) => row)
        expect(rows).toEqual(Array.from({ length: count }, (_, i) => i))
        torn.append([{ row: 9999, vector: vectorOf(40, 2) }])
        expect(scanned(torn, vectorOf(40, 2)).at(-1)?.[1]).toBeGreaterThan(0.99)
        torn.close()
      }),
      { numRuns: 30 },
    )
  })

  it('starts anew on noise, on other dimensions and for another catalog', () => {
    const path = join(temporaryDirectory(), 'v.bin')
    writeFileSync(path, Buffer.alloc(5000, 0xa5))
    const noise = new VectorFile(options(path))
    expect(noise.count).toBe(0)
    noise.append([{ row: 1, vector: vectorOf(40, 1) }])
    noise.close()
    for (const other of [options(path, 48), { ...options(path), generation: 8 }]) {
      const file = new VectorFile(other)
      expect(file.count).toBe(0)
      file.close()
    }
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
