// The directory of a named agent's memories, made when its rules first say that it is there.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { excludeFromGit } from '../../base/git/git-exclude.ts'
import type { AgentWithMemory } from '../../memory/agent-memory-directory.ts'

/** What is for this machine alone stays out of version control. */
export function makeAgentMemory(directory: string, memory: AgentWithMemory['memory']): void {
  const made = mkdirSync(directory, { recursive: true, mode: memory === 'project' ? 0o755 : 0o700 })
  if (made !== undefined && memory === 'local') excludeFromGit(dirname(directory))
}
