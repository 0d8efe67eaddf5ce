// Asks for background work: a detached process, started once however many ask for it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readLock } from '../base/files/lock.ts'
import { startDetached } from '../base/processes/detached.ts'
import { GUARD_VARIABLE } from '../base/processes/guard.ts'
import { attempt } from '../base/values/attempt.ts'
import type { WorkAsked } from '../memory/memory-context.ts'
import { cacheOf, optionsOf } from '../memory/places.ts'
import { dropEmbeddedMark } from '../search/embedded-mark-path.ts'
import { embeddingBasis } from '../search/embedding-basis.ts'
import { CATALOG, type ProjectContext } from '../search/project-context.ts'
import { heldBack } from './worker/hold-back.ts'
import { openJobLog } from './worker/job-log.ts'
import { isStarting, startOnce } from './worker/start-once.ts'

/** The job that brings the search data up to date. */
export const EMBEDDING = 'embedding'
export const SYMBOLS = 'symbols'
export const DOUBLES = 'doubles'
export const DREAM = 'dream'
export const LOGS_JOB = 'logs'

/** A worker begins nothing after it. */
export const WORKER_LIMIT_MS = 600_000

/** Who asks because of these does not trust the search data, whatever its mark says. */
const DOUBTS: readonly string[] = [CATALOG, 'doctor']

export function requestWork(
  { directory, env, settings, location, place }: ProjectContext,
  reason: string,
): WorkAsked {
  const command = settings.get('background.enabled') ? commandPath() : undefined
  if (command === undefined) return 'off'
  const jobs = jobsOf({ location })
  const log = openJobLog(jobs)
  if (reason === CATALOG) {
    const job = { name: EMBEDDING, basis: embeddingBasis(settings) }
    if (heldBack(log.runsOf(EMBEDDING), job, Date.now())) return 'off'
  }
  if (DOUBTS.includes(reason)) dropEmbeddedMark(cacheOf(place))
  log.request()
  if (hasWorker({ location })) return 'running'
  const args = [
    command,
    'jobs',
    'run',
    '--reason',
    reason,
    '--deadline',
    String(Date.now() + WORKER_LIMIT_MS),
    '--project',
    directory,
    ...optionsOf(place.kind),
  ]
  const start = () => startDetached(args, { cwd: directory, env: { ...env, [GUARD_VARIABLE]: '1' } })
  return attempt(() => startOnce(jobs, start)) ?? 'failed'
}

export function jobsOf({ location }: Pick<ProjectContext, 'location'>): string {
  return join(location.state, 'jobs')
}

function hasWorker({ location }: Pick<ProjectContext, 'location'>): boolean {
  const lock = attempt(() => readLock(join(location.state, 'locks'), 'worker'))
  return lock !== undefined && !lock.takeable
}

/** Or is about to. */
export function isWorkerRunning(context: Pick<ProjectContext, 'location'>): boolean {
  return hasWorker(context) || isStarting(jobsOf(context))
}

/** The command next to this file: in the bundle, or in the library's `bin/`. */
export function commandPath(): string | undefined {
  const here = fileURLToPath(new URL('.', import.meta.url))
  return [join(here, 'memdir.js'), join(here, '..', 'bin', 'memdir.js')].find((path) => existsSync(path))
}
