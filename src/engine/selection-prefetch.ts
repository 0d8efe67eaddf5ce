// What a model selects for a message, begun beside the request and never waited for: it goes with the next request of
// the same turn, or nowhere.
import type { RecallResult } from '../recall/recall.ts'

export interface SelectionPrefetch {
  /** A new message: what an earlier one was selected for is dropped. */
  start(prompt: string, signal: AbortSignal): void
  /** Once, when it is ready. */
  take(): RecallResult | undefined
  /** The turn is over. */
  drop(): void
  /** Tools that were used last, newest last: what documents them is not needed. */
  noteTool(name: string): void
}

const RECENT_TOOLS = 5

export function selectionPrefetch(
  select: (prompt: string, recentTools: readonly string[], signal: AbortSignal) => Promise<RecallResult>,
): SelectionPrefetch {
  let tools: string[] = []
  let running: AbortController | undefined
  let ready: RecallResult | undefined
  const drop = () => {
    running?.abort()
    running = undefined
    ready = undefined
  }
  return {
    start(prompt, signal) {
      drop()
      const own = new AbortController()
      running = own
      const keep = (result: RecallResult) => {
        if (running === own && result.status === 'recalled') ready = result
      }
      // Whatever goes wrong, search has answered already.
      select(prompt, tools, AbortSignal.any([signal, own.signal])).then(keep, () => {})
    },
    take() {
      const result = ready
      ready = undefined
      return result
    },
    drop,
    noteTool(name) {
      tools = [...tools.filter((one) => one !== name), name].slice(-RECENT_TOOLS)
    },
  }
}
