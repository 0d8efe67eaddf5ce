// The weights of the order: a softmax over each question's candidates, whose relevant ones should have all of it; every
// set counts the same. From the weights that stand in the file, by gradient descent (Adam).
const EPOCHS = 300
const RATE = 0.05
const DECAY = 1e-3

export function fitRanking(sets, start) {
  const names = Object.keys(start)
  const used = sets
    .map(({ questions }) =>
      questions.map((question) => rowsOf(question, names)).filter((rows) => rows !== undefined),
    )
    .filter((questions) => questions.length > 0)
  const weights = names.map((name) => start[name])
  const [first, second] = [names.map(() => 0), names.map(() => 0)]
  for (let epoch = 1; epoch <= EPOCHS; epoch++) {
    const gradient = weights.map((weight, at) => DECAY * (weight - start[names[at]]))
    for (const questions of used)
      for (const rows of questions) addGradient(rows, weights, gradient, 1 / (questions.length * used.length))
    for (const [at, slope] of gradient.entries()) {
      first[at] = 0.9 * first[at] + 0.1 * slope
      second[at] = 0.999 * second[at] + 0.001 * slope * slope
      const step = first[at] / (1 - 0.9 ** epoch) / (Math.sqrt(second[at] / (1 - 0.999 ** epoch)) + 1e-8)
      weights[at] -= RATE * step
    }
  }
  return Object.fromEntries(names.map((name, at) => [name, weights[at]]))
}

function rowsOf({ candidates }, names) {
  const rows = candidates.map(({ features, context, relevant }) => ({
    values: names.map((name) => features[name]),
    context,
    relevant,
  }))
  const hits = rows.filter(({ relevant }) => relevant).length
  return hits > 0 && hits < rows.length ? rows : undefined
}

function addGradient(rows, weights, gradient, share) {
  const scores = rows.map(({ values, context }) => dot(values, weights) + context)
  const most = Math.max(...scores)
  const odds = scores.map((score) => Math.exp(score - most))
  const all = odds.reduce((sum, one) => sum + one, 0)
  const right = odds.reduce((sum, one, at) => sum + (rows[at].relevant ? one : 0), 0)
  for (const [at, { values, relevant }] of rows.entries()) {
    const slope = odds[at] / all - (relevant ? odds[at] / right : 0)
    for (const [feature, value] of values.entries()) gradient[feature] += share * slope * value
  }
}

export function recallAtFive(questions, weights) {
  const names = Object.keys(weights)
  const order = names.map((name) => weights[name])
  const sum = questions.reduce((total, { candidates, wanted }) => {
    const scored = candidates.map(({ features, context, relevant }) => ({
      relevant,
      score:
        dot(
          names.map((name) => features[name]),
          order,
        ) + context,
    }))
    const first = scored.toSorted((a, b) => b.score - a.score).slice(0, 5)
    return total + first.filter(({ relevant }) => relevant).length / wanted
  }, 0)
  return (100 * sum) / (questions.length || 1)
}

function dot(values, weights) {
  let sum = 0
  for (const [at, value] of values.entries()) sum += value * weights[at]
  return sum
}
