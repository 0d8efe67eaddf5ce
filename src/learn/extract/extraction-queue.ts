// Extraction within a process that lives on: one run at a time. A request that comes during a run is stashed; a newer one
// replaces it, since its context contains the older. When the run ends, one trailing run takes the stash.

export interface ExtractionQueue<R> {
  /** Returns at once; never throws. */
  request(request: R): void
  /** Waits for what runs and what is stashed, at most so many milliseconds. False: it did not end by then and was aborted. */
  drain(limitMs?: number): Promise<boolean>
  /** Ends what runs; what is stashed does not begin. */
  stop(): void
  readonly isRunning: boolean
}

/** Before the process exits. */
const DRAIN_MS = 60_000

export interface QueuedRun {
  /** It took the place of requests that came during another run: no throttle holds it up. */
  readonly trailing: boolean
  readonly signal: AbortSignal
}

/** `run` says for itself what became of it: what it throws goes to `onError`. */
export function createExtractionQueue<R>(
  run: (request: R, how: QueuedRun) => Promise<void>,
  onError: (error: unknown) => void = () => {},
): ExtractionQueue<R> {
  const ending = new AbortController()
  let stash: { request: R } | undefined
  let running: Promise<void> | undefined

  const start = (request: R, trailing: boolean): Promise<void> =>
    (async () => run(request, { trailing, signal: ending.signal }))().catch(onError).then(next)

  const next = (): Promise<void> | undefined => {
    const waiting = stash
    stash = undefined
    if (waiting && !ending.signal.aborted) return start(waiting.request, true)
    running = undefined
    return undefined
  }
  return {
    request(request) {
      if (ending.signal.aborted) return
      if (running) stash = { request }
      else running = start(request, false)
    },
    async drain(limitMs = DRAIN_MS) {
      if (!running) return true
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<false>((done) => {
        timer = setTimeout(done, limitMs, false)
      })
      const ended = await Promise.race([running.then(() => true as const), late])
      clearTimeout(timer)
      if (!ended) ending.abort()
      return ended
    },
    stop: () => ending.abort(),
    get isRunning() {
      return running !== undefined
    },
  }
}
