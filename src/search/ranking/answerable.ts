// Whether a query, whatever the store has, is one that notes answer: "which one do we use" rather than "is it down right
// now", "who wrote it" or "restart it". A near miss shares its subject with a memory, so that words and cosine are those
// of an answer; what it wants of the subject shows in its vector, by one dot product.
import { ANSWERABLE } from './answerable-weights.ts'

/** What it needs of a query's vector; see `QueryVector`. */
interface AskedVector {
  model: string
  vector: Float32Array
  form: 'original' | 'gloss'
  chineseOnly?: boolean
}

interface LinearModel {
  weights: Int8Array
  scale: number
  constant: number
}

const decoded = new Map<string, LinearModel>()

/** The logarithm of the odds; 0 where the query has no vector of a model that this was fitted for. */
export function answerableOf(vectors: readonly AskedVector[]): number {
  const originals = vectors.filter(({ form }) => form === 'original')
  // As in the fit: what has any Chinese in it is judged by the Chinese model.
  const asked = originals.find(({ chineseOnly }) => chineseOnly) ?? originals[0]
  const linear = asked && linearModelOf(asked.model)
  return linear ? scoreOf(asked.vector, linear) : 0
}

function linearModelOf(model: string): LinearModel | undefined {
  const known = decoded.get(model)
  const fitted = ANSWERABLE[model]
  if (known || !fitted) return known
  const { weights, scale, constant } = fitted
  const made = { weights: new Int8Array(Buffer.from(weights, 'base64')), scale, constant }
  decoded.set(model, made)
  return made
}

function scoreOf(vector: Float32Array, { weights, scale, constant }: LinearModel): number {
  if (vector.length !== weights.length) return 0
  let sum = 0
  let square = 0
  for (let at = 0; at < vector.length; at++) {
    const value = vector[at] ?? 0
    sum += value * (weights[at] ?? 0)
    square += value * value
  }
  return square === 0 ? 0 : constant + (scale * sum) / Math.sqrt(square)
}
