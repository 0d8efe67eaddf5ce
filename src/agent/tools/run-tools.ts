// The order of tool calls: neighbours that change nothing run together, everything else alone, in the order asked.

export interface PlannedCall {
  /** Read-only and able to run with others. */
  together: boolean
}

interface CallGroup<Call> {
  together: boolean
  calls: { call: Call; at: number }[]
}

/** Groups run one after another; the calls of a group run at the same time. */
export function planToolRuns<Call extends PlannedCall>(calls: readonly Call[]): CallGroup<Call>[] {
  const groups: CallGroup<Call>[] = []
  for (const [at, call] of calls.entries()) {
    const last = groups.at(-1)
    if (call.together && last?.together) last.calls.push({ call, at })
    else groups.push({ together: call.together, calls: [{ call, at }] })
  }
  return groups
}

const MAX_TOGETHER = 10

/** Runs every call and gives the results in call order. `runOne` must not throw: each call has a result. */
export async function runTools<Call extends PlannedCall, Result>(
  calls: readonly Call[],
  runOne: (call: Call, at: number) => Promise<Result>,
  options: { maxTogether?: number } = {},
): Promise<Result[]> {
  const results = new Array<Result>(calls.length)
  for (const group of planToolRuns(calls)) {
    const waiting = [...group.calls]
    const worker = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        results[next.at] = await runOne(next.call, next.at)
    }
    const workers = Math.min(options.maxTogether ?? MAX_TOGETHER, group.calls.length)
    await Promise.all(Array.from({ length: workers }, worker))
  }
  return results
}
