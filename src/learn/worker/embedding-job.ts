// The jobs that bring the search data up to date.

import { existsSync } from 'node:fs'
import type { Place } from '../../memory/places.ts'
import { filesOf, isEmbedded, markEmbedded, seenFiles } from '../../search/embedded-mark.ts'
import { embeddingBasis } from '../../search/embedding-basis.ts'
import { searchesWith } from '../../search/lazy-search.ts'
import type { MemorySearch } from '../../search/memory-search.ts'
import { recover } from '../../search/open-project-store.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { Job, JobContext, Outcome } from '../job.ts'
import { EMBEDDING } from '../request-work.ts'
import { ended, LAST_STEP_MS, MINUTE_MS } from './job-outcome.ts'

export function embedding(context: ProjectContext, remake: boolean): Job {
  const { place } = context
  return {
    name: EMBEDDING,
    basis: embeddingBasis(context.settings),
    limitMs: 10 * MINUTE_MS,
    isDue: () => existsSync(place.directory) && !isEmbedded(place, context.settings),
    async run(run) {
      await recover(context)
      const seen = seenFiles(place, context.settings)
      const outcome = await embed(await context.workSearch(), run, remake)
      if (outcome.status === 'done') markEmbedded(place, seen)
      return outcome
    },
  }
}

/** What is found beside the memories themselves: by their meaning too, as far as a job has come. */
export function embeddingBeside(
  context: ProjectContext,
  name: string,
  places: () => readonly Place[],
  remake = false,
): Job {
  const { settings } = context
  const toDo = () => places().filter((place) => filesOf(place).length > 0 && !isEmbedded(place, settings))
  return {
    name,
    basis: embeddingBasis(settings),
    limitMs: 10 * MINUTE_MS,
    isDue: () => toDo().length > 0,
    async run(run) {
      const searchOf = searchesWith({ ...context, mayConvert: true })
      const errors: unknown[] = []
      let isComplete = true
      try {
        for (const place of remake ? places() : toDo()) {
          try {
            const seen = seenFiles(place, settings)
            const outcome = await embed(await searchOf(place), run, remake)
            if (outcome.status === 'done') markEmbedded(place, seen)
            else isComplete = false
          } catch (error) {
            errors.push(error)
          }
        }
      } finally {
        await searchOf.close()
      }
      if (errors.length > 0) throw errors[0]
      return ended(isComplete)
    },
  }
}

async function embed(search: MemorySearch, run: JobContext, remake = false): Promise<Outcome> {
  const { signal, log } = run
  const deadline = run.deadline - LAST_STEP_MS
  const onProgress = (done: number, total: number) => log.progress(done, total)
  const { complete, ...did } = await search.work({ signal, deadline, rebuild: remake, onProgress })
  for (const [what, count] of Object.entries(did)) log.did(what, count)
  return ended(complete)
}
