// Events from work that runs concurrently with the reader, as an async iterator.

interface EventChannel<Event> {
  push(event: Event): void
  /** Yields what is pushed until `work` settles, then returns its value or throws its error. */
  drain<Value>(work: Promise<Value>): AsyncGenerator<Event, Value, undefined>
}

export function createEventChannel<Event>(): EventChannel<Event> {
  const waiting: Event[] = []
  let wake: () => void = () => undefined
  return {
    push(event) {
      waiting.push(event)
      wake()
    },
    async *drain(work) {
      let settled = false
      const done = () => {
        settled = true
        wake()
      }
      work.then(done, done)
      for (;;) {
        while (waiting.length > 0) yield* waiting.splice(0)
        if (settled) return await work
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
