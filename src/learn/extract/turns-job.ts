// The job for what the turns of other agents' conversations left to do.
import { jobsTexts } from '../../base/messages/jobs.ts'
import { message } from '../../base/messages/message.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { openTurnLogs } from '../../models/turn-log.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { Job } from '../job.ts'
import { noteTurn } from '../notes-of-conversations.ts'
import { drainSpool, takeDropped } from '../worker/drain-spool.ts'
import { ended, MINUTE_MS } from '../worker/job-outcome.ts'
import { SPOOL_TURNS, type SpooledTurn, spooledFiles } from '../worker/spool-files.ts'
import { noteHeardTurn } from './heard-conversations.ts'
import { noteExtraction, unfinished } from './job-extraction.ts'
import { noteUsedIn } from './note-used.ts'
import { isOwnTurn } from './own-turns.ts'
import { proveReported } from './prove-reported.ts'

/** How long a provider that is down is left alone. */
const UNAVAILABLE_MS = 10 * MINUTE_MS

/** `removeOldClaims`: of events that were answered. */
export function endedTurns(context: ProjectContext, removeOldClaims: (state: string) => void): Job {
  const { env, store, location } = context
  return {
    name: 'turns',
    limitMs: 5 * MINUTE_MS,
    isDue: () => spooledFiles(location.state).length > 0,
    async run(run) {
      const { signal, log } = run
      const { openTurnExtraction } = await import('./extract-turn.ts')
      const counted = {
        signal,
        // Opened when a model is asked for the first time.
        get spend() {
          return run.spend
        },
        onFallback: () => log.did('by rules'),
      }
      const extraction = openTurnExtraction(context, counted)
      const openLog = openTurnLogs(location.state, env)
      const handle = async (turn: SpooledTurn) => {
        // A conversation of our own did the rest itself.
        const others = !isOwnTurn(turn)
        const said = openLog(turn)
        if (others) await noteHeardTurn(context, turn, said)
        if (others) log.did('proven', await proveReported(store, turn, said))
        if (others && (await noteTurn(context, turn, said, counted))) log.did('notes')
        const learnt = await extraction.extract(turn, said, signal)
        noteExtraction(log, learnt)
        if (others) log.did('used', await noteUsedIn(context, turn, said))
        log.did('turns')
        return unfinished(learnt)
      }
      removeOldClaims(location.state)
      const { errors, complete, unavailable, again } = await drainSpool(location.state, handle, signal)
      const { noteWaiting } = await import('../../memory/open-inbox.ts')
      await noteWaiting(context).catch(() => {})
      const [first] = errors
      if (first)
        throw new MemdirError(
          'internal',
          message(jobsTexts.turnsFailed, { count: errors.length, problem: first }),
        )
      if (unavailable) return { status: 'later', until: Date.now() + UNAVAILABLE_MS, reason: unavailable }
      if (again) return { status: 'later', until: Date.now() + UNAVAILABLE_MS, reason: again }
      const dropped = takeDropped(location.state)
      if (dropped === 0) return ended(complete)
      log.did('dropped', dropped)
      const reason = message(jobsTexts.turnsDropped, { count: dropped, limit: SPOOL_TURNS })
      return { ...ended(complete), reason }
    },
  }
}
