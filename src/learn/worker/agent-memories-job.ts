// The job that brings the search data of other directories of this project up to date.

import { agentDirectories } from '../../search/agent-directories.ts'
import { isEmbedded, markEmbedded, seenFiles } from '../../search/embedded-mark.ts'
import { embeddingBasis } from '../../search/embedding-basis.ts'
import { searchesIn, stateOf } from '../../search/lazy-search.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { Job } from '../job.ts'
import { embed } from './embedding-job.ts'
import { ended, MINUTE_MS } from './job-outcome.ts'

/** What named agents remember, and agents in directories of their own, is found by meaning too. */
export function embeddingOfAgents(
  context: ProjectContext,
  remake: boolean,
  existingMemories: (context: ProjectContext) => string[],
): Job {
  const places = () =>
    [...existingMemories(context), ...agentDirectories(context).map(({ directory }) => directory)].map(
      (directory) => ({
        directory,
        state: stateOf(context.location.projects, directory),
      }),
    )
  return {
    name: 'agent-memories',
    basis: embeddingBasis(context.settings),
    limitMs: 10 * MINUTE_MS,
    isDue: () => places().some((place) => !isEmbedded(place, context.settings)),
    async run(run) {
      const searchIn = searchesIn(context.location.projects, { ...context, mayConvert: true })
      const errors: unknown[] = []
      let isComplete = true
      try {
        for (const place of places()) {
          try {
            const seen = seenFiles(place, context.settings)
            const outcome = await embed(await searchIn(place.directory), run, remake)
            if (outcome.status === 'done') markEmbedded(place, seen)
            else isComplete = false
          } catch (error) {
            errors.push(error)
          }
        }
      } finally {
        await searchIn.close()
      }
      if (errors.length > 0) throw errors[0]
      return ended(isComplete)
    },
  }
}
