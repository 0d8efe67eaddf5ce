// Logistic regression with L2, by L-BFGS: a few hundred to a thousand columns, tens of thousands of weighted rows.
const MEMORY = 8

/** Rows are Float32Arrays whose last column is 1 (not regularised). Gives the weights. */
export function fitLogistic({ rows, labels, counts }, { lambda, steps, start }) {
  const columns = rows[0].length
  const loss = lossOf({ rows, labels, counts, columns, lambda })
  let weights = start ? Float64Array.from(start) : new Float64Array(columns)
  let [value, gradient] = loss(weights)
  const pairs = []
  for (let step = 0; step < steps; step++) {
    const direction = directionOf(gradient, pairs)
    const next = walk({ weights, value, gradient, direction }, loss)
    const [moved, bent] = [minus(next.weights, weights), minus(next.gradient, gradient)]
    if (dot(moved, bent) > 1e-10) pairs.push([moved, bent])
    if (pairs.length > MEMORY) pairs.shift()
    const isDone = Math.abs(value - next.value) < 1e-5 * Math.abs(value)
    ;({ weights, value, gradient } = next)
    if (isDone) break
  }
  return weights
}

function lossOf({ rows, labels, counts, columns, lambda }) {
  return (weights) => {
    const gradient = new Float64Array(columns)
    let value = 0
    for (let i = 0; i < columns - 1; i++) {
      value += (lambda * weights[i] ** 2) / 2
      gradient[i] = lambda * weights[i]
    }
    for (const [at, row] of rows.entries()) {
      let sum = 0
      for (let i = 0; i < columns; i++) sum += weights[i] * row[i]
      const margin = labels[at] ? sum : -sum
      value += counts[at] * (Math.log1p(Math.exp(-Math.abs(margin))) + Math.max(0, -margin))
      const off = counts[at] * (1 / (1 + Math.exp(-sum)) - labels[at])
      if (Math.abs(off) > 1e-7) for (let i = 0; i < columns; i++) gradient[i] += off * row[i]
    }
    return [value, gradient]
  }
}

function directionOf(gradient, pairs) {
  const direction = Float64Array.from(gradient)
  const steps = []
  for (const [moved, bent] of pairs.toReversed()) {
    const step = dot(moved, direction) / dot(bent, moved)
    steps.unshift(step)
    for (let i = 0; i < direction.length; i++) direction[i] -= step * bent[i]
  }
  const [moved, bent] = pairs.at(-1) ?? []
  const scale = moved
    ? dot(moved, bent) / dot(bent, bent)
    : 1 / Math.max(1, Math.sqrt(dot(gradient, gradient)))
  for (let i = 0; i < direction.length; i++) direction[i] *= scale
  for (const [at, [moved, bent]] of pairs.entries()) {
    const step = steps[at] - dot(bent, direction) / dot(bent, moved)
    for (let i = 0; i < direction.length; i++) direction[i] += step * moved[i]
  }
  return direction
}

function walk({ weights, value, gradient, direction }, loss) {
  const slope = dot(gradient, direction)
  let length = 1
  for (let tries = 0; ; tries++) {
    const next = weights.map((weight, i) => weight - length * direction[i])
    const [nextValue, nextGradient] = loss(next)
    if (nextValue <= value - 1e-4 * length * slope || tries >= 12)
      return { weights: next, value: nextValue, gradient: nextGradient }
    length /= 2
  }
}

const minus = (one, other) => one.map((value, i) => value - other[i])

function dot(one, other) {
  let sum = 0
  for (let i = 0; i < one.length; i++) sum += one[i] * other[i]
  return sum
}
