// How a conversation is interrupted and left: Ctrl-C, Esc, and the signals that end a process.

import { chatCommandTexts } from '../../base/messages/chat-command.ts'
import { onLostTerminal } from '../streams.ts'
import type { LineReader } from './line-reader.ts'
import type { TalkOptions } from './talk-state.ts'

export interface Interrupts {
  pressed(): void
  /** Esc: ends the answer, and nothing else. */
  stop(): void
  watch(reader: LineReader): void
  /** A turn begins: the first Ctrl-C is for it. */
  begin(): AbortSignal
  end(): void
  reset(): void
  /** Whoever leaves waits until then: a Ctrl-C ends the wait. */
  leave(): AbortSignal
  readonly left: boolean
  /** How a conversation ends that was left before its end. */
  readonly exitCode: number | undefined
  /** Resolves when this process was told to end, and what runs has had its time for that. */
  readonly overdue: Promise<void>
  unwatch(): void
}

const EXIT_INTERRUPTED = 130
/** As a shell says it of a program that a signal has ended. */
const EXIT_BY_SIGNAL = { SIGTERM: 143, SIGHUP: 129 } as const
type EndSignal = keyof typeof EXIT_BY_SIGNAL
const END_SIGNALS = Object.keys(EXIT_BY_SIGNAL) as EndSignal[]
/** A turn that is stopped needs less for a complete log. */
const STOPPED_AFTER_MS = 500
/** Whatever then still runs: a hook, a server that does not end. */
const GONE_AFTER_MS = 4_000

/** The first Ctrl-C stops the answer or empties the line; at an empty prompt, the second in a row leaves. */
export function watchInterrupts({ output, terminal }: TalkOptions): Interrupts {
  let running: AbortController | undefined
  let reader: LineReader | undefined
  let presses = 0
  let left = false
  let leaving: AbortController | undefined
  let exitCode: number | undefined
  let isOverdue: () => void = () => undefined
  const overdue = new Promise<void>((resolve) => {
    isOverdue = resolve
  })
  const leaveNow = (code: number) => {
    left = true
    exitCode = code
    reader?.close()
  }
  const pressed = () => {
    if (leaving) return leaving.abort()
    presses++
    if (running && !running.signal.aborted) return running.abort()
    if (terminal && reader && reader.typed() !== '') {
      presses = 0
      return reader.clear()
    }
    if (terminal && !running && presses < 2) {
      const hint = chatCommandTexts.hint
      return output.note(output.paint.dim(output.say(hint)))
    }
    leaveNow(EXIT_INTERRUPTED)
  }
  /** As Ctrl-C until nothing is left. A terminal that closes may say so more than once. */
  let told = false
  const endFor = (signal: EndSignal) => {
    if (told) return
    told = true
    running?.abort()
    leaving?.abort()
    leaveNow(EXIT_BY_SIGNAL[signal])
    setTimeout(isOverdue, STOPPED_AFTER_MS).unref()
    setTimeout(() => process.exit(EXIT_BY_SIGNAL[signal]), GONE_AFTER_MS).unref()
  }
  process.on('SIGINT', pressed)
  for (const signal of END_SIGNALS) process.on(signal, endFor)
  if (terminal) onLostTerminal(() => endFor('SIGHUP'))
  return {
    get left() {
      return left
    },
    get exitCode() {
      return exitCode
    },
    overdue,
    watch(given) {
      reader = given
      if (left) reader.close()
    },
    begin() {
      running = new AbortController()
      return running.signal
    },
    end() {
      running = undefined
    },
    reset() {
      presses = 0
      leaving = undefined
    },
    leave() {
      leaving = new AbortController()
      if (told) leaving.abort()
      return leaving.signal
    },
    stop: () => running?.abort(),
    pressed,
    unwatch() {
      process.off('SIGINT', pressed)
      for (const signal of END_SIGNALS) process.off(signal, endFor)
    },
  }
}
