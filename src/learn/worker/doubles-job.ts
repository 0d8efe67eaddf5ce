// The job that looks for memories that are likely the same.

import { existsSync } from 'node:fs'
import { isOver } from '../../base/time/time-limit.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import { type Job, type JobState, lastRun } from '../job.ts'
import { DOUBLES, EMBEDDING } from '../request-work.ts'
import { ended, LAST_STEP_MS, MINUTE_MS } from './job-outcome.ts'

/** With vectors at hand, what is new is compared with everything else. */
export function likelyDoubles({ location, records }: ProjectContext): Job {
  return {
    name: DOUBLES,
    limitMs: 5 * MINUTE_MS,
    isDue: (state) => existsSync(location.memory) && areDoublesDue(state),
    async run({ log, signal, deadline }) {
      const limit = { signal, deadline: deadline - LAST_STEP_MS }
      const doubles = await (await records()).findLikelyDoubles({ recent: true, ...limit })
      // What was cut off begins at the same place again: no progress.
      const isComplete = !isOver(limit)
      if (isComplete) log.did('doubles', doubles.length)
      return ended(isComplete)
    },
  }
}

/** After an embedding that found something new, and not while one runs. */
export function areDoublesDue(state: JobState): boolean {
  if (lastRun(state, EMBEDDING)?.status === 'running') return false
  const last = lastRun(state, DOUBLES)
  if (last && last.status !== 'done') return true
  const since = state.runs.filter(({ job, started }) => job === EMBEDDING && started >= (last?.started ?? ''))
  return since.some(({ did }) => Object.values(did).some((count) => count > 0))
}
