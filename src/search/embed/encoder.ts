// Runs a converted model: tokens in, unit vectors out. Synchronous and single-threaded; see local-embedder for
// batches and workers. Memory: what read-weights keeps (2 MB, 11 to 14 from the second run on) and scratch for one run.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { embeddingTexts } from '../../base/messages/embedding.ts'
import { message } from '../../base/messages/message.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { CHECKSUM_BYTES, KERNEL_BYTES, loadEncoderKernel } from './encoder-kernel.ts'
import { createRun, largestPiece, layOutScratch } from './encoder-run.ts'
import type { ModelHeader } from './model-layout.ts'
import { FORMAT, layOutCore, MAGIC, MODEL_HEADER_BYTES, wordBytes } from './model-layout.ts'
import type { ModelSpec } from './model-spec.ts'
import { openWeights } from './read-weights.ts'
import type { Vocabulary } from './vocabulary.ts'
import { openVocabulary } from './vocabulary.ts'

export interface Encoder {
  readonly vocabulary: Vocabulary
  /** One unit vector per sequence; together at most MOST_TOKENS tokens. Throws `broken_file` for damaged weights. */
  encode(sequences: readonly ArrayLike<number>[]): Float32Array[]
  /** Words and positions of one sequence, a row per token: what the layers are given. */
  embedTokens(ids: ArrayLike<number>): Float32Array
  close(): void
}

/** Opens a converted file. Throws `broken_file` if it is not one; damage to the weights shows at the first `encode`. */
export function openEncoder(path: string, spec: ModelSpec): Encoder {
  const file = openSync(path, 'r')
  try {
    return createEncoder(file, readModelHeader(file, path, spec), path, spec)
  } catch (error) {
    closeSync(file)
    // A damaged header can promise any length.
    throw error instanceof RangeError || error instanceof SyntaxError ? broken(path) : error
  }
}

function readModelHeader(file: number, path: string, spec: ModelSpec): ModelHeader {
  const bytes = Buffer.alloc(MODEL_HEADER_BYTES)
  readSync(file, bytes, 0, MODEL_HEADER_BYTES, 0)
  const length = bytes.readUInt32LE(8)
  if (bytes.toString('latin1', 0, 8) !== MAGIC || length > MODEL_HEADER_BYTES - 12) throw broken(path)
  const header = JSON.parse(bytes.toString('utf8', 12, 12 + length)) as ModelHeader
  if (header.model !== spec.name || header.format !== FORMAT || header.bytes !== fstatSync(file).size) {
    throw broken(path)
  }
  return header
}

function createEncoder(file: number, header: ModelHeader, path: string, spec: ModelSpec): Encoder {
  const layout = layOutCore(spec)
  const bytes = header.vocabularyBytes + header.coreBytes
  const scratch = layOutScratch(KERNEL_BYTES + CHECKSUM_BYTES, spec)
  const at = scratch.end
  const core = at + header.vocabularyBytes
  const front = header.vocabularyBytes + layout.front
  // What one text needs: with all of it for two models, V8 would look for garbage in the middle of a prompt.
  const { memory, kernel } = loadEncoderKernel(at + front + largestPiece(layout))
  const weights = openWeights(
    { file, start: MODEL_HEADER_BYTES, bytes, front, checksum: header.checksum },
    { kernel, memory, at, state: KERNEL_BYTES },
  )
  const run = createRun(kernel, memory, { layout, scratch, spec, core }, (from, to) => {
    const { vocabularyBytes } = header
    return weights.piece(vocabularyBytes + from, vocabularyBytes + to) + vocabularyBytes
  })

  const rowBytes = wordBytes(spec.width)
  const wordsStart = MODEL_HEADER_BYTES + bytes

  /** Word rows come straight from the file: two microseconds each, and 11 MB of memory saved. */
  const lookUp = (sequences: readonly ArrayLike<number>[]): void => {
    const row = new Uint8Array(memory.buffer, scratch.word, rowBytes)
    let t = 0
    for (const ids of sequences) {
      for (let i = 0; i < ids.length; i++, t++) {
        readSync(file, row, 0, rowBytes, wordsStart + (ids[i] ?? 0) * rowBytes)
        const position = core + layout.positions + i * spec.width * 4
        kernel.addWord(scratch.word, position, scratch.x + t * spec.width * 4, spec.width)
      }
    }
  }

  const encode = (sequences: readonly ArrayLike<number>[]): Float32Array[] => {
    lookUp(sequences)
    weights.begin()
    run(sequences.map(({ length }) => length))
    if (!weights.isSound()) throw broken(path)
    let start = 0
    return sequences.map(({ length }, index) => {
      const isMean = spec.pooling === 'mean'
      const x = scratch.x + (isMean ? start : index) * spec.width * 4
      kernel.pool(x, isMean ? length : 1, spec.width, scratch.vector)
      start += length
      return new Float32Array(memory.buffer, scratch.vector, spec.width).slice()
    })
  }

  return {
    vocabulary: openVocabulary(memory, at, header.words),
    encode,
    embedTokens: (ids) => {
      lookUp([ids])
      return new Float32Array(memory.buffer, scratch.x, ids.length * spec.width).slice()
    },
    close: () => closeSync(file),
  }
}

function broken(path: string): MemdirError {
  return new MemdirError('broken_file', message(embeddingTexts.modelDamaged, { path }), {
    fix: message(embeddingTexts.deleteModel),
    details: { path },
  })
}
