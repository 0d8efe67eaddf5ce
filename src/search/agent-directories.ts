// What agents keep of the project in directories of their own, beside the project's memory: it is read, searched and marked,
// never written.
import { type OwnMemory, placeOf, sharedMemories } from '../base/agents/own-memory.ts'
import { holdsMemories } from '../memory/scan-files.ts'
import type { ProjectContext } from './project-context.ts'

/** Directories of the agents that memdir is in. */
export function agentDirectories({
  home,
  env,
  location,
  everywhere,
}: Pick<ProjectContext, 'home' | 'env' | 'location' | 'everywhere'>): OwnMemory[] {
  if (everywhere) return []
  return sharedMemories(home, placeOf(location.identity), env).filter(
    ({ directory }) => directory !== location.memory && holdsMemories(directory),
  )
}
