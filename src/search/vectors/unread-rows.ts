// Which passages a model cannot read (an English text, for the Chinese model): they have no vector, and nobody has to
// look at them again. One bit a row of the text index; rows change with the text.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../../base/files/atomic-write.ts'
import { attempt } from '../../base/values/attempt.ts'
import { hasBit, setBit, withRoom } from '../text/row-bits.ts'
import { fileNameOf } from './vector-files.ts'

/** The generation of the rows, as a float64. */
const HEADER_BYTES = 8

export class UnreadRows {
  readonly #path: string
  readonly #generation: number
  #bits: Uint8Array

  constructor(cacheDirectory: string, model: string, generation: number) {
    this.#path = join(cacheDirectory, `unread-${fileNameOf(model)}.bin`)
    this.#generation = generation
    this.#bits = readBits(this.#path, generation)
  }

  has(row: number): boolean {
    return hasBit(this.#bits, row)
  }

  /** Not kept where nothing can be: then they are looked at again. */
  add(rows: readonly number[]): void {
    if (rows.length === 0) return
    for (const row of rows) {
      this.#bits = withRoom(this.#bits, row)
      setBit(this.#bits, row, true)
    }
    const header = Buffer.alloc(HEADER_BYTES)
    header.writeDoubleLE(this.#generation)
    attempt(() => writeFileAtomic(this.#path, Buffer.concat([header, this.#bits]), { durable: false }))
  }
}

function readBits(path: string, generation: number): Uint8Array {
  const bytes = attempt(() => readFileSync(path))
  if (!bytes || bytes.length < HEADER_BYTES || bytes.readDoubleLE() !== generation) return new Uint8Array()
  return Uint8Array.from(bytes.subarray(HEADER_BYTES))
}
