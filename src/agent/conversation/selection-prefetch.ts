// What a model selects for a message, begun beside the request. It goes with the first request where that waits for it,
// else with the next one of the same turn; what comes later is kept for the next message.
import type { RecallResult } from '../../search/recall.ts'

export interface SelectionPrefetch {
  /** A new message: what an earlier one was selected for is dropped. */
  start(prompt: string, signal: AbortSignal): void
  /** Waits for the answer, at most so long; where it fails or the person cancels, no longer. */
  wait(mostMs: number, signal: AbortSignal): Promise<void>
  /** Once, when it is ready. */
  take(): RecallResult | undefined
  /** The turn is over: what has not been taken by then is kept, and what runs goes on. */
  keep(): void
  /** What came too late for the message before this one. */
  takeKept(): KeptSelection | undefined
  drop(): void
  /** Tools that were used last, newest last: what documents them is not needed. */
  noteTool(name: string): void
}

export interface KeptSelection {
  /** What it was selected for. */
  readonly prompt: string
  readonly files: readonly string[]
}

const RECENT_TOOLS = 5

interface Running {
  readonly prompt: string
  readonly controller: AbortController
  readonly settled: Promise<void>
}

export function selectionPrefetch(
  select: (prompt: string, recentTools: readonly string[], signal: AbortSignal) => Promise<RecallResult>,
): SelectionPrefetch {
  let tools: string[] = []
  let running: Running | undefined
  let ready: RecallResult | undefined
  let leave = () => {}
  const drop = () => {
    leave()
    running?.controller.abort()
    running = undefined
    ready = undefined
  }
  return {
    start(prompt, signal) {
      drop()
      const controller = new AbortController()
      const cancel = () => controller.abort()
      signal.addEventListener('abort', cancel, { once: true })
      leave = () => signal.removeEventListener('abort', cancel)
      const take = (result: RecallResult) => {
        if (running?.controller === controller && result.status === 'recalled') ready = result
      }
      // Whatever goes wrong, search has answered already.
      const settled = select(prompt, tools, controller.signal).then(take, () => {})
      running = { prompt, controller, settled }
    },
    async wait(mostMs, signal) {
      if (!running || signal.aborted) return
      let wake = () => {}
      const enough = new Promise<void>((resolve) => {
        wake = resolve
      })
      const timer = setTimeout(wake, mostMs)
      signal.addEventListener('abort', wake, { once: true })
      await Promise.race([running.settled, enough])
      clearTimeout(timer)
      signal.removeEventListener('abort', wake)
    },
    take() {
      const result = ready
      ready = undefined
      return result
    },
    // The signal of a turn ends with it.
    keep: () => leave(),
    takeKept() {
      const kept = running && ready && { prompt: running.prompt, files: filesOf(ready) }
      ready = undefined
      return kept
    },
    drop,
    noteTool(name) {
      tools = [...tools.filter((one) => one !== name), name].slice(-RECENT_TOOLS)
    },
  }
}

function filesOf({ memories }: RecallResult): string[] {
  return memories.map(({ memory }) => memory.file)
}
