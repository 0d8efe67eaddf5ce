// Which prompts notes answer at all, whatever a store has: logistic regression on the prompt's vector, of each model.
import { solve } from './judge.mjs'

const DECAY = 1e-3
const STEPS = 12

/** By model, from one vector of each prompt: the one that the product asks. */
export function fitAnswerable(groups) {
  const samples = samplesOf(groups)
  return Object.fromEntries(
    [...new Set(samples.map(({ model }) => model))].map((model) => [
      model,
      fitLinear(samples.filter((sample) => sample.model === model)),
    ]),
  )
}

/** The groups with the feature that somebody gets whose prompts the weights were not fitted on. */
export function answerableScores(groups) {
  const scored = new Map()
  for (const name of new Set(groups.map(({ project }) => project))) {
    const fitted = fitAnswerable(groups.filter(({ project }) => project !== name))
    for (const { prompt, model, vector } of samplesOf(groups.filter(({ project }) => project === name)))
      scored.set(prompt, dot(vector, fitted[model].weights) + fitted[model].constant)
  }
  return groups.map((group) => ({
    ...group,
    rows: group.rows.map((row) => ({
      ...row,
      features: { ...row.features, answerable: scored.get(group.prompt) ?? 0 },
    })),
  }))
}

function samplesOf(groups) {
  return groups.flatMap(({ kind, prompt, vectors }) => {
    const originals = vectors.filter(({ form }) => form === 'original')
    const asked = originals.find(({ chineseOnly }) => chineseOnly) ?? originals[0]
    if (kind !== 'own' || !asked) return []
    const length = Math.hypot(...asked.vector) || 1
    const vector = Float64Array.from(asked.vector, (value) => value / length)
    return [{ prompt, model: asked.model, vector, answer: Number(prompt.relevant.length > 0) }]
  })
}

function fitLinear(samples) {
  const values = samples.map(({ vector }) => [...vector, 1])
  const size = values[0].length
  let weights = new Float64Array(size)
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight, at) => (at < size - 1 ? DECAY * weight : 0))
    const curve = Array.from({ length: size }, (_, at) => {
      const row = new Float64Array(size + 1)
      row[at] = at < size - 1 ? DECAY : 1e-9
      return row
    })
    for (const [index, { answer }] of samples.entries()) {
      const value = values[index]
      const chance = 1 / (1 + Math.exp(-dot(value, weights)))
      const part = (chance * (1 - chance)) / samples.length
      for (let at = 0; at < size; at++) {
        gradient[at] += ((chance - answer) / samples.length) * value[at]
        const row = curve[at]
        for (let other = 0; other < size; other++) row[other] += part * value[at] * value[other]
      }
    }
    for (const [at, row] of curve.entries()) row[size] = gradient[at]
    const move = solve(curve)
    weights = weights.map((weight, at) => weight - move[at])
    if (Math.max(...move.map(Math.abs)) < 1e-4) break
  }
  return { weights: [...weights.subarray(0, size - 1)], constant: weights[size - 1] }
}

function dot(one, other) {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += one[at] * other[at]
  return sum
}
