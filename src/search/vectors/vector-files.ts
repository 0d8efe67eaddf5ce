// The vector files of a catalog, one per model, opened when they are first needed.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../../lib/attempt.ts'
import { type RowVector, VectorFile } from './vector-file.ts'
import { dimensionsOf } from './vector-header.ts'

export class VectorFiles {
  readonly #directory: string | undefined
  readonly #files = new Map<string, VectorFile>()

  constructor(directory: string | undefined) {
    this.#directory = directory
  }

  /** Models that have vectors here. */
  models(): string[] {
    const names = this.#directory ? readdirSync(this.#directory) : []
    const stored = names.flatMap((name) => modelOf(name) ?? [])
    return [...new Set([...stored, ...this.#files.keys()])]
  }

  append(model: string, generation: number, entries: readonly RowVector[]): VectorFile | undefined {
    const dimensions = entries[0]?.vector.length
    if (dimensions === undefined) return undefined
    const file = this.#open(model, dimensions, generation)
    file.append(entries)
    return file
  }

  /** The file of a model, with what other processes wrote; undefined where nothing was embedded with it. */
  file(model: string, generation: number): VectorFile | undefined {
    const path = this.#path(model)
    if (path === undefined) return this.#files.get(model)
    const dimensions = dimensionsOf(path)
    return dimensions === undefined ? undefined : this.#open(model, dimensions, generation)
  }

  #open(model: string, dimensions: number, generation: number): VectorFile {
    const known = this.#files.get(model)
    if (known?.dimensions === dimensions && known.generation === generation) {
      known.refresh()
      return known
    }
    const file = new VectorFile({ path: this.#path(model), dimensions, generation })
    this.#files.set(model, file)
    return file
  }

  #path(model: string): string | undefined {
    return this.#directory && join(this.#directory, `vectors-${fileNameOf(model)}.bin`)
  }

  drop(model: string): void {
    this.#files.delete(model)
    const path = this.#path(model)
    if (path) rmSync(path, { force: true })
  }

  close(): void {
    this.#files.clear()
  }
}

/** `provider/text-embedding-3-small` has to come back from its file's name as it was. */
export function fileNameOf(model: string): string {
  return encodeURIComponent(model).replaceAll('*', '%2A')
}

function modelOf(fileName: string): string | undefined {
  const encoded = /^vectors-(.+)\.bin$/.exec(fileName)?.[1]
  return encoded === undefined ? undefined : attempt(() => decodeURIComponent(encoded))
}
