// Shows that something is going on: for how long, and how much has come. One line, gone before anything else is written.
import { cutToWidth } from '../../base/text/unicode.ts'

export interface Spinner {
  /** From here on, until `stop`. */
  start(): void
  stop(): void
  /** Another has the line: it goes now and comes back with a later tick. */
  clear(): void
  /** Nothing is drawn while this holds: a person is typing, or a line is only half written. */
  hold(on: boolean): void
  /** Tokens that came since `start`. */
  count(tokens: number): void
}

interface SpinnerOptions {
  write(text: string): void
  /** What follows the time and the tokens. */
  label(seconds: number, tokens: number): string
  columns(): number
  now?(): number
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const TICK_MS = 120
/** What takes less is not worth a movement. */
const QUIET_MS = 400
const ERASE = '\r\u001b[K'

export function createSpinner({ write, label, columns, now = Date.now }: SpinnerOptions): Spinner {
  let timer: NodeJS.Timeout | undefined
  let started = 0
  let moved = 0
  let tokens = 0
  let drawn = false
  let held = false
  let frame = 0
  const clear = () => {
    moved = now()
    if (drawn) write(ERASE)
    drawn = false
  }
  const tick = () => {
    if (held || now() - moved < QUIET_MS) return
    frame = (frame + 1) % FRAMES.length
    const text = `${FRAMES[frame]} ${label(Math.floor((now() - started) / 1000), tokens)}`
    write(`${ERASE}${cutToWidth(text, Math.max(1, columns() - 1))}`)
    drawn = true
  }
  return {
    clear,
    start() {
      started = now()
      moved = started
      tokens = 0
      clearInterval(timer)
      timer = setInterval(tick, TICK_MS)
      timer.unref()
    },
    stop() {
      clearInterval(timer)
      clear()
    },
    hold(on) {
      if (on) clear()
      held = on
    },
    count(more) {
      tokens += more
    },
  }
}

/** Where nothing may move: no terminal, or one that cannot erase. */
export const NO_SPINNER: Spinner = { start() {}, stop() {}, clear() {}, hold() {}, count() {} }
