// The weights of evidence: logistic regression of "this memory answers the prompt". Of each prompt and store the answer
// counts and the few that look most like one: the rest never comes up. What comes up where nothing answers is what people
// mind; what would come along with an answer counts less. A weight keeps the sign that it has in the file, or becomes
// zero; what is set by hand stays.
const WRONG = [1, 0.3, 0.1]
const RIDER = [0.3]
const ROUNDS = 6
const DECAY = 1e-3
const STEPS = 100
const BY_HAND = new Set(['identifier', 'mixed', 'noQuantity', 'fewer'])

/** New weights and constants for these judges, by name. */
export function fitJudges(groups, judges) {
  let fitted = judges
  for (let round = 0; round < ROUNDS; round++) {
    const rows = groups.flatMap((group) => hardest(group, fitted))
    fitted = Object.fromEntries(
      Object.entries(judges).map(([name, judge]) => [
        name,
        fitJudge(
          rows.filter((row) => row.judge === name),
          judge,
        ),
      ]),
    )
  }
  return fitted
}

function hardest({ rows, share }, judges) {
  const judged = rows.filter(({ judge }) => judges[judge])
  const others = judged
    .filter(({ answer }) => !answer)
    .map((row) => ({ row, evidence: evidenceOf(row, judges) }))
    .sort((a, b) => b.evidence - a.evidence)
  const answers = judged.filter(({ answer }) => answer)
  const counted = rows.some(({ answer }) => answer) ? RIDER : WRONG
  return [
    ...answers.map((row) => ({ ...row, share })),
    ...counted.flatMap((part, at) => (others[at] ? { ...others[at].row, share: share * part } : [])),
  ]
}

export function evidenceOf({ judge, features }, judges) {
  const { weights, constant } = judges[judge]
  return Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * features[name], constant)
}

function fitJudge(rows, judge) {
  const names = Object.keys(judge.weights).filter((name) => !BY_HAND.has(name))
  if (rows.length === 0 || names.length === 0) return judge
  const scale = names.map((name) => deviation(rows.map(({ features }) => features[name])) || 1)
  const values = rows.map(({ features }) => [...names.map((name, at) => features[name] / scale[at]), 1])
  const signs = [...names.map((name) => Math.sign(judge.weights[name]) || 1), 0]
  const byHand = { ...judge, constant: 0, weights: pickByHand(judge.weights) }
  const offsets = rows.map((row) => evidenceOf(row, { [row.judge]: byHand }))
  const all = rows.reduce((sum, { share }) => sum + share, 0)
  let weights = signs.map(() => 0)
  for (let step = 0; step < STEPS; step++) {
    const next = newtonStep({ rows, values, offsets, weights, signs, all })
    const moved = Math.max(...next.map((weight, at) => Math.abs(weight - weights[at])))
    weights = next
    if (moved < 1e-6) break
  }
  const own = Object.fromEntries(names.map((name, at) => [name, weights[at] / scale[at]]))
  return { ...judge, weights: { ...judge.weights, ...own }, constant: weights.at(-1) }
}

function pickByHand(weights) {
  return Object.fromEntries(Object.entries(weights).filter(([name]) => BY_HAND.has(name)))
}

/** Weights that would leave their sign stay at zero. */
function newtonStep({ rows, values, offsets, weights, signs, all }) {
  const size = weights.length
  const gradient = weights.map((weight, at) => (at < size - 1 ? DECAY * weight : 0))
  const curve = weights.map((_, at) =>
    weights.map((__, other) => (at !== other ? 0 : at < size - 1 ? DECAY : 1e-9)),
  )
  for (const [index, { answer, share }] of rows.entries()) {
    const value = values[index]
    const chance = 1 / (1 + Math.exp(-dot(value, weights) - offsets[index]))
    for (let at = 0; at < size; at++) {
      gradient[at] += (share / all) * (chance - Number(answer)) * value[at]
      for (let other = 0; other < size; other++)
        curve[at][other] += (share / all) * chance * (1 - chance) * value[at] * value[other]
    }
  }
  const free = weights.flatMap((weight, at) =>
    signs[at] !== 0 && weight === 0 && gradient[at] * signs[at] > 0 ? [] : [at],
  )
  const move = solve(free.map((at) => [...free.map((other) => curve[at][other]), gradient[at]]))
  return weights.map((weight, at) => {
    const next = weight - (move[free.indexOf(at)] ?? 0)
    return signs[at] * next < 0 ? 0 : next
  })
}

/** Gauss: each row ends with the right-hand side. */
export function solve(rows) {
  for (const [at, row] of rows.entries()) {
    const best = rows
      .slice(at)
      .reduce((most, one) => (Math.abs(one[at]) > Math.abs(most[at]) ? one : most), row)
    const place = rows.indexOf(best)
    rows[place] = row
    rows[at] = best
    for (const other of rows) {
      if (other === best) continue
      const factor = other[at] / best[at]
      for (let column = at; column < other.length; column++) other[column] -= factor * best[column]
    }
  }
  return rows.map((row, at) => row.at(-1) / row[at])
}

function dot(values, weights) {
  let sum = 0
  for (const [at, value] of values.entries()) sum += value * weights[at]
  return sum
}

function deviation(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

/** Percent of prompts with an answer that get it, and of those without one that get something. */
export function measureJudges(groups, judges) {
  const best = (rows) => Math.max(Number.NEGATIVE_INFINITY, ...rows.map((row) => evidenceOf(row, judges)))
  const known = groups.map(({ kind, rows }) => ({ kind, rows: rows.filter(({ judge }) => judges[judge]) }))
  const share = (list, isMet) => (100 * list.filter(isMet).length) / (list.length || 1)
  return Object.fromEntries(
    [...new Set(known.map(({ kind }) => kind))].map((kind) => {
      const own = known.filter((group) => group.kind === kind)
      const [asked, others] = [true, false].map((has) =>
        own.filter(({ rows }) => rows.some(({ answer }) => answer) === has),
      )
      const answered = share(asked, ({ rows }) => best(rows.filter(({ answer }) => answer)) >= 0)
      return [kind, { answered, wrong: share(others, ({ rows }) => best(rows) >= 0) }]
    }),
  )
}
