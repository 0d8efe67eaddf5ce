// File operations that fail on demand: what a full disk, a lost permission or a dying drive does to whoever writes.
import { type FileOps, nodeFileOps } from '../../../src/base/files/file-ops.ts'

export type FaultCode = 'ENOSPC' | 'EACCES' | 'EIO' | 'EMFILE'

export interface FaultPlan {
  /** The call that fails, counted from 1; 0 for none. */
  at: number
  code: FaultCode
  /** All later calls fail too: a disk that does not come back. */
  sticky?: boolean
}

export interface FaultyFileOps extends FileOps {
  /** The names of the calls made so far, in order. */
  readonly calls: readonly (keyof FileOps)[]
}

/** Every call is counted; the planned one throws instead of acting. A failing `close` still closes, as the kernel does. */
export function faultyFileOps(plan: FaultPlan, base: FileOps = nodeFileOps): FaultyFileOps {
  const calls: (keyof FileOps)[] = []
  const guarded = (name: keyof FileOps) => {
    const act = base[name] as (...args: unknown[]) => unknown
    return (...args: unknown[]) => {
      calls.push(name)
      const fails = plan.sticky ? plan.at > 0 && calls.length >= plan.at : calls.length === plan.at
      if (!fails) return act(...args)
      if (name === 'close') act(...args)
      // A disk that fills up takes part of a write first.
      if (name === 'write' && plan.code === 'ENOSPC') writeHalf(base, args)
      throw Object.assign(new Error(`${plan.code}: injected fault, ${name}`), {
        code: plan.code,
        syscall: name,
      })
    }
  }
  const names = Object.keys(base) as (keyof FileOps)[]
  const ops = Object.fromEntries(names.map((name) => [name, guarded(name)])) as unknown as FileOps
  return Object.assign(ops, { calls })
}

export interface FileCall {
  /** From 1. */
  count: number
  name: keyof FileOps
  args: readonly unknown[]
}

/**
 * As if the process were killed at this call: neither it nor any later one acts, so that nothing is put back. A write
 * that is cut off has taken part of its bytes.
 */
export function stoppedFileOps(
  isLast: (call: FileCall) => boolean,
  base: FileOps = nodeFileOps,
): FaultyFileOps {
  const calls: (keyof FileOps)[] = []
  let stopped = false
  const guarded = (name: keyof FileOps) => {
    const act = base[name] as (...args: unknown[]) => unknown
    return (...args: unknown[]) => {
      calls.push(name)
      if (!stopped && !isLast({ count: calls.length, name, args })) return act(...args)
      if (!stopped && name === 'write') writeHalf(base, args)
      stopped = true
      throw new Error(`stopped at ${name}`)
    }
  }
  const names = Object.keys(base) as (keyof FileOps)[]
  const ops = Object.fromEntries(names.map((name) => [name, guarded(name)])) as unknown as FileOps
  return Object.assign(ops, { calls })
}

function writeHalf(base: FileOps, args: unknown[]): void {
  const [fd, bytes, offset, length] = args as [number, Uint8Array, number, number]
  if (length > 1) base.write(fd, bytes, offset, length >> 1)
}
