/**
 * Which of these did harm: all are tried at once, which costs little where none did, and halves of them where one did.
 * Undefined where there was none. `doesHarm` puts everything back first.
 */
export function findGuilty<T>(items: readonly T[], doesHarm: (some: readonly T[]) => boolean): T | undefined {
  if (items.length === 0 || !doesHarm(items)) return undefined
  if (items.length === 1) return items[0]
  const half = items.length >> 1
  const found = findGuilty(items.slice(0, half), doesHarm) ?? findGuilty(items.slice(half), doesHarm)
  if (found === undefined) throw new Error(`these do harm together, and none alone: ${items.join('\n')}`)
  return found
}
