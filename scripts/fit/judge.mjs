// The weights of evidence: logistic regression of "this hit answers the question", answers and others counting the same.
// A weight that is zero in the file is not fitted: that judge does not look at the feature.
const STEPS = 4_000
const RATE = 0.05
const DECAY = 1e-4

export function fitJudge(rows, start) {
  const names = Object.keys(start).filter((name) => start[name] !== 0)
  const weights = names.map((name) => start[name])
  const answers = rows.filter(({ answer }) => answer).length
  const shareOf = ({ answer }) => 0.5 / (answer ? answers : rows.length - answers)
  const [first, second] = [names.map(() => 0), names.map(() => 0)]
  const values = rows.map(({ features }) => names.map((name) => features[name]))
  const steps = Math.max(200, Math.min(STEPS, Math.round(2e7 / rows.length)))
  for (let step = 1; step <= steps; step++) {
    const gradient = weights.map((weight) => DECAY * weight)
    for (const [at, row] of rows.entries()) {
      const evidence = values[at].reduce((sum, value, feature) => sum + value * weights[feature], 0)
      const error = 1 / (1 + Math.exp(-evidence)) - (row.answer ? 1 : 0)
      for (const [feature, value] of values[at].entries()) gradient[feature] += shareOf(row) * error * value
    }
    for (const [at, slope] of gradient.entries()) {
      first[at] = 0.9 * first[at] + 0.1 * slope
      second[at] = 0.999 * second[at] + 0.001 * slope * slope
      const move = first[at] / (1 - 0.9 ** step) / (Math.sqrt(second[at] / (1 - 0.999 ** step)) + 1e-8)
      weights[at] -= RATE * move
    }
  }
  const fitted = Object.fromEntries(names.map((name, at) => [name, weights[at]]))
  return { ...start, ...fitted }
}
