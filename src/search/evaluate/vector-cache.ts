// Vectors of evaluation texts, kept between runs: embedding is nearly all of an evaluation's time. One file per
// model, appended: records of a text's hash and its vector in int8, as the product stores it.
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Embedder, EmbedOptions } from '../embed/embedder.ts'

const KEY_BYTES = 16
/** Texts embedded and written at once: what an interrupted run loses at most. */
const BATCH = 256

type Purpose = EmbedOptions['purpose']

export class VectorCache {
  readonly #directory: string | undefined
  readonly #models = new Map<string, Map<string, Int8Array>>()

  /** Without a directory nothing outlives the process. */
  constructor(directory: string | undefined) {
    this.#directory = directory
    if (directory) mkdirSync(directory, { recursive: true })
  }

  /** The vectors of these texts, in order; missing ones are made and kept. */
  async embed(
    embedder: Embedder,
    texts: readonly string[],
    { purpose, onProgress }: Pick<EmbedOptions, 'purpose' | 'onProgress'>,
  ): Promise<Float32Array[]> {
    const known = this.#load(embedder)
    const keys = texts.map((text) => keyOf(purpose, text))
    const missing = [...new Map(texts.map((text) => [keyOf(purpose, text), text]))].filter(
      ([key]) => !known.has(key),
    )
    // Texts of like length are embedded together.
    missing.sort(([, a], [, b]) => a.length - b.length)
    for (let at = 0; at < missing.length; at += BATCH) {
      const batch = missing.slice(at, at + BATCH)
      const vectors = await embedder.embed(
        batch.map(([, text]) => text),
        { purpose },
      )
      this.#append(
        embedder,
        batch.map(([key], index) => [key, toCodes(vectors[index] ?? new Float32Array(embedder.dimensions))]),
      )
      onProgress?.(Math.min(missing.length, at + BATCH), missing.length)
    }
    return keys.map((key) => Float32Array.from(known.get(key) ?? []))
  }

  #load({ model, dimensions }: Embedder): Map<string, Int8Array> {
    const loaded = this.#models.get(model)
    if (loaded) return loaded
    const vectors = new Map<string, Int8Array>()
    const path = this.#path(model)
    const bytes = path && existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
    const record = KEY_BYTES + dimensions
    for (let at = 0; at + record <= bytes.length; at += record) {
      const key = bytes.toString('base64', at, at + KEY_BYTES)
      vectors.set(key, new Int8Array(bytes.buffer, bytes.byteOffset + at + KEY_BYTES, dimensions))
    }
    this.#models.set(model, vectors)
    return vectors
  }

  #append(embedder: Embedder, entries: readonly (readonly [string, Int8Array])[]): void {
    const known = this.#load(embedder)
    for (const [key, codes] of entries) known.set(key, codes)
    const path = this.#path(embedder.model)
    if (!path) return
    appendFileSync(
      path,
      Buffer.concat(
        entries.flatMap(([key, codes]) => [
          Buffer.from(key, 'base64'),
          new Uint8Array(codes.buffer, codes.byteOffset, codes.length),
        ]),
      ),
    )
  }

  #path(model: string): string | undefined {
    return this.#directory && join(this.#directory, `${model.replace(/[^\w.-]/g, '_')}.vectors`)
  }
}

function keyOf(purpose: Purpose, text: string): string {
  return createHash('md5').update(`${purpose}\0${text}`).digest('base64')
}

/** The scale does not matter: whoever compares vectors normalises them. */
function toCodes(vector: Float32Array): Int8Array {
  const most = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0) || 1
  return Int8Array.from(vector, (value) => Math.round((value / most) * 127))
}
