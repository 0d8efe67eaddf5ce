// A lock between processes that survives kill -9 and never has two holders.
//
// The lock is a row of numbered claims, `<name>.1`, `<name>.2`, …; the highest one counts. Making a claim is one
// atomic, exclusive system call (a symbolic link whose target is the owner), so for each number there is one winner.
// A claim may be followed by the next number when it says `free` or its owner is dead. Numbers never go back and the
// highest claim is never removed, so there is no moment in which a slow process could take over a lock that has
// changed hands: its claim fails, or turns out not to be the highest and is void.
import { constants as OPEN_FLAGS } from 'node:fs'
import { join } from 'node:path'
import { ioTexts } from '../messages/io.ts'
import { message } from '../messages/message.ts'
import { livenessOf, ownIdentity, type ProcessIdentity } from '../processes/process-identity.ts'
import { attempt } from '../values/attempt.ts'
import { isDiskFull, MemdirError, systemCode } from '../values/errors.ts'
import { randomId } from '../values/ids.ts'
import { type FileOps, nodeFileOps, writeAll } from './file-ops.ts'

interface LockOptions {
  /** How long to wait for another holder. Default 10 s. */
  timeoutMs?: number
  /** A holder on another machine or in another container counts as dead after this long. Default 10 minutes. */
  foreignStaleMs?: number
  ops?: FileOps
}

export interface Lock {
  /** Grows with every acquisition of this lock. */
  readonly generation: number
  release(): void
}

interface LockState {
  generation: number
  holder: 'free' | (ProcessIdentity & { token: string }) | 'unreadable'
  /** Whether somebody else may claim it now. */
  takeable: boolean
}

const FREE = 'free'
/** Old claims kept, so that a directory listing taken in mid-change never misses all recent ones. */
const KEPT_CLAIMS = 6
const FOREIGN_STALE_MS = 600_000

/** Waits for the lock. Throws `locked` when the time-out passes. The directory must exist. */
export async function acquireLock(directory: string, name: string, options: LockOptions = {}): Promise<Lock> {
  const deadline = Date.now() + (options.timeoutMs ?? 10_000)
  for (let round = 0; ; round++) {
    const lock = tryLock(directory, name, options)
    if (lock) return lock
    if (Date.now() >= deadline) throw lockedError(directory, name, options)
    await new Promise((wake) => setTimeout(wake, Math.min(20, 1 + round) * (0.5 + Math.random())))
  }
}

/** Takes the lock if it is free or its owner is dead; undefined if somebody holds it. */
export function tryLock(directory: string, name: string, options: LockOptions = {}): Lock | undefined {
  const ops = options.ops ?? nodeFileOps
  const state = readLock(directory, name, options)
  if (!state.takeable) return undefined
  const generation = state.generation + 1
  const path = claimPath(directory, name, generation)
  const token = randomId()
  if (!claimMakingRoom(ops, directory, name, generation, ownerText(token))) return undefined
  const release = () => giveBack(ops, directory, name, generation, token)
  try {
    const claims = generations(ops, directory, name)
    if (Math.max(...claims) !== generation) {
      abandon(ops, path, token)
      return undefined
    }
    sweepOldClaims(ops, directory, name, claims)
  } catch (error) {
    // A claim that nobody knows of would keep everybody out for as long as this process lives.
    release()
    throw error
  }
  let held = true
  return {
    generation,
    release() {
      if (held) release()
      held = false
    },
  }
}

/** Claims that this process gave up but could not take off the disk: they hold nobody back here. */
const abandoned = new Set<string>()

/** Never throws: where the next number cannot be written, the own claim is removed, so that the one before counts. */
function giveBack(ops: FileOps, directory: string, name: string, generation: number, token: string): void {
  try {
    claimMakingRoom(ops, directory, name, generation + 1, FREE)
  } catch {
    abandon(ops, claimPath(directory, name, generation), token)
  }
}

function abandon(ops: FileOps, path: string, token: string): void {
  try {
    ops.unlink(path)
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') abandoned.add(token)
  }
}

