// The jobs that bring the search data up to date.

import { existsSync } from 'node:fs'
import { embedEntries, entriesToEmbed } from '../../search/embed-entries.ts'
import { isEmbedded, markEmbedded, seenFiles } from '../../search/embedded-mark.ts'
import { embeddingBasis } from '../../search/embedding-basis.ts'
import type { MemorySearch } from '../../search/memory-search.ts'
import { recover } from '../../search/open-project-store.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { Job, JobContext, Outcome } from '../job.ts'
import { EMBEDDING } from '../request-work.ts'
import { ended, LAST_STEP_MS, MINUTE_MS } from './job-outcome.ts'

export function embedding(context: ProjectContext, remake: boolean): Job {
  const place = { directory: context.location.memory, state: context.location.state }
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

/** Embeds daily logs and earlier conversations, where the person uses them. */
export function embeddingOfEntries(context: ProjectContext): Job {
  return {
    name: 'entries',
    basis: embeddingBasis(context.settings),
    limitMs: 10 * MINUTE_MS,
    isDue: () => entriesToEmbed(context).length > 0,
    async run(run) {
      const isComplete = async (search: MemorySearch) => (await embed(search, run)).status === 'done'
      return ended(await embedEntries(context, isComplete))
    },
  }
}

export async function embed(search: MemorySearch, run: JobContext, remake = false): Promise<Outcome> {
  const { signal, log } = run
  const deadline = run.deadline - LAST_STEP_MS
  const onProgress = (done: number, total: number) => log.progress(done, total)
  const { complete, ...did } = await search.work({ signal, deadline, rebuild: remake, onProgress })
  for (const [what, count] of Object.entries(did)) log.did(what, count)
  return ended(complete)
}
