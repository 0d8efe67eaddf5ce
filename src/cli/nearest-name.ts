/** The name that was probably meant: one that begins alike, or is at most two slips of the finger away. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  if (given.length < 2) return undefined
  const rated = names
    .map((name) => ({ name, slips: slipsBetween(given.toLowerCase(), name) }))
    .sort((a, b) => a.slips - b.slips)
  const [best] = rated
  if (best && best.slips <= (given.length <= 4 ? 1 : 2)) return best.name
  return names.find((name) => name.startsWith(given.slice(0, 3)))
}

/** Letters added, left out, exchanged or swapped with their neighbour (Damerau–Levenshtein, adjacent swaps). */
function slipsBetween(a: string, b: string): number {
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (const [i, letter] of Array.from(a).entries()) {
    const row = [i + 1]
    for (const [j, other] of Array.from(b).entries()) {
      const exchanged = at(last, j) + (letter === other ? 0 : 1)
      const isSwapped = i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === other
      const swapped = isSwapped ? at(beforeLast, j - 1) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(at(last, j + 1) + 1, at(row, j) + 1, exchanged, swapped))
    }
    beforeLast = last
    last = row
  }
  return at(last, b.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
