// The job that registers what a project shares with an agent, and offers what a second agent keeps for taking over, once.
import { markDirectory, wasMarked } from '../../base/agents/own-memory-told.ts'
import { BY_AGENT } from '../../base/projects/memory-location.ts'
import { registerProject } from '../../base/projects/register-project.ts'
import { type Place, placesOf } from '../../memory/places.ts'
import { holdsMemories } from '../../memory/scan-files.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { Job } from '../job.ts'

const MINUTE_MS = 60_000

/** Registers what is shared with an agent, and offers what a second one keeps. */
export function agentsMemories(context: ProjectContext): Job {
  const { home, env, location, clock, records } = context
  const isNewlyShared = () => location.decidedBy === BY_AGENT && holdsMemories(location.memory)
  return {
    name: 'own-memories',
    limitMs: 5 * MINUTE_MS,
    isDue: () => isNewlyShared() || toOffer(context).length > 0,
    async run({ log }) {
      if (isNewlyShared()) await registerProject(home, location, clock, env.PATH)
      for (const { agent = '', directory } of toOffer(context)) {
        const { readImport } = await import('../../memory/read-import.ts')
        const read = readImport(directory, 'markdown')
        const { waiting } = await (await records()).import(read, { actor: agent }, { plain: true })
        log.did('offered', waiting.count)
        await markDirectory(location.state, 'offered', directory)
      }
      return { status: 'done' }
    },
  }
}

/** Where the project's memory is memdir's own directory, it can become the agent's: nothing need be taken over. */
function toOffer(context: ProjectContext): Place[] {
  const { memory, projects, state } = context.location
  if (memory.startsWith(projects)) return []
  const kept = placesOf(context).filter(({ kind }) => kind === 'kept')
  return kept.filter(({ directory }) => !wasMarked(state, 'offered', directory))
}
