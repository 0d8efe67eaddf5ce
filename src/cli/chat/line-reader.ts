// Lines that a person types or a program pipes in. Lines typed during an answer wait; they never answer a question.
import { createInterface } from 'node:readline'

export interface LineReader {
  /** The next message; undefined at the end of the input. */
  next(prompt: string): Promise<string | undefined>
  /** What is typed after the question; undefined at the end of the input or after an abort. */
  question(prompt: string, signal?: AbortSignal): Promise<string | undefined>
  /** What stands at the prompt now. */
  typed(): string
  /** Throws away what stands at the prompt, and shows it anew. */
  clear(): void
  /** Another program has the terminal, as it was before us, while `work` runs. */
  lend(work: () => void): void
  close(): void
}

type Taker = (line: string | undefined) => void

/** Lines of a paste arrive together: they are one message. */
const PASTE_MS = 25

export function openLineReader(options: { terminal: boolean; onInterrupt: () => void }): LineReader {
  const { terminal } = options
  const reader = createInterface({
    input: process.stdin,
    terminal,
    ...(terminal && { output: process.stdout, historySize: 200 }),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  const waiting: string[] = []
  let ended = false
  let taker: Taker | undefined
  let asking: Taker | undefined
  const give = (line: string | undefined) => {
    const take = asking ?? taker
    if (asking) asking = undefined
    else taker = undefined
    if (take) take(line)
    else if (line !== undefined) waiting.push(line)
  }
  reader.on('line', give)
  reader.on('close', () => {
    ended = true
    asking?.(undefined)
    taker?.(undefined)
  })
  reader.on('SIGINT', options.onInterrupt)
  const show = (prompt: string) => {
    if (!terminal) return
    reader.setPrompt(prompt)
    reader.prompt()
  }
  return {
    async next(prompt) {
      const ready = waiting.shift()
      if (ready !== undefined || ended) return ready
      show(prompt)
      const line = await new Promise<string | undefined>((take) => {
        taker = take
      })
      if (!terminal || line === undefined) return line
      await new Promise((wake) => setTimeout(wake, PASTE_MS))
      return [line, ...waiting.splice(0)].join('\n')
    },
    question(prompt, signal) {
      if (ended || signal?.aborted) return Promise.resolve(undefined)
      show(prompt)
      return new Promise((take) => {
        const done: Taker = (line) => {
          signal?.removeEventListener('abort', stop)
          if (asking === done) asking = undefined
          take(line)
        }
        const stop = () => done(undefined)
        signal?.addEventListener('abort', stop, { once: true })
        asking = done
      })
    },
    typed: () => reader.line,
    clear() {
      if (!terminal) return
      reader.write(null, { ctrl: true, name: 'e' })
      reader.write(null, { ctrl: true, name: 'u' })
    },
    lend(work) {
      reader.pause()
      if (terminal) process.stdin.setRawMode(false)
      try {
        work()
      } finally {
        if (terminal) process.stdin.setRawMode(true)
        reader.resume()
      }
    },
    close: () => reader.close(),
  }
}
