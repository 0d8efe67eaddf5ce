// The weights of the judge: of each prompt the eight best memories and a place for nothing share what is certain, and the
// answers should have all of it; a softmax, fitted by Newton's method. Near misses have a place for nothing of their own,
// which is thrown away: a bar made for them would keep back what is right.
import { FEATURES } from './cases.mjs'

const SIZE = FEATURES.length
const NEAR = SIZE
const MOST = 8
const STEPS = 16
/** No step of Newton's moves a weight further. */
const LONGEST = 4
const DECAY = 2e-4

/** Numbers in one piece: each case is looked at in every step. */
export function packed(one) {
  const counts = one.rows.map(({ units }) => units.length)
  const features = new Float64Array(counts.reduce((sum, count) => sum + count, 0) * SIZE)
  const starts = [0]
  for (const { units } of one.rows) {
    let at = starts.at(-1)
    for (const unit of units) {
      features.set(unit, at * SIZE)
      at++
    }
    starts.push(at)
  }
  return { ...one, features, starts }
}

/** The eight best of a case, best first: each by what speaks for it most, the whole message or a piece of it. */
function best({ rows, features, starts }, weights) {
  const found = []
  for (let row = 0; row < rows.length; row++) {
    let evidence = Number.NEGATIVE_INFINITY
    let from = 0
    for (let unit = starts[row]; unit < starts[row + 1]; unit++) {
      let sum = 0
      for (let at = 0; at < SIZE; at++) sum += features[unit * SIZE + at] * weights[at]
      if (sum > evidence) {
        evidence = sum
        from = unit * SIZE
      }
    }
    const last = found.at(-1)
    if (found.length === MOST && evidence <= last.evidence) continue
    const place = found.findIndex((one) => one.evidence < evidence)
    found.splice(place === -1 ? found.length : place, 0, { ...rows[row], evidence, from })
    if (found.length > MOST) found.pop()
  }
  return found
}

/** What speaks for nothing, as an item beside the memories. */
function nothingOf(found, { features, family }, { around, least }, near = 0) {
  const values = new Float64Array(SIZE + 1)
  let evidence = 0
  for (const { evidence: one, from } of found.slice(1)) {
    if (around === 0 || one <= least) continue
    evidence += (around * (one - least)) / (MOST - 1)
    for (let at = 0; at < SIZE; at++) values[at] += (around * features[from + at]) / (MOST - 1)
  }
  if (family === 'near') {
    values[NEAR] = 1
    evidence += near
  }
  return { values, evidence }
}

/**
 * `cases`: packed. `shareOf`: how much a case counts. `start`, `free`: weights by name, and the names of those that are fitted; the
 * others stay. `certain`: how sure it is that a prompt without an answer needs nothing.
 */
export function fitJudge(cases, { shareOf, start, free, around, least, certain = () => 1 }) {
  const counted = cases.map((one) => ({ one, share: shareOf(one) })).filter(({ share }) => share > 0)
  const all = counted.reduce((sum, { share }) => sum + share, 0)
  const weights = Float64Array.from([...FEATURES.map((name) => start[name]), 0])
  const fitted = [...FEATURES.keys(), NEAR].filter((at) => at === NEAR || free.includes(FEATURES[at]))
  for (let step = 0; step < STEPS; step++) {
    const gradient = new Float64Array(SIZE + 1)
    const curve = Array.from({ length: SIZE + 1 }, () => new Float64Array(SIZE + 1))
    for (const { one, share } of counted)
      addCase(one, { weights, around, least, certain: certain(one), share: share / all, gradient, curve })
    for (const at of fitted) {
      if (at !== NEAR && FEATURES[at] !== 'nothing') gradient[at] += DECAY * weights[at]
      curve[at][at] += at === NEAR || FEATURES[at] === 'nothing' ? 1e-7 : DECAY
    }
    const rows = fitted.map((at) => [
      ...fitted.map((other) => curve[Math.max(at, other)][Math.min(at, other)]),
      gradient[at],
    ])
    const moves = solve(rows)
    const longest = Math.max(...moves.map(Math.abs))
    const part = Math.min(1, LONGEST / longest)
    for (const [index, at] of fitted.entries()) weights[at] -= part * moves[index]
    if (longest < 0.01) break
  }
  return Object.fromEntries(FEATURES.map((name, at) => [name, weights[at]]))
}

function addCase(one, { weights, around, least, certain, share, gradient, curve }) {
  const found = best(one, weights)
  const isAnswered = one.family === 'answer' && one.rows.some(({ relevant }) => relevant)
  // What does not come up at all no weight can bring up.
  if (isAnswered && !found.some(({ relevant }) => relevant)) return
  const nothing = nothingOf(found, one, { around, least }, weights[NEAR])
  const items = found.map(({ from, evidence, relevant }) => ({
    values: one.features.subarray(from, from + SIZE),
    evidence,
    relevant,
  }))
  const top = Math.max(nothing.evidence, ...items.map(({ evidence }) => evidence))
  const parts = [nothing, ...items].map((item) => Math.exp(item.evidence - top))
  const sum = parts.reduce((total, part) => total + part, 0)
  const [chanceOfNothing, ...chances] = parts.map((part) => part / sum)
  const right = items.reduce((total, { relevant }, at) => total + (relevant ? chances[at] : 0), 0)
  const mean = new Float64Array(SIZE + 1)
  const add = ({ values }, chance, target) => {
    const slope = share * (chance - target)
    for (let at = 0; at < values.length; at++) {
      mean[at] += chance * values[at]
      gradient[at] += slope * values[at]
      for (let other = 0; other <= at; other++)
        curve[at][other] += share * chance * values[at] * values[other]
    }
  }
  add(nothing, chanceOfNothing, isAnswered ? 0 : certain)
  for (const [at, item] of items.entries()) {
    const chance = chances[at]
    const uncertain = ((1 - certain) * chance) / (1 - chanceOfNothing || 1)
    add(item, chance, !isAnswered ? uncertain : item.relevant ? chance / right : 0)
  }
  for (let at = 0; at <= SIZE; at++)
    for (let other = 0; other <= at; other++) curve[at][other] -= share * mean[at] * mean[other]
}

/** Gauss: each row ends with the right-hand side. */
function solve(rows) {
  for (const [at, row] of rows.entries()) {
    const largest = rows
      .slice(at)
      .reduce((most, one) => (Math.abs(one[at]) > Math.abs(most[at]) ? one : most), row)
    const place = rows.indexOf(largest)
    rows[place] = row
    rows[at] = largest
    for (const other of rows) {
      if (other === largest) continue
      const factor = other[at] / largest[at]
      for (let column = at; column < other.length; column++) other[column] -= factor * largest[column]
    }
  }
  return rows.map((row, at) => row.at(-1) / row[at])
}

/** Each case with its best memories and how likely each is. */
export function judged(cases, { weights, around, least }) {
  const list = FEATURES.map((name) => weights[name])
  return cases.map((one) => {
    const found = best(one, list)
    const { evidence } = nothingOf(found, { ...one, family: 'any' }, { around, least })
    const top = Math.max(evidence, ...found.map((item) => item.evidence))
    const sum = found.reduce((total, item) => total + Math.exp(item.evidence - top), Math.exp(evidence - top))
    return {
      one,
      hits: found.map(({ id, relevant, evidence: own }) => ({
        id,
        relevant,
        chance: Math.exp(own - top) / sum,
      })),
    }
  })
}
