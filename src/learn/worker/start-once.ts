// Starts the worker once, however many ask while it gets going: a process takes a while until it holds the worker's
// lock, and on a large directory every prompt of that while would start another.
import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { identityOf, livenessOf, type ProcessIdentity } from '../../base/processes/process-identity.ts'
import { attempt } from '../../base/values/attempt.ts'
import { systemCode } from '../../base/values/errors.ts'
import type { WorkAsked } from '../../memory/memory-context.ts'

/** A claim without a living process counts for so long: whoever made it may be about to start one. */
const FRESH_MS = 10_000

/** `start` returns the number of the process, or undefined where none could be started. `directory` must exist. */
export function startOnce(directory: string, start: () => number | undefined): Exclude<WorkAsked, 'off'> {
  for (let tries = 0; tries < 2; tries++) {
    const claim = openClaim(claimPath(directory))
    if (claim === undefined) {
      if (isStarting(directory)) return 'running'
      rmSync(claimPath(directory), { force: true })
      continue
    }
    try {
      const pid = start()
      if (pid === undefined) rmSync(claimPath(directory), { force: true })
      else writeSync(claim, JSON.stringify(identityOf(pid)))
      return pid === undefined ? 'failed' : 'started'
    } finally {
      closeSync(claim)
    }
  }
  return 'running'
}

/** For the worker, when it holds its lock: from now on that says that it runs. */
export function endStart(directory: string): void {
  attempt(() => rmSync(claimPath(directory)))
}

function claimPath(directory: string): string {
  return join(directory, 'starting')
}

/** Undefined: somebody else was first. */
function openClaim(path: string): number | undefined {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return undefined
    throw error
  }
}

/** Somebody has started it, and it does not hold its lock yet. */
export function isStarting(directory: string): boolean {
  const path = claimPath(directory)
  const identity = attempt(() => JSON.parse(readFileSync(path, 'utf8')) as ProcessIdentity)
  const liveness = typeof identity?.pid === 'number' ? livenessOf(identity) : 'unknown'
  if (liveness !== 'unknown') return liveness === 'alive'
  const age = attempt(() => Date.now() - statSync(path).mtimeMs)
  return age !== undefined && Math.abs(age) < FRESH_MS
}
