// The job that keeps the turns of earlier conversations.

import type { ProjectContext } from '../../search/project-context.ts'
import type { Job } from '../job.ts'
import { ended, LAST_STEP_MS, MINUTE_MS } from '../worker/job-outcome.ts'
import { areEpisodesDue, gatherEpisodes } from './gather-episodes.ts'

/** The person's turns of past conversations, where they want that; where they no longer do, they go. */
export function episodes(context: ProjectContext): Job {
  return {
    name: 'episodes',
    limitMs: 5 * MINUTE_MS,
    isDue: () => context.switch.on && areEpisodesDue(context),
    async run({ log, signal, deadline }) {
      const limit = { signal, deadline: deadline - LAST_STEP_MS }
      const gathered = await gatherEpisodes(context, limit)
      log.did('conversations', gathered.conversations)
      log.did('episodes', gathered.episodes)
      return ended(gathered.complete)
    },
  }
}
