// When work has to end that can end anywhere.

export interface TimeLimit {
  /** Milliseconds since 1970. */
  deadline?: number
  signal?: AbortSignal
}

export function isOver({ deadline = Number.POSITIVE_INFINITY, signal }: TimeLimit): boolean {
  return signal?.aborted === true || Date.now() >= deadline
}