/** Who holds the lock now. Changes nothing. */
export function readLock(directory: string, name: string, options: LockOptions = {}): LockState {
  const ops = options.ops ?? nodeFileOps
  const generation = highest(ops, directory, name)
  if (generation === 0) return { generation, holder: 'free', takeable: true }
  const path = claimPath(directory, name, generation)
  const text = readClaim(ops, path)
  // Gone between the listing and the reading: the lock moved on.
  if (text === undefined) return { generation, holder: 'unreadable', takeable: false }
  if (text === FREE) return { generation, holder: 'free', takeable: true }
  const holder = parseOwner(text)
  const liveness = holder ? (abandoned.has(holder.token) ? 'dead' : livenessOf(holder)) : 'unknown'
  const stale = liveness === 'unknown' && ageMs(ops, path) > (options.foreignStaleMs ?? FOREIGN_STALE_MS)
  return { generation, holder: holder ?? 'unreadable', takeable: liveness === 'dead' || stale }
}

function claimPath(directory: string, name: string, generation: number): string {
  return join(directory, `${name}.${generation}`)
}

function ownerText(token: string): string {
  const { pid, start, world } = ownIdentity()
  return `${pid}:${start}:${token}:${world}`
}

function parseOwner(text: string): (ProcessIdentity & { token: string }) | undefined {
  const [, pid, start = '', token = '', world = ''] = /^(\d{1,10}):(\d+|-):([0-9a-z]+):(.+)$/.exec(text) ?? []
  return pid === undefined ? undefined : { pid: Number(pid), start, token, world }
}

function highest(ops: FileOps, directory: string, name: string): number {
  return Math.max(0, ...generations(ops, directory, name))
}

function generations(ops: FileOps, directory: string, name: string): number[] {
  const prefix = `${name}.`
  return ops
    .readdir(directory)
    .filter((entry) => entry.startsWith(prefix) && /^\d{1,15}$/.test(entry.slice(prefix.length)))
    .map((entry) => Number(entry.slice(prefix.length)))
}

/** Where no file can be made any more, its own old claims go first: what removes things takes locks, too. */
function claimMakingRoom(
  ops: FileOps,
  directory: string,
  name: string,
  generation: number,
  text: string,
): boolean {
  const path = claimPath(directory, name, generation)
  try {
    return claim(ops, path, text)
  } catch (error) {
    const claims = generations(ops, directory, name)
    if (!isDiskFull(error) || claims.length < 2) throw error
    sweepOldClaims(ops, directory, name, claims, 0)
    return claim(ops, path, text)
  }
}

/** One atomic call: false when somebody else made this claim. */
function claim(ops: FileOps, path: string, text: string): boolean {
  try {
    ops.symlink(text, path)
    return true
  } catch (error) {
    const code = systemCode(error)
    if (code === 'EEXIST') return false
    if (code === 'EPERM' || code === 'ENOSYS' || code === 'ENOTSUP' || code === 'EOPNOTSUPP') {
      return claimByFile(ops, path, text)
    }
    throw error
  }
}

/** Where symbolic links cannot be made. A kill between the two calls leaves an empty claim, which goes stale by age. */
function claimByFile(ops: FileOps, path: string, text: string): boolean {
  const { O_CREAT, O_EXCL, O_WRONLY } = OPEN_FLAGS
  try {
    const fd = ops.open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    try {
      writeAll(ops, fd, Buffer.from(text))
    } catch (error) {
      remove(ops, path)
      throw error
    } finally {
      attempt(() => ops.close(fd))
    }
    return true
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false
    throw error
  }
}

function readClaim(ops: FileOps, path: string): string | undefined {
  try {
    return ops.readlink(path)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    if (systemCode(error) !== 'EINVAL') throw error
  }
  try {
    return ops.readFile(path).toString('utf8')
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}

function ageMs(ops: FileOps, path: string): number {
  try {
    return Date.now() - ops.lstat(path).mtimeMs
  } catch {
    return 0
  }
}

function sweepOldClaims(
  ops: FileOps,
  directory: string,
  name: string,
  claims: readonly number[],
  kept = KEPT_CLAIMS,
): void {
  const current = Math.max(...claims)
  for (const generation of claims) {
    if (generation < current - kept) remove(ops, claimPath(directory, name, generation))
  }
}

function remove(ops: FileOps, path: string): void {
  try {
    ops.unlink(path)
  } catch {
    // Somebody else swept it.
  }
}

function lockedError(directory: string, name: string, options: LockOptions): MemdirError {
  const { holder } = readLock(directory, name, options)
  const who = typeof holder === 'object' ? `process ${holder.pid}` : 'another process'
  return new MemdirError('locked', message(ioTexts.isWriting, { who }), {
    fix: message(ioTexts.waitForIt),
    details: typeof holder === 'object' ? { pid: holder.pid } : undefined,
  })
}
