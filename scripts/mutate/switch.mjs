// `globalThis.__mutant(id)`: is this mutant the one that is on? Also notes which ones are reached, and ends a loop that
// a mutant made endless, where it comes by here.
const now = performance.now.bind(performance)
const CALLS_BETWEEN_LOOKS = 1_000

let active
let deadline = Infinity
let calls = 0
let reached

globalThis.__mutant = (id) => {
  reached?.add(id)
  if (++calls % CALLS_BETWEEN_LOOKS === 0 && now() > deadline) throw new Error('a mutant takes too long')
  return id === active
}

export function switchOn(mutant, limit) {
  active = mutant
  deadline = mutant === undefined || limit === undefined ? Infinity : now() + limit
}

export function beginWatch() {
  reached = new Set()
}

export function endWatch() {
  return [...(reached ?? [])]
}
