// Whether the computer's clock was set, by more than a day, since it was last looked at. While a computer runs, its
// uptime tells how much time has really passed; across a restart only a clock that went back can be distinguished from a pause.
import { DAY_MS } from '../values/clock.ts'

export interface ClockReading {
  /** Milliseconds since 1970, as the clock says. */
  time: number
  /** Milliseconds since the start of the computer, also while it slept; absent where nobody tells. */
  uptime?: number
  /** Another one after each start of the computer. */
  boot: string
}

export interface ClockJump {
  /** What the clock would have said, and what it said. ISO times. */
  from: string
  to: string
  /** Whole days, negative for back. */
  days: number
}

export function findClockJump(last: ClockReading, now: ClockReading): ClockJump | undefined {
  const passed =
    last.boot === now.boot ? (now.uptime ?? Number.NaN) - (last.uptime ?? Number.NaN) : Number.NaN
  const sameRun = passed >= 0
  const from = sameRun ? last.time + passed : last.time
  const jump = now.time - from
  if (Math.abs(jump) <= DAY_MS || (jump > 0 && !sameRun)) return undefined
  return {
    from: new Date(from).toISOString(),
    to: new Date(now.time).toISOString(),
    days: Math.trunc(jump / DAY_MS),
  }
}
