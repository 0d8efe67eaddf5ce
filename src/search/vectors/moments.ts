// The first two moments of a model's vectors, summed: Σx and Σxxᵀ. From them mean and deviation of the cosines to any
// query follow exactly (mean = q·μ, variance = qᵀMq − mean²), whatever store the vectors live in and however many there
// are. Kept in WebAssembly memory, where the kernel adds to them and multiplies.
import { type Kernel, type KernelMemory, loadKernel } from '../kernel.ts'
import type { Spread } from './vector-index.ts'

export class Moments {
  readonly dimensions: number
  count = 0
  readonly #width: number
  readonly #kernel: Kernel
  readonly #memory: KernelMemory

  constructor(dimensions: number) {
    this.dimensions = dimensions
    this.#width = Math.ceil(dimensions / 4) * 4
    const { kernel, memory } = loadKernel(this.#width * (2 + this.#width) * 4)
    this.#kernel = kernel
    this.#memory = memory
  }

  /** The vector at hand comes first, then Σx, then Σxxᵀ. */
  get #firstAt(): number {
    return this.#width * 4
  }

  get #secondAt(): number {
    return 2 * this.#width * 4
  }

  /** Σx and Σxxᵀ as they are kept in a file. */
  get sums(): Float32Array {
    return new Float32Array(this.#memory.buffer, this.#firstAt, this.#width * (1 + this.#width))
  }

  /** `sign` −1 takes a vector out again. */
  add(vector: Float32Array, sign: 1 | -1 = 1): void {
    this.#place(vector)
    this.#kernel.accumulate(0, this.#firstAt, this.#secondAt, this.#width, sign)
    this.count += sign
  }

  spread(query: Float32Array): Spread {
    if (this.count <= 0 || query.length !== this.dimensions) return { mean: 0, deviation: 0, count: 0 }
    this.#place(query)
    const mean = this.#kernel.product(0, this.#firstAt, this.#width) / this.count
    const square = this.#kernel.quadratic(0, this.#secondAt, this.#width) / this.count
    return { mean, deviation: Math.sqrt(Math.max(0, square - mean * mean)), count: this.count }
  }

  /** Of unit length: cosines are meant, whatever the length of what is given. */
  #place(vector: Float32Array): void {
    const room = new Float32Array(this.#memory.buffer, 0, this.#width)
    room.fill(0)
    room.set(vector)
    const length = Math.sqrt(this.#kernel.product(0, 0, this.#width)) || 1
    for (const [index, value] of room.entries()) room[index] = value / length
  }
}
