// Stretches of a text, in order and without overlaps, and lookup by position.

export interface Span {
  start: number
  end: number
}

/** The index of the first that starts at `at` or later. Binary search. */
export function firstFrom(spans: readonly Span[], at: number): number {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    const span = spans[middle]
    if (span && span.start < at) low = middle + 1
    else high = middle
  }
  return low
}

export function overlapsAny(spans: readonly Span[], { start, end }: Span): boolean {
  const before = spans[firstFrom(spans, end) - 1]
  return before !== undefined && before.end > start
}
