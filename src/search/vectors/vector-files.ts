// The vector files of a catalog, one per model, opened when they are first needed.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../../base/values/attempt.ts'
import { LEAST_SIGNS, SignFile } from './sign-file.ts'
import { type RowVector, VectorFile } from './vector-file.ts'
import { closing, openExisting, readVectorHeader } from './vector-header.ts'
import { readRows } from './vector-image.ts'

/** The vectors of a model, read as far as they are asked for. */
interface VectorSource {
  dimensions: number
  whole(): VectorFile
  /** Where there are so many that it pays, and all of them have signs. `fd` is of the vectors. */
  signs?(): { file: SignFile; fd: number } | undefined
}

export class VectorFiles {
  readonly #directory: string | undefined
  readonly #leastSigns: number
  readonly #files = new Map<string, VectorFile>()
  readonly #signs = new Map<string, SignFile>()

  constructor(directory: string | undefined, leastSigns = LEAST_SIGNS) {
    this.#directory = directory
    this.#leastSigns = leastSigns
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
    const file = this.#known(model, dimensions, generation)
    file.append(entries)
    return file
  }

  /** The file of a model, with what other processes wrote; undefined where nothing was embedded with it. */
  file(model: string, generation: number): VectorFile | undefined {
    return this.reading(model, generation, (source) => source.whole())
  }

  /** The rows that have a vector, without reading the vectors. */
  rows(model: string, generation: number): number[] {
    const path = this.#path(model)
    if (path === undefined) return this.#files.get(model)?.rows() ?? []
    const fd = openExisting(path)
    if (fd === undefined) return []
    return closing(fd, () => {
      const header = readVectorHeader(fd)
      return header?.generation === generation ? readRows(fd, header) : []
    })
  }

  /** What is read of a model's vectors while `use` runs; undefined where nothing was embedded with it. */
  reading<T>(model: string, generation: number, use: (source: VectorSource) => T): T | undefined {
    const path = this.#path(model)
    if (path === undefined) {
      const file = this.#files.get(model)
      return file && use({ dimensions: file.dimensions, whole: () => file })
    }
    const fd = openExisting(path)
    if (fd === undefined) return undefined
    return closing(fd, () => {
      const header = readVectorHeader(fd)
      if (!header || header.dimensions === 0) return undefined
      const { dimensions } = header
      const whole = () => {
        const file = this.#known(model, dimensions, generation)
        file.read(fd, header)
        return file
      }
      const signs = () => {
        if (header.count < this.#leastSigns || header.generation !== generation) return undefined
        const file = this.#signsOf(model, dimensions)
        return file?.read(header) ? { file, fd } : undefined
      }
      return use({ dimensions, whole, signs })
    })
  }

  /** The signs of many vectors are kept, so that a question need not read them all. */
  followSigns(model: string, file: VectorFile): void {
    if (file.count >= this.#leastSigns) this.#signsOf(model, file.dimensions)?.follow(file)
  }

  #known(model: string, dimensions: number, generation: number): VectorFile {
    const known = this.#files.get(model)
    if (known?.dimensions === dimensions && known.generation === generation) return known
    const file = new VectorFile({ path: this.#path(model), dimensions, generation })
    this.#files.set(model, file)
    return file
  }

  #signsOf(model: string, dimensions: number): SignFile | undefined {
    const known = this.#signs.get(model)
    if (known?.dimensions === dimensions) return known
    const path = this.#signsPath(model)
    if (path === undefined) return undefined
    const file = new SignFile(path, dimensions)
    this.#signs.set(model, file)
    return file
  }

  #signsPath(model: string): string | undefined {
    return this.#directory && join(this.#directory, `signs-${fileNameOf(model)}.bin`)
  }

  #path(model: string): string | undefined {
    return this.#directory && join(this.#directory, `vectors-${fileNameOf(model)}.bin`)
  }

  drop(model: string): void {
    this.#files.delete(model)
    this.#signs.delete(model)
    for (const path of [this.#path(model), this.#signsPath(model)]) if (path) rmSync(path, { force: true })
  }

  close(): void {
    this.#files.clear()
    this.#signs.clear()
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
