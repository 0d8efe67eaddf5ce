// The layout of a converted model file. The writer and the encoder compute it from the same few numbers,
// so the file carries no table of offsets.
//
//   header (4,096 bytes: magic, length, JSON)  |  vocabulary  |  core: all that every text needs  |  word rows
//
// The first three are read straight into WebAssembly memory; word rows are read one by one, as needed.
import { join } from 'node:path'
import type { ModelSpec } from './model-spec.ts'

/** Part of the file name: raise it whenever the layout or the quantisation changes. */
export const FORMAT = 1
export const MODEL_HEADER_BYTES = 4096
export const MAGIC = 'memdirM1'

/** The converted file of a model. The format is in its name, so versions of memdir do not disturb each other. */
export function modelPath(modelsDirectory: string, spec: Pick<ModelSpec, 'name'>): string {
  return join(modelsDirectory, `${spec.name}.v${FORMAT}.bin`)
}

/** The same model as a graph for onnxruntime, made only where that is installed. */
export function onnxPath(modelsDirectory: string, spec: Pick<ModelSpec, 'name'>): string {
  return join(modelsDirectory, `${spec.name}.v${FORMAT}.onnx`)
}

/** A matrix product: int8 panels of 8 outputs, a scale and a bias per output. */
export interface DensePlace {
  weights: number
  scales: number
  bias: number
  inputs: number
  outputs: number
}

export interface NormPlace {
  gain: number
  bias: number
}

interface LayerPlace {
  qkv: DensePlace
  output: DensePlace
  attentionNorm: NormPlace
  inner: DensePlace
  outer: DensePlace
  outerNorm: NormPlace
}

/** Byte offsets from the start of the core. */
export interface CoreLayout {
  /** float32, with the embedding of token type 0 already added. */
  positions: number
  norm: NormPlace
  /** Up to here: positions and the first norm. */
  front: number
  layers: LayerPlace[]
  bytes: number
}

type Shape = Pick<ModelSpec, 'width' | 'layers' | 'inner' | 'positions'>

export function layOutCore(shape: Shape): CoreLayout {
  let at = 0
  const take = (bytes: number): number => {
    const start = at
    at = align(at + bytes)
    return start
  }
  const dense = (inputs: number, outputs: number): DensePlace => ({
    weights: take(inputs * outputs),
    scales: take(outputs * 4),
    bias: take(outputs * 4),
    inputs,
    outputs,
  })
  const norm = (): NormPlace => ({ gain: take(shape.width * 4), bias: take(shape.width * 4) })
  const positions = take(shape.positions * shape.width * 4)
  const first = norm()
  const front = at
  const layers = Array.from({ length: shape.layers }, () => ({
    qkv: dense(shape.width, 3 * shape.width),
    output: dense(shape.width, shape.width),
    attentionNorm: norm(),
    inner: dense(shape.width, shape.inner),
    outer: dense(shape.inner, shape.width),
    outerNorm: norm(),
  }))
  return { positions, norm: first, front, layers, bytes: at }
}

/** A word row is int8 values and one float32 scale. */
export function wordBytes(width: number): number {
  return width + 4
}

export function align(bytes: number): number {
  return (bytes + 63) & ~63
}

export interface ModelHeader {
  model: string
  format: number
  /** Length of the file: a shorter one was cut off. */
  bytes: number
  words: number
  vocabularyBytes: number
  coreBytes: number
  /** The sum of vocabulary and core, by the kernel's `checksum`: checked at every load. */
  checksum: number
  /** The hash of all that follows the header: checked by `doctor`. */
  sha256: string
}
