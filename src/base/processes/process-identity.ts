// Who a process is, so that a lock's owner can be distinguished from a later process with the same number.
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { attempt } from '../values/attempt.ts'
import { systemCode } from '../values/errors.ts'

export interface ProcessIdentity {
  pid: number
  /** Start time in clock ticks since boot; `-` where the system does not tell. */
  start: string
  /** Where a process number means something: host, boot and process namespace. */
  world: string
}

let own: ProcessIdentity | undefined

export function ownIdentity(): ProcessIdentity {
  own ??= { pid: process.pid, start: startTime(process.pid) ?? '-', world: currentWorld() }
  return own
}

/** The identity of a process that runs here. */
export function identityOf(pid: number): ProcessIdentity {
  return { pid, start: startTime(pid) ?? '-', world: ownIdentity().world }
}

export type Liveness = 'alive' | 'dead' | 'unknown'

/** `unknown`: the process belongs to another machine or container, whose processes cannot be seen from here. */
export function livenessOf(identity: ProcessIdentity): Liveness {
  const here = ownIdentity().world
  if (identity.world !== here) return rebooted(identity.world, here) ? 'dead' : 'unknown'
  if (process.platform === 'linux') {
    const start = startTime(identity.pid)
    if (start === undefined) return 'dead'
    return identity.start === '-' || start === '-' || start === identity.start ? 'alive' : 'dead'
  }
  try {
    process.kill(identity.pid, 0)
    return 'alive'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH' ? 'dead' : 'alive'
  }
}

/** undefined: no such process (a zombie has ended too). `-`: it exists, but its start time is not known. */
function startTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : (fields[19] ?? '-')
  } catch (error) {
    // Only a missing entry proves an end: too many open files, for one, must not make a living owner look dead.
    const gone = systemCode(error) === 'ENOENT' || systemCode(error) === 'ESRCH'
    return gone && process.platform === 'linux' ? undefined : '-'
  }
}

function currentWorld(): string {
  // The file says the same and is read sooner than Node's module is loaded.
  const host = (attempt(() => readFileSync('/proc/sys/kernel/hostname', 'latin1').trim()) ?? hostname())
    .slice(0, 64)
    .replace(/[^A-Za-z0-9.-]/g, '-')
  const boot = attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').slice(0, 8)) ?? '-'
  const space = attempt(() => /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0]) ?? '-'
  return `${host}/${boot}/${space}`
}

/** The same host after a restart: whatever ran before has ended. */
function rebooted(then: string, now: string): boolean {
  const [hostThen, bootThen] = then.split('/')
  const [hostNow, bootNow] = now.split('/')
  return hostThen === hostNow && bootThen !== bootNow && bootThen !== '-' && bootNow !== '-'
}
