// Hands each line to whoever waits for one, a question first; without anybody it is kept for the next message.

type Taker = (line: string | undefined) => void

interface LineQueue {
  readonly ended: boolean
  put(line: string): void
  /** No more lines: whoever waits gets undefined. */
  end(): void
  takeFirst(): string | undefined
  takeAll(): string[]
  /** The next line that is not an answer. */
  nextLine(): Promise<string | undefined>
  /** The next line; undefined after an abort. */
  answer(signal?: AbortSignal): Promise<string | undefined>
}

export function createLineQueue(): LineQueue {
  const waiting: string[] = []
  let ended = false
  let taker: Taker | undefined
  let answerer: Taker | undefined
  return {
    get ended() {
      return ended
    },
    put(line) {
      const take = answerer ?? taker
      if (answerer) answerer = undefined
      else taker = undefined
      if (take) take(line)
      else waiting.push(line)
    },
    end() {
      ended = true
      answerer?.(undefined)
      taker?.(undefined)
    },
    takeFirst: () => waiting.shift(),
    takeAll: () => waiting.splice(0),
    nextLine: () =>
      new Promise((take) => {
        taker = take
      }),
    answer: (signal) =>
      new Promise((take) => {
        const done: Taker = (line) => {
          signal?.removeEventListener('abort', stop)
          if (answerer === done) answerer = undefined
          take(line)
        }
        const stop = () => done(undefined)
        signal?.addEventListener('abort', stop, { once: true })
        answerer = done
      }),
  }
}
