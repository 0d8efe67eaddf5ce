// From messages with vectors to the heads of src/learn/hearing/fitted-weights.ts.
import { wordsOfUnit } from '../../dist/learn/hearing/features.js'
import { fitLogistic } from './logistic.mjs'

/** What a column is multiplied by: the larger, the cheaper a weight. */
const SCALE = { vector: 3, plain: 1, words: 0.7 }
const LAMBDA = 0.7
const STEPS = 60
/** Of a message that is kept only the unit that says it counts: chosen anew after each round. */
const ROUNDS = 3
const YES = 2
const MOST_WORDS = 300
const FEWEST_SOURCES = 4
const FEWEST_UNITS = 8
const TYPES = ['user', 'feedback', 'project', 'reference']
const HEAD_LAMBDA = 2

/** `messages`: {units: [{unit, vector, features}], isYes, count, author, kind, …}, all of one reader. */
export function fitReader(messages, { model, thresholds }) {
  const words = wordsFor(messages)
  const places = new Map(words.map((word, at) => [word, at]))
  const shape = shapeOf(messages, words)
  const groups = messages
    .filter(({ count }) => count > 0)
    .map((message) => ({
      ...message,
      rows: message.units.map((one) => rowOf(one, shape, places)),
      chosen: firstChoice(message),
    }))
  const keep = fitKeep(groups)
  const chosen = groups.filter(({ isYes, kind }) => isYes && kind === 'statement')
  const narrow = { ...shape, words: 0 }
  const head = (isOne) =>
    headOf(
      fitLogistic(
        {
          rows: chosen.map(({ units, chosen: at }) => rowOf(units[at], narrow, new Map())),
          labels: chosen.map((one) => (isOne(one) ? 1 : 0)),
          counts: chosen.map(() => 1),
        },
        { lambda: HEAD_LAMBDA, steps: STEPS },
      ),
      narrow,
    )
  return {
    ...{ model, ...thresholds, words: words.join(' '), keep: headOf(keep, shape) },
    types: Object.fromEntries(TYPES.map((type) => [type, head((one) => one.type === type)])),
    ofPerson: head(({ everywhere }) => everywhere === true),
  }
}

function fitKeep(groups) {
  let weights
  for (let round = 0; round < ROUNDS; round++) {
    const [rows, labels, counts] = [[], [], []]
    for (const group of groups) {
      if (group.isYes) {
        if (weights) group.chosen = bestOf(group.rows, weights)
        rows.push(group.rows[group.chosen])
        labels.push(1)
        counts.push(group.count * YES)
        continue
      }
      for (const row of group.rows) {
        rows.push(row)
        labels.push(0)
        counts.push(group.count / Math.sqrt(group.rows.length))
      }
    }
    weights = fitLogistic({ rows, labels, counts }, { lambda: LAMBDA, steps: STEPS, start: weights })
  }
  return weights
}

function bestOf(rows, weights) {
  const points = rows.map((row) => row.reduce((sum, value, i) => sum + value * weights[i], 0))
  return points.indexOf(Math.max(...points))
}

/** The unit with the most words of the statement that is expected; without one, the first sentence. */
function firstChoice({ units, expect }) {
  const rated = units.map(({ unit }, at) => {
    const bonus = unit.kind === 'sentence' ? 0.05 : 0
    return (expect ? shared(unit.text, expect) : 0) + bonus - at * 0.001
  })
  return rated.indexOf(Math.max(...rated))
}

function shared(one, other) {
  const [a, b] = [new Set(wordsOfUnit(one)), new Set(wordsOfUnit(other))]
  const both = [...a].filter((word) => b.has(word)).length
  return (2 * both) / Math.max(1, a.size + b.size)
}

/** Of at least four sources, and in our own sets, so that nobody else's words ship. */
function wordsFor(messages) {
  const seen = new Map()
  for (const { author, kind, units } of messages)
    for (const { unit } of units)
      for (const word of wordsOfUnit(unit.text)) {
        const known = seen.get(word) ?? { authors: new Set(), units: 0, isOurs: false }
        known.authors.add(author)
        known.units++
        known.isOurs ||= kind !== 'foreign'
        seen.set(word, known)
      }
  return [...seen]
    .filter(
      ([, { authors, units, isOurs }]) => isOurs && authors.size >= FEWEST_SOURCES && units >= FEWEST_UNITS,
    )
    .sort(([, a], [, b]) => b.units - a.units)
    .slice(0, MOST_WORDS)
    .map(([word]) => word)
}

function shapeOf(messages, words) {
  const { vector, features } = messages.find(({ units }) => units.length > 0).units[0]
  return { vector: vector.length, plain: features.length, words: words.length }
}

function rowOf({ unit, vector, features }, shape, places) {
  const row = new Float32Array(shape.vector + shape.plain + shape.words + 1)
  for (let i = 0; i < shape.vector; i++) row[i] = vector[i] * SCALE.vector
  for (let i = 0; i < shape.plain; i++) row[shape.vector + i] = features[i] * SCALE.plain
  for (const word of shape.words > 0 ? wordsOfUnit(unit.text) : []) {
    const place = places.get(word)
    if (place !== undefined) row[shape.vector + shape.plain + place] = SCALE.words
  }
  row[row.length - 1] = 1
  return row
}

function headOf(weights, shape) {
  const part = (from, length, scale) =>
    Array.from(weights.slice(from, from + length), (value) => value * scale)
  const parts = [
    part(0, shape.vector, SCALE.vector),
    part(shape.vector, shape.plain, SCALE.plain),
    part(shape.vector + shape.plain, shape.words, SCALE.words),
  ]
  const scales = parts.map((values) => Number((Math.max(1e-9, ...values.map(Math.abs)) / 127).toPrecision(4)))
  const [vector, plain, words] = parts.map((values, at) =>
    Buffer.from(Int8Array.from(values, (value) => Math.round(value / scales[at])).buffer).toString('base64'),
  )
  return { vector, plain, words, scales, constant: Number(weights.at(-1).toFixed(4)) }
}
