// `globalThis.__mutant(id)`: is this mutant the one that is on? Also notes which ones are reached, and ends a loop that
// a mutant made endless, where it comes by here.
const { cpuUsage } = process
/** Time of this process: a busy machine makes nothing endless. */
const spentMs = () => (cpuUsage().user + cpuUsage().system) / 1_000
const CALLS_BETWEEN_LOOKS = 1_000

let active
let deadline = Infinity
let calls = 0
let reached

globalThis.__mutant = (id) => {
  reached?.add(id)
  if (++calls % CALLS_BETWEEN_LOOKS === 0 && spentMs() > deadline) throw new Error('a mutant takes too long')
  return id === active
}

/** `limit`: milliseconds of the processor. */
export function switchOn(mutant, limit) {
  active = mutant
  deadline = mutant === undefined || limit === undefined ? Infinity : spentMs() + limit
}

export function beginWatch() {
  reached = new Set()
}

export function endWatch() {
  return [...(reached ?? [])]
}
