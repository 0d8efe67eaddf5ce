// Loads the WebAssembly kernel (assembly/scan.ts): the loops over all rows. A kilobyte and a half, compiled in a
// fraction of a millisecond; as JavaScript the same loops would be interpreted just when a process asks its only
// question.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ScanKernel {
  scan(
    query: number,
    scale: number,
    codes: number,
    scales: number,
    similarities: number,
    count: number,
    dimensions: number,
  ): void
  agree(
    query: number,
    records: number,
    bytes: number,
    count: number,
    scores: number,
    indexes: number,
    last: number,
  ): void
  post(
    data: number,
    bytes: number,
    base: number,
    weight: number,
    bit: number,
    norms: number,
    scores: number,
    marks: number,
  ): void
  scatter(rows: number, similarities: number, count: number, best: number, last: number): void
  spread(best: number, alive: number, last: number, absent: number, out: number): void
  select(scores: number, allowed: number, last: number, above: number, limit: number, heap: number): number
  product(a: number, b: number, width: number): number
  quadratic(vector: number, matrix: number, width: number): number
  accumulate(vector: number, first: number, second: number, width: number, sign: number): void
}

export interface KernelMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

/** The few names of the platform that are used here: neither Node's types nor ES2023 have them. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Memory: new (descriptor: { initial: number }) => KernelMemory
  Instance: new (module: object, imports: object) => { exports: unknown }
}

const PAGE = 65_536

let compiled: object | undefined

export function loadScanKernel(bytes: number): { kernel: ScanKernel; memory: KernelMemory } {
  compiled ??= new WebAssembly.Module(readFileSync(join(import.meta.dirname, 'scan.wasm')))
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) })
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } })
  return { kernel: exports as ScanKernel, memory }
}

/** Makes room. Views that were taken before become invalid. */
export function ensureRoom(memory: KernelMemory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
}

/** Where parts of these sizes lie, one after the other, each at a multiple of 16; the last number is the end. */
export function layOut(start: number, sizes: readonly number[]): number[] {
  let end = start
  return [
    start,
    ...sizes.map((size) => {
      end += Math.ceil(size / 16) * 16
      return end
    }),
  ]
}
