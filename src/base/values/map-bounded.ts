/** Like `Promise.all` over a map, in the same order, with at most `most` of them under way: for what holds files open. */
export async function mapBounded<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length)
  // One iterator, which all of them take from.
  const queue = items.entries()
  const takeTurns = async () => {
    for (const [at, item] of queue) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, takeTurns))
  return results
}
