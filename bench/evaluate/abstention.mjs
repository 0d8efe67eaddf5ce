// Does the store keep quiet when it has nothing to say? The point of attaching is
// held against its own questions (what is lost) and a neighbour's (what is injected wrongly).

/** So many of the hits that reach the threshold are brought up. */
const MOST = 5

/** `found`: R@5 of search, which has no threshold. */
export function judgeAbstention(own, foreign, found) {
  const kept = recallAt(own, 0)
  const curve = []
  for (let shift = -3; shift <= 3.001; shift += 0.25)
    curve.push({
      shift: round(shift),
      falseInjection: injectionAt(foreign, shift),
      'R@5': recallAt(own, shift),
    })
  return {
    n: foreign.length,
    falseInjection: injectionAt(foreign, 0),
    'R@5': kept,
    cost: round(found - kept),
    curve,
  }
}

function recallAt(answers, shift) {
  const sum = answers.reduce((total, { margins, relevant, wanted }) => {
    const brought = margins.flatMap((margin, index) => (margin >= shift ? [relevant[index]] : []))
    return total + brought.slice(0, MOST).filter(Boolean).length / Math.max(1, wanted)
  }, 0)
  return percent(sum, answers.length)
}

function injectionAt(answers, shift) {
  return percent(
    answers.filter(({ margins }) => margins.some((margin) => margin >= shift)).length,
    answers.length,
  )
}

function percent(part, whole) {
  return whole === 0 ? 0 : round((100 * part) / whole)
}

function round(value) {
  return Math.round(value * 100) / 100
}
