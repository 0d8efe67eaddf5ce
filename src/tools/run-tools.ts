// The order of tool calls: neighbours that change nothing run together, everything else alone, in the order asked.

export interface PlannedCall {
  /** Read-only and willing to run beside others. */
  together: boolean
}

/** Groups of positions. Groups run one after another; the calls of a group run at the same time. */
export function planToolRuns(calls: readonly PlannedCall[]): number[][] {
  const groups: number[][] = []
  calls.forEach((call, at) => {
    const last = groups.at(-1)
    if (call.together && last && calls[last[0]!]!.together) last.push(at)
    else groups.push([at])
  })
  return groups
}

export const MAX_TOGETHER = 10

/** Runs every call and gives the results in call order. `runOne` must not throw: each call has a result. */
export async function runTools<Call extends PlannedCall, Result>(
  calls: readonly Call[],
  runOne: (call: Call, at: number) => Promise<Result>,
  options: { maxTogether?: number } = {},
): Promise<Result[]> {
  const results = new Array<Result>(calls.length)
  for (const group of planToolRuns(calls)) {
    const waiting = [...group]
    const worker = async () => {
      for (let at = waiting.shift(); at !== undefined; at = waiting.shift())
        results[at] = await runOne(calls[at]!, at)
    }
    const workers = Math.min(options.maxTogether ?? MAX_TOGETHER, group.length)
    await Promise.all(Array.from({ length: workers }, worker))
  }
  return results
}
