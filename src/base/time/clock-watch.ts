// Watches the clock of the computer from one write to the next: what is deleted by age waits for a day after a jump, and
// the person is reported once.
import { join } from 'node:path'
import { readState, type StateKind, writeState } from '../../base/files/state-file.ts'
import { isObject } from '../../base/values/is-object.ts'
import { ownIdentity } from '../processes/process-identity.ts'
import { attempt } from '../values/attempt.ts'
import { type Clock, DAY_MS } from '../values/clock.ts'
import { type ClockJump, type ClockReading, findClockJump } from './clock-jump.ts'

interface ClockRecord {
  last: ClockReading
  jump?: ClockJump
  /** The person knows of the jump. */
  reported?: boolean
}

const RECORD: StateKind<ClockRecord> = {
  read: ({ last, jump, reported }) => {
    const isReading = isObject(last) && typeof last.time === 'number' && typeof last.boot === 'string'
    if (!isReading || (jump !== undefined && !isJump(jump))) return undefined
    const known = jump && { jump: jump as unknown as ClockJump }
    return { last: last as unknown as ClockReading, ...known, ...(reported === true && { reported }) }
  },
  durable: false,
}

function isJump(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Number.isNaN(Date.parse(String(value.to)))
}

export interface ClockWatch {
  /** Looks at the clock and remembers it. Never throws. */
  look(): void
  /** The last jump, while what ages waits for it: a day from then on. */
  recentJump(): ClockJump | undefined
  /** Lately, or since it was last looked at. Remembers nothing. */
  hasJumped(): boolean
  /** The last jump, the first time that somebody asks. */
  takeUnreported(): ClockJump | undefined
}

/** `state`: that of the memory directory. */
export function openClockWatch(state: string, clock: Clock): ClockWatch {
  const path = join(state, 'clock.json')
  const read = () => readState(path, RECORD)
  // Without a lock: whoever looks at the same time sees the same.
  const write = (record: ClockRecord) => attempt(() => writeState(path, RECORD, record))
  const recentJump = () => {
    const jump = read()?.jump
    const since = clock.now().getTime() - Date.parse(jump?.to ?? '')
    return since >= 0 && since < DAY_MS ? jump : undefined
  }
  return {
    look() {
      const known = read()
      const now = readClock(clock)
      const jump = known && findClockJump(known.last, now)
      write({ last: now, ...(jump ? { jump } : { jump: known?.jump, reported: known?.reported }) })
    },
    recentJump,
    hasJumped() {
      const known = read()
      return (
        recentJump() !== undefined || (known && findClockJump(known.last, readClock(clock))) !== undefined
      )
    },
    takeUnreported() {
      const known = read()
      if (!known?.jump || known.reported) return undefined
      write({ ...known, reported: true })
      return known.jump
    },
  }
}

function readClock(clock: Clock): ClockReading {
  // Host, start of the computer, process namespace.
  const [, boot = ''] = ownIdentity().world.split('/')
  return { time: clock.now().getTime(), uptime: clock.uptime?.(), boot }
}
