// Which of a command's calls are tried: all where they fit, else one of each kind first, then whatever chance says.

export function chooseCalls(calls, limit, random) {
  const numbers = calls.map((_, i) => i + 1)
  if (calls.length <= limit) return numbers
  const seen = new Set()
  const mixed = random.shuffle(numbers)
  const first = mixed.filter((n) => {
    const kind = kindOf(calls[n - 1])
    return !seen.has(kind) && seen.add(kind)
  })
  const rest = mixed.filter((n) => !first.includes(n))
  return [...first, ...rest].slice(0, limit).sort((a, b) => a - b)
}

/** The call and the place, without what is new in every run. */
function kindOf(call) {
  return call.replace(/\/proc\/self\/fd\/\d+/, '').replace(/[0-9a-z]{8,}/g, '*')
}
