// The jobs of the background, in the order in which they begin where several are due. Each is made by the feature that
// does it.
import { agentPlace, entriesOf, type Place, placesOf } from '../memory/places.ts'
import type { ProjectContext } from '../search/project-context.ts'
import type { JobsOptions } from './background.ts'
import { dreaming } from './dream/dream-job.ts'
import { dailyLogs } from './dream/logs-job.ts'
import { episodes } from './episodes/episodes-job.ts'
import { endedTurns } from './extract/turns-job.ts'
import type { Job } from './job.ts'
import { agentsMemories } from './worker/agents-memories.ts'
import { cleanUp } from './worker/clean-up-job.ts'
import { likelyDoubles } from './worker/doubles-job.ts'
import { embedding, embeddingBeside } from './worker/embedding-job.ts'
import { symbolList } from './worker/symbols-job.ts'

/** What the jobs need of rooms below. */
interface JobsNeed {
  /** The directories in which named agents keep memories of their own, where they are there. */
  agentMemories(context: ProjectContext): string[]
  /** Removes old claims of events that were answered. */
  removeOldClaims(state: string): void
}

export function jobsOf(
  context: ProjectContext,
  { agentMemories, removeOldClaims }: JobsNeed,
  { remake, dream, allLogs }: JobsOptions = {},
): Job[] {
  return [
    endedTurns(context, removeOldClaims),
    cleanUp(context),
    agentsMemories(context),
    embedding(context, remake === true),
    embeddingBeside(
      context,
      'agent-memories',
      () => ofAgents(context, agentMemories(context)),
      remake === true,
    ),
    embeddingBeside(context, 'entries', () => usedEntries(context)),
    likelyDoubles(context),
    symbolList(context),
    dreaming(context, dream),
    dailyLogs(context, allLogs === true),
    episodes(context),
  ]
}

/** What named agents remember, and agents in directories of their own. */
function ofAgents(context: ProjectContext, directories: readonly string[]): Place[] {
  const { projects } = context.location
  const named = directories.map((directory) => agentPlace(projects, directory))
  return [...named, ...placesOf(context).filter(({ kind }) => kind === 'kept')]
}

/** Of daily logs and earlier conversations, where the person uses them. */
function usedEntries(context: ProjectContext): Place[] {
  return context.switch.on ? entriesOf(context) : []
}
