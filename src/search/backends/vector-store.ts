// The vector files of a catalog, one per model, opened when they are first needed.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { dimensionsOf, type RowVector, VectorFile } from '../vector-file.ts'
import { ABSENT } from './best-rows.ts'
import { hasBit } from './row-bits.ts'

export interface Nearness {
  /** By row: the highest cosine of its vectors, ABSENT where there is none. */
  best: Float32Array
  covered: number
  mean: number
  deviation: number
}

export class VectorStore {
  readonly #directory: string | undefined
  readonly #files = new Map<string, VectorFile>()

  constructor(directory: string | undefined) {
    this.#directory = directory
  }

  /** Models that have vectors here. */
  models(): string[] {
    const names = this.#directory ? readdirSync(this.#directory) : []
    const stored = names.flatMap((name) => /^vectors-(.+)\.bin$/.exec(name)?.[1] ?? [])
    return [...new Set([...stored, ...this.#files.keys()])]
  }

  append(model: string, generation: number, entries: readonly RowVector[]): VectorFile | undefined {
    const dimensions = entries[0]?.vector.length
    if (dimensions === undefined) return undefined
    const file = this.#open(model, dimensions, generation)
    file.append(entries)
    return file
  }

  /** The file of a model, with what other processes added; undefined where nothing was embedded with it. */
  file(model: string, generation: number): VectorFile | undefined {
    const path = this.#path(model)
    if (path === undefined) return this.#files.get(model)
    const dimensions = this.#files.get(model)?.dimensions ?? dimensionsOf(path)
    return dimensions === undefined ? undefined : this.#open(model, dimensions, generation)
  }

  #open(model: string, dimensions: number, generation: number): VectorFile {
    const known = this.#files.get(model)
    if (known?.dimensions === dimensions && known.generation === generation) {
      known.refresh()
      return known
    }
    known?.close()
    const file = new VectorFile({ path: this.#path(model), dimensions, generation })
    this.#files.set(model, file)
    return file
  }

  #path(model: string): string | undefined {
    return this.#directory && join(this.#directory, `vectors-${model.replace(/[^\w.-]/g, '_')}.bin`)
  }

  drop(model: string): void {
    this.#files.get(model)?.close()
    this.#files.delete(model)
    const path = this.#path(model)
    if (path) rmSync(path, { force: true })
  }

  close(): void {
    for (const file of this.#files.values()) file.close()
    this.#files.clear()
  }
}

/** Compares the query with every vector of rows up to `rows` that are alive. */
export function measureNearness(
  file: VectorFile,
  query: Float32Array,
  alive: Uint8Array,
  rows: number,
): Nearness {
  const best = new Float32Array(rows + 1).fill(ABSENT)
  file.scan(query, (vectorRows, similarities, length) => {
    for (let index = 0; index < length; index++) {
      const row = vectorRows[index]!
      const similarity = similarities[index]!
      // Not a number, and so not higher: a text that this model cannot judge.
      if (row <= rows && similarity > best[row]!) best[row] = similarity
    }
  })
  return { best, ...spreadOf(best, alive) }
}

/** Mean and deviation over alive rows; rows that are gone become absent. */
function spreadOf(best: Float32Array, alive: Uint8Array): Omit<Nearness, 'best'> {
  let covered = 0
  let sum = 0
  let squares = 0
  for (let row = 0; row < best.length; row++) {
    const similarity = best[row]!
    if (similarity === ABSENT) continue
    if (!hasBit(alive, row)) best[row] = ABSENT
    else {
      covered++
      sum += similarity
      squares += similarity * similarity
    }
  }
  const mean = covered > 0 ? sum / covered : 0
  const variance = covered > 0 ? squares / covered - mean * mean : 0
  return { covered, mean, deviation: Math.sqrt(Math.max(0, variance)) }
}
