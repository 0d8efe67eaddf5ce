// Long texts are embedded in several windows of nearly equal length; their vectors are averaged by length.

/** Token numbers of one window, [CLS] and [SEP] around them. Never empty: no tokens make one empty window. */
export function splitIntoWindows(
  ids: readonly number[],
  window: number,
  first: number,
  last: number,
): number[][] {
  const room = window - 2
  const count = Math.max(1, Math.ceil(ids.length / room))
  const length = Math.ceil(ids.length / count)
  return Array.from({ length: count }, (_, i) => [first, ...ids.slice(i * length, (i + 1) * length), last])
}

export interface Windowed {
  /** Index of the text. */
  text: number
  ids: number[]
}

/** Packs windows, in their order, into runs of at most `limit` tokens. */
export function packRuns(windows: readonly Windowed[], limit: number): Windowed[][] {
  const runs: Windowed[][] = []
  let run: Windowed[] = []
  let tokens = 0
  for (const window of windows) {
    if (run.length > 0 && tokens + window.ids.length > limit) {
      runs.push(run)
      run = []
      tokens = 0
    }
    run.push(window)
    tokens += window.ids.length
  }
  if (run.length > 0) runs.push(run)
  return runs
}

/** Packs windows of about the same length into runs that, filled up to the longest, have at most `limit` tokens. */
export function packAlike(windows: readonly Windowed[], limit: number): Windowed[][] {
  const runs: Windowed[][] = []
  let run: Windowed[] = []
  for (const window of windows.toSorted((a, b) => a.ids.length - b.ids.length)) {
    // The latest is the longest.
    if (run.length > 0 && (run.length + 1) * window.ids.length > limit) {
      runs.push(run)
      run = []
    }
    run.push(window)
  }
  if (run.length > 0) runs.push(run)
  return runs
}

/** Collects the vectors of windows into one unit vector per text. */
export function createCombiner(texts: number, dimensions: number) {
  const vectors: (Float32Array | undefined)[] = new Array(texts).fill(undefined)
  return {
    add(text: number, vector: ArrayLike<number>, weight: number): void {
      const sum = vectors[text] ?? new Float32Array(dimensions)
      for (let i = 0; i < dimensions; i++) sum[i] = (sum[i] ?? 0) + (vector[i] ?? 0) * weight
      vectors[text] = sum
    },
    finish: (): Float32Array[] => vectors.map((vector) => toUnit(vector ?? new Float32Array(dimensions))),
  }
}

/** In place. A vector of zeros stays. */
export function toUnit(vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  if (squares === 0) return vector
  const factor = 1 / Math.sqrt(squares)
  for (const [i, value] of vector.entries()) vector[i] = value * factor
  return vector
}
