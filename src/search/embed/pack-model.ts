// Builds the bytes of a converted model file: see model-layout for the layout.
import { createHash } from 'node:crypto'
import type { DensePlace, ModelHeader, NormPlace } from './model-layout.ts'
import { align, FORMAT, layOutCore, MAGIC, MODEL_HEADER_BYTES, wordBytes } from './model-layout.ts'
import type { ModelSpec } from './model-spec.ts'
import type { DenseWeights, ModelWeights, NormWeights } from './model-weights.ts'
import { packVocabulary } from './vocabulary.ts'

/** `checksum` is the kernel's own, over vocabulary and core. */
export function packModel(
  spec: ModelSpec,
  weights: ModelWeights,
  words: readonly string[],
  checksum: (bytes: Uint8Array) => number,
): Buffer {
  const vocabulary = packVocabulary(words)
  const layout = layOutCore(spec)
  const coreStart = MODEL_HEADER_BYTES + align(vocabulary.length)
  const wordsStart = coreStart + align(layout.bytes)
  const file = Buffer.alloc(wordsStart + words.length * wordBytes(spec.width))
  file.set(vocabulary, MODEL_HEADER_BYTES)
  writeCore(file.subarray(coreStart, wordsStart), spec, weights)
  writeWords(file.subarray(wordsStart), spec.width, weights.words)
  const header: ModelHeader = {
    model: spec.name,
    format: FORMAT,
    bytes: file.length,
    words: words.length,
    vocabularyBytes: coreStart - MODEL_HEADER_BYTES,
    coreBytes: wordsStart - coreStart,
    checksum: checksum(file.subarray(MODEL_HEADER_BYTES, wordsStart)),
    sha256: createHash('sha256').update(file.subarray(MODEL_HEADER_BYTES)).digest('hex'),
  }
  const json = Buffer.from(JSON.stringify(header))
  file.write(MAGIC, 0, 'latin1')
  file.writeUInt32LE(json.length, 8)
  file.set(json, 12)
  return file
}

function writeCore(core: Buffer, spec: ModelSpec, weights: ModelWeights): void {
  const layout = layOutCore(spec)
  const positions = weights.positions.map((value, i) => value + (weights.type[i % spec.width] ?? 0))
  writeFloats(core, layout.positions, positions)
  writeNorm(core, layout.norm, weights.norm)
  layout.layers.forEach((place, index) => {
    const layer = weights.layer(index)
    writeDense(core, place.qkv, joinRows([layer.query, layer.key, layer.value]))
    writeDense(core, place.output, layer.output)
    writeNorm(core, place.attentionNorm, layer.attentionNorm)
    writeDense(core, place.inner, layer.inner)
    writeDense(core, place.outer, layer.outer)
    writeNorm(core, place.outerNorm, layer.outerNorm)
  })
}

/** Panels of 8 outputs; in a panel 16 bytes per pair of inputs (see `multiply` in assembly/encoder.ts). */
function writeDense(core: Buffer, place: DensePlace, dense: DenseWeights): void {
  const { inputs, outputs } = place
  let at = place.weights
  for (let panel = 0; panel < outputs; panel += 8) {
    for (let input = 0; input < inputs; input += 2) {
      for (let output = panel; output < panel + 8; output++) {
        const from = output * inputs + input
        for (const value of dense.values.subarray(from, from + 2)) core[at++] = value
      }
    }
  }
  writeFloats(core, place.scales, dense.scales)
  writeFloats(core, place.bias, dense.bias)
}

function joinRows(parts: DenseWeights[]): DenseWeights {
  const join = <T extends Int8Array | Float32Array>(to: T, pick: (part: DenseWeights) => T): T => {
    let at = 0
    for (const part of parts) {
      to.set(pick(part), at)
      at += pick(part).length
    }
    return to
  }
  const count = (pick: (part: DenseWeights) => { length: number }) =>
    parts.reduce((sum, part) => sum + pick(part).length, 0)
  return {
    values: join(new Int8Array(count((part) => part.values)), (part) => part.values),
    scales: join(new Float32Array(count((part) => part.scales)), (part) => part.scales),
    bias: join(new Float32Array(count((part) => part.bias)), (part) => part.bias),
  }
}

function writeNorm(core: Buffer, place: NormPlace, norm: NormWeights): void {
  writeFloats(core, place.gain, norm.gain)
  writeFloats(core, place.bias, norm.bias)
}

function writeWords(to: Buffer, width: number, words: ModelWeights['words']): void {
  for (const [row, scale] of words.scales.entries()) {
    const at = row * wordBytes(width)
    to.set(new Uint8Array(words.values.buffer, words.values.byteOffset + row * width, width), at)
    to.writeFloatLE(scale, at + width)
  }
}

function writeFloats(to: Buffer, at: number, values: Float32Array): void {
  to.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), at)
}
