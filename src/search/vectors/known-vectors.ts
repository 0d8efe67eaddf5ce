// Vectors that a store was asked for just now: one query asks for the same ones several times.
import type { StoredKey, StoredVector, VectorKey } from './vector-index.ts'

export function nameOf({ memory, passage }: VectorKey): string {
  return `${passage} ${memory}`
}

/** Whatever the lengths are: stores round. */
export function cosineOf(one: Float32Array, other: Float32Array): number {
  let product = 0
  let ones = 0
  let others = 0
  for (let at = 0; at < one.length; at++) {
    const a = one[at] ?? 0
    const b = other[at] ?? 0
    product += a * b
    ones += a * a
    others += b * b
  }
  return product / (Math.sqrt(ones * others) || 1)
}

/** About six megabytes of 384 dimensions. */
const MOST = 4_096

export class KnownVectors {
  readonly #vectors = new Map<string, StoredVector>()

  clear(): void {
    this.#vectors.clear()
  }

  async get(
    model: string,
    keys: readonly StoredKey[],
    ask: (missing: readonly StoredKey[]) => Promise<StoredVector[]>,
  ): Promise<StoredVector[]> {
    const place = (key: StoredKey) => `${key.version} ${nameOf(key)} ${model}`
    const missing = keys.filter((key) => !this.#vectors.has(place(key)))
    const got = missing.length > 0 ? await ask(missing) : []
    if (this.#vectors.size + got.length > MOST) this.#vectors.clear()
    const asked = new Map(got.map((one) => [place(one), one]))
    const found = keys.flatMap((key) => asked.get(place(key)) ?? this.#vectors.get(place(key)) ?? [])
    for (const one of found) this.#vectors.set(place(one), one)
    return found
  }
}
