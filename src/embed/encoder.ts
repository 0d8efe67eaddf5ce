// Runs a converted model: tokens in, unit vectors out. Synchronous and single-threaded; see local-embedder for
// batches and workers. Memory: the core of the model (11 to 14 MB) and scratch for one run.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { MemdirError } from '../lib/errors.ts'
import { DELETE_MODEL, MODEL_DAMAGED } from '../messages/embedding.ts'
import { message } from '../messages/message.ts'
import type { EncoderKernel } from './encoder-kernel.ts'
import { KERNEL_BYTES, loadEncoderKernel } from './encoder-kernel.ts'
import type { DensePlace, ModelHeader } from './model-layout.ts'
import { align, FORMAT, layOutCore, MAGIC, MODEL_HEADER_BYTES, wordBytes } from './model-layout.ts'
import type { ModelSpec } from './model-spec.ts'
import type { Vocabulary } from './vocabulary.ts'
import { openVocabulary } from './vocabulary.ts'

/** Tokens of one run: texts are packed into runs of at most so many. At least the longest window. */
export const RUN_TOKENS = 512

export interface Encoder {
  readonly vocabulary: Vocabulary
  /** One unit vector per sequence; together at most RUN_TOKENS tokens. */
  encode(sequences: readonly ArrayLike<number>[]): Float32Array[]
  close(): void
}

/** Opens a converted file. Throws `broken_file` if it is not whole. */
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

export function readModelHeader(file: number, path: string, spec: ModelSpec): ModelHeader {
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
  const modelBytes = header.vocabularyBytes + header.coreBytes
  const vocabularyAt = align(KERNEL_BYTES)
  const core = vocabularyAt + header.vocabularyBytes
  const scratch = layOutScratch(core + header.coreBytes, spec)
  const { memory, kernel } = loadEncoderKernel(scratch.end)
  const read = readSync(
    file,
    new Uint8Array(memory, vocabularyAt, modelBytes),
    0,
    modelBytes,
    MODEL_HEADER_BYTES,
  )
  if (read !== modelBytes || kernel.checksum(vocabularyAt, modelBytes) !== header.checksum) throw broken(path)

  const rowBytes = wordBytes(spec.width)
  const row = new Uint8Array(memory, scratch.word, rowBytes)
  const wordsStart = MODEL_HEADER_BYTES + modelBytes
  const layout = layOutCore(spec)

  /** Word rows come straight from the file: two microseconds each, and 11 MB of memory saved. */
  const lookUp = (sequences: readonly ArrayLike<number>[]): number => {
    let t = 0
    for (const ids of sequences) {
      for (let i = 0; i < ids.length; i++, t++) {
        readSync(file, row, 0, rowBytes, wordsStart + (ids[i] ?? 0) * rowBytes)
        const position = core + layout.positions + i * spec.width * 4
        kernel.addWord(scratch.word, position, scratch.x + t * spec.width * 4, spec.width)
      }
    }
    return t
  }

  const encode = (sequences: readonly ArrayLike<number>[]): Float32Array[] => {
    const used = lookUp(sequences)
    const tokens = (used + 3) & ~3
    new Uint8Array(memory).fill(0, scratch.x + used * spec.width * 4, scratch.x + tokens * spec.width * 4)
    runLayers(kernel, core, scratch, spec, sequences, tokens)
    let start = 0
    return sequences.map((ids) => {
      const x = scratch.x + start * spec.width * 4
      kernel.pool(x, spec.pooling === 'mean' ? ids.length : 1, spec.width, scratch.vector)
      start += ids.length
      return new Float32Array(memory, scratch.vector, spec.width).slice()
    })
  }

  return {
    vocabulary: openVocabulary(memory, vocabularyAt, header.words),
    encode,
    close: () => closeSync(file),
  }
}

interface Scratch {
  word: number
  vector: number
  scales: number
  x: number
  context: number
  quantised: number
  /** Query, key and value; then the feed-forward part. */
  wide: number
  attention: number
  end: number
}

function layOutScratch(from: number, spec: ModelSpec): Scratch {
  let at = align(from)
  const take = (bytes: number): number => {
    const start = at
    at = align(at + bytes)
    return start
  }
  // Four rows more: attention reads, but never writes, up to three rows past the end.
  const rows = RUN_TOKENS + 4
  const longest = (spec.window + 7) & ~7
  return {
    word: take(wordBytes(spec.width)),
    vector: take(spec.width * 4),
    scales: take(rows * 4),
    x: take(rows * spec.width * 4),
    context: take(rows * spec.width * 4),
    quantised: take(rows * spec.inner * 2),
    wide: take(rows * Math.max(spec.inner, 3 * spec.width) * 4),
    attention: take((spec.width / spec.heads + 4) * longest * 4),
    end: at,
  }
}

function runLayers(
  kernel: EncoderKernel,
  core: number,
  scratch: Scratch,
  spec: ModelSpec,
  sequences: readonly ArrayLike<number>[],
  tokens: number,
): void {
  const { x, context, wide, quantised, scales } = scratch
  const layout = layOutCore(spec)
  const dense = (place: DensePlace, from: number, to: number, residual: number, activate: 0 | 1): void => {
    kernel.quantise(from, quantised, scales, tokens, place.inputs)
    const at = [core + place.weights, core + place.scales, core + place.bias] as const
    kernel.multiply(quantised, scales, ...at, residual, to, tokens, place.inputs, place.outputs, activate)
  }
  const normalise = (place: { gain: number; bias: number }): void =>
    kernel.normaliseRows(x, core + place.gain, core + place.bias, tokens, spec.width, spec.epsilon)

  normalise(layout.norm)
  for (const layer of layout.layers) {
    dense(layer.qkv, x, wide, 0, 0)
    let start = 0
    for (const { length } of sequences) {
      kernel.attend(wide, context, scratch.attention, start, length, spec.heads, spec.width / spec.heads)
      start += length
    }
    dense(layer.output, context, x, x, 0)
    normalise(layer.attentionNorm)
    dense(layer.inner, x, wide, 0, 1)
    dense(layer.outer, wide, x, x, 0)
    normalise(layer.outerNorm)
  }
}

function broken(path: string): MemdirError {
  return new MemdirError('broken_file', message(MODEL_DAMAGED, { path }), {
    fix: message(DELETE_MODEL),
    details: { path },
  })
}
