// A timer for a moment, however far away: Node's own reach 24.8 days, and one that is set for later fires at once.

const LONGEST_MS = 2 ** 31 - 1

/** `time`: milliseconds since 1970; never for Infinity. Returns what clears it. */
export function timerAt(time: number, act: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const arm = () => {
    const left = time - Date.now()
    timer = left > LONGEST_MS ? setTimeout(arm, LONGEST_MS) : setTimeout(act, left)
  }
  if (Number.isFinite(time)) arm()
  return () => clearTimeout(timer)
}
