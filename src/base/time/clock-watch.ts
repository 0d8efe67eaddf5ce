// Watches the clock of the computer from one write to the next: what is deleted by age waits for a day after a jump, and
// the person is reported once.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../files/atomic-write.ts'
import { ownIdentity } from '../processes/process-identity.ts'
import { attempt } from '../values/attempt.ts'
import { type Clock, DAY_MS } from '../values/clock.ts'
import { type ClockJump, type ClockReading, findClockJump } from './clock-jump.ts'

interface ClockRecord {
  v: 1
  last: ClockReading
  jump?: ClockJump
  /** The person knows of the jump. */
  reported?: boolean
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
  const read = () => readRecord(path)
  const write = (record: ClockRecord) =>
    attempt(() => writeFileAtomic(path, JSON.stringify(record), { durable: false }))
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
      write({ v: 1, last: now, ...(jump ? { jump } : { jump: known?.jump, reported: known?.reported }) })
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

/** Anything else than a record of ours is none. */
function readRecord(path: string): ClockRecord | undefined {
  const record = attempt(() => JSON.parse(readFileSync(path, 'utf8')) as ClockRecord)
  const { time, boot } = record?.last ?? {}
  const isOurs = record?.v === 1 && typeof time === 'number' && typeof boot === 'string'
  return isOurs && (record.jump === undefined || !Number.isNaN(Date.parse(record.jump.to)))
    ? record
    : undefined
}
