// A BERT model's weights as int8, whatever file they came from: the input of the converter.

/** Row-major int8 (a row per output), one scale and one bias per output. */
export interface DenseWeights {
  values: Int8Array
  scales: Float32Array
  bias: Float32Array
}

export interface NormWeights {
  gain: Float32Array
  bias: Float32Array
}

interface LayerWeights {
  query: DenseWeights
  key: DenseWeights
  value: DenseWeights
  output: DenseWeights
  attentionNorm: NormWeights
  inner: DenseWeights
  outer: DenseWeights
  outerNorm: NormWeights
}

export interface ModelWeights {
  /** One row per word; `scales` per row. */
  words: { values: Int8Array; scales: Float32Array }
  positions: Float32Array
  /** Token type 0: memdir never embeds pairs. */
  type: Float32Array
  norm: NormWeights
  layer(index: number): LayerWeights
}

/** int8 with one scale per row, so that the largest value of each row becomes 127. */
export function quantiseRows(
  values: Float32Array,
  width: number,
): { values: Int8Array; scales: Float32Array } {
  const rows = values.length / width
  const quantised = new Int8Array(values.length)
  const scales = new Float32Array(rows)
  for (let row = 0; row < rows; row++) {
    const at = row * width
    const own = values.subarray(at, at + width)
    let peak = 0
    for (const value of own) peak = Math.max(peak, Math.abs(value))
    scales[row] = peak / 127
    const factor = peak > 0 ? 127 / peak : 0
    for (const [i, value] of own.entries()) quantised[at + i] = Math.round(value * factor)
  }
  return { values: quantised, scales }
}
