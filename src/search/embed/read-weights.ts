// Brings a converted model into the kernel's memory. The first text is encoded while the weights pass through one small
// buffer, piece by piece: a process that asks once touches two megabytes instead of twelve, and what is multiplied has
// just been read. From the second text on they stay.
import { readSync } from 'node:fs'
import type { EncoderKernel, KernelMemory } from './encoder-kernel.ts'

interface WeightsSource {
  file: number
  /** Where the weights begin in the file. */
  start: number
  bytes: number
  /** What is kept from the beginning; the rest comes in pieces. */
  front: number
  checksum: number
}

interface WeightsPlace {
  kernel: EncoderKernel
  memory: KernelMemory
  /** The last there is in the memory: it grows when the weights stay. */
  at: number
  /** Room for a running checksum. */
  state: number
}

/** Offsets are from the beginning of the weights and multiples of 32. */
interface Weights {
  /** Before each pass over all pieces, in their order. */
  begin(): void
  /** What makes an address of an offset between `from` and `to`, until the next call. */
  piece(from: number, to: number): number
  /** After a pass. False: the file is damaged, and what was computed means nothing. */
  isSound(): boolean
}

export function openWeights(source: WeightsSource, { kernel, memory, at, state }: WeightsPlace): Weights {
  const { file, start, bytes, front, checksum } = source
  let passes = 0
  let isWhole = true

  const read = (from: number, to: number, address: number): void => {
    const length = to - from
    const target = new Uint8Array(memory.buffer, address, length)
    if (readSync(file, target, 0, length, start + from) !== length) isWhole = false
    kernel.addToChecksum(state, address, length)
  }

  kernel.startChecksum(state)
  read(0, front, at)
  return {
    begin: () => {
      passes++
      if (passes !== 2) return
      memory.growTo(at + bytes)
      kernel.startChecksum(state)
      read(0, bytes, at)
    },
    piece: (from, to) => {
      if (passes > 1) return at
      read(from, to, at + front)
      return at + front - from
    },
    isSound: () => isWhole && kernel.endChecksum(state) === checksum,
  }
}
