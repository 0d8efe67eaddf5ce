// One run of a BERT encoder over the kernel: the embedded tokens of several texts in `scratch.x`, side by side, become
// their last hidden states there.
import type { EncoderKernel, KernelMemory } from './encoder-kernel.ts'
import { align, type CoreLayout, type DensePlace, type NormPlace, wordBytes } from './model-layout.ts'
import type { ModelSpec } from './model-spec.ts'

/** Tokens of one run, at most. At least the longest window. */
const MOST_TOKENS = 512

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

export function layOutScratch(from: number, spec: ModelSpec): Scratch {
  let at = align(from)
  const take = (bytes: number): number => {
    const start = at
    at = align(at + bytes)
    return start
  }
  // Four rows more: attention reads, but never writes, up to three rows past the end.
  const rows = MOST_TOKENS + 4
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

/** What makes an address of an offset into the core between `from` and `to`, until the next call. */
type TextPiece = (from: number, to: number) => number

/** The bytes of the largest piece that a run asks for. */
export function largestPiece({ layers, bytes }: CoreLayout): number {
  const ends = layers.flatMap(({ qkv, output, inner, outer }) => [qkv, output, inner, outer])
  return Math.max(...ends.map(({ weights }, index) => (ends[index + 1]?.weights ?? bytes) - weights))
}

interface RunPlace {
  layout: CoreLayout
  scratch: Scratch
  spec: ModelSpec
  /** The address of what every run needs: positions and the first norm. */
  core: number
}

/** The run takes the length of each text. Of models that pool the first token it leaves that one, one row per text. */
export function createRun(
  kernel: EncoderKernel,
  memory: KernelMemory,
  { layout, scratch, spec, core }: RunPlace,
  piece: TextPiece,
): (lengths: readonly number[]) => void {
  const { x, context, wide, quantised, scales } = scratch
  const rowBytes = spec.width * 4
  let tokens = 0

  const dense = (
    base: number,
    place: DensePlace,
    from: number,
    to: number,
    residual: number,
    activate: 0 | 1,
  ) => {
    kernel.quantise(from, quantised, scales, tokens, place.inputs)
    const at = [base + place.weights, base + place.scales, base + place.bias] as const
    kernel.multiply(quantised, scales, ...at, residual, to, tokens, place.inputs, place.outputs, activate)
  }
  const normalise = (base: number, { gain, bias }: NormPlace): void =>
    kernel.normaliseRows(x, base + gain, base + bias, tokens, spec.width, spec.epsilon)
  /** Rows are taken in fours. */
  const take = (rows: number): void => {
    tokens = (rows + 3) & ~3
    new Uint8Array(memory.buffer).fill(0, x + rows * rowBytes, x + tokens * rowBytes)
  }
  const keepFirstTokens = (lengths: readonly number[]): void => {
    const bytes = new Uint8Array(memory.buffer)
    let start = 0
    for (const [index, length] of lengths.entries()) {
      for (const rows of [x, context])
        bytes.copyWithin(rows + index * rowBytes, rows + start * rowBytes, rows + (start + 1) * rowBytes)
      start += length
    }
    take(lengths.length)
  }

  return (lengths) => {
    take(lengths.reduce((sum, length) => sum + length, 0))
    normalise(core, layout.norm)
    for (const [index, layer] of layout.layers.entries()) {
      const next = layout.layers[index + 1]
      // What follows attention looks at each token alone: in the last layer only those that are pooled are needed.
      const onlyFirst = !next && spec.pooling === 'first'
      const { qkv, output, inner, outer } = layer
      dense(piece(qkv.weights, output.weights), qkv, x, wide, 0, 0)
      let start = 0
      for (const length of lengths) {
        const queries = onlyFirst ? 1 : length
        const size = spec.width / spec.heads
        kernel.attend(wide, context, scratch.attention, start, length, queries, spec.heads, size)
        start += length
      }
      if (onlyFirst) keepFirstTokens(lengths)
      const attended = piece(output.weights, inner.weights)
      dense(attended, output, context, x, x, 0)
      normalise(attended, layer.attentionNorm)
      dense(piece(inner.weights, outer.weights), inner, x, wide, 0, 1)
      const fed = piece(outer.weights, next?.qkv.weights ?? layout.bytes)
      dense(fed, outer, wide, x, x, 0)
      normalise(fed, layer.outerNorm)
    }
  }
}
