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

/** Letters added, left out, exchanged or swapped with their neighbour. */
function slipsBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      row[j] = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1)
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}
