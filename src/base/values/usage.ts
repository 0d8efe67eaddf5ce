// What calls of models took, in tokens.

/** Tokens of one response or a sum of them. All input = input + cacheRead + cacheCreated. */
export interface Usage {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheCreated: number
  /** The part of `cacheCreated` that was written for an hour, where the provider tells the two apart. */
  readonly cacheCreatedHour?: number
  /** The server reported nothing: estimated from bytes. */
  readonly estimated?: boolean
}

export const NO_USAGE: Usage = { input: 0, output: 0, cacheRead: 0, cacheCreated: 0 }

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheCreated: a.cacheCreated + b.cacheCreated,
    ...((a.cacheCreatedHour !== undefined || b.cacheCreatedHour !== undefined) && {
      cacheCreatedHour: (a.cacheCreatedHour ?? 0) + (b.cacheCreatedHour ?? 0),
    }),
    ...((a.estimated || b.estimated) && { estimated: true }),
  }
}

export function inputTokens(usage: Usage): number {
  return usage.input + usage.cacheRead + usage.cacheCreated
}

/** The share of the input that came from the provider's cache, 0–1. */
export function cacheHitRatio(usage: Usage): number {
  const input = inputTokens(usage)
  return input === 0 ? 0 : usage.cacheRead / input
}
