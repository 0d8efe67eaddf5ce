// Loads the WebAssembly kernel (assembly/encoder.ts): 5 KB, compiled in a millisecond.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface EncoderKernel {
  quantise(x: number, q: number, scales: number, tokens: number, width: number): void
  multiply(
    q: number,
    tokenScales: number,
    weights: number,
    outputScales: number,
    bias: number,
    residual: number,
    out: number,
    tokens: number,
    inputs: number,
    outputs: number,
    activate: number,
  ): void
  normaliseRows(x: number, gain: number, bias: number, tokens: number, width: number, epsilon: number): void
  attend(
    qkv: number,
    context: number,
    scratch: number,
    start: number,
    count: number,
    queries: number,
    heads: number,
    size: number,
  ): void
  addWord(word: number, position: number, x: number, width: number): void
  pool(x: number, count: number, width: number, out: number): void
  startChecksum(state: number): void
  addToChecksum(state: number, from: number, bytes: number): void
  endChecksum(state: number): number
}

/** Below this the kernel may keep data of its own. */
export const KERNEL_BYTES = 1024
/** What a running checksum takes. */
export const CHECKSUM_BYTES = 32

const PAGE = 65_536

/** The few names of the platform that are used here: neither Node's types nor ES2023 have them. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Memory: new (descriptor: { initial: number }) => { buffer: ArrayBuffer; grow(pages: number): number }
  Instance: new (module: object, imports: object) => { exports: unknown }
}

let compiled: object | undefined

export interface KernelMemory {
  /** Another one after it has grown: views of the former are empty then. */
  readonly buffer: ArrayBuffer
  growTo(bytes: number): void
}

export function loadEncoderKernel(bytes: number): { kernel: EncoderKernel; memory: KernelMemory } {
  compiled ??= new WebAssembly.Module(readFileSync(join(import.meta.dirname, 'encoder.wasm')))
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) })
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } })
  const growTo = (size: number): void => {
    const pages = Math.ceil((size - memory.buffer.byteLength) / PAGE)
    if (pages > 0) memory.grow(pages)
  }
  return {
    kernel: exports as EncoderKernel,
    memory: {
      get buffer() {
        return memory.buffer
      },
      growTo,
    },
  }
}

/** The kernel's checksum of bytes that lie elsewhere (a multiple of 32). */
export function checksumOf(bytes: Uint8Array): number {
  const from = KERNEL_BYTES + CHECKSUM_BYTES
  const { kernel, memory } = loadEncoderKernel(from + bytes.length)
  new Uint8Array(memory.buffer).set(bytes, from)
  kernel.startChecksum(KERNEL_BYTES)
  kernel.addToChecksum(KERNEL_BYTES, from, bytes.length)
  return kernel.endChecksum(KERNEL_BYTES)
}
