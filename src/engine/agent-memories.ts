// The named agents of a project and where each has its memory. Loaded when a message mentions one, and by the worker.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type AgentDefinition, resolveAgents } from '../agent/agents/agent-definition.ts'
import { type FoundAgents, findAgents } from '../agent/agents/find-agents.ts'
import {
  type AgentMemoryPlaces,
  agentMemoryDirectory,
  staysInside,
} from '../agent-memory/agent-memory-directory.ts'
import { claudeConfigDirectory } from '../settings/config-home.ts'
import { type Environment, findVariable, VARIABLES } from '../settings/environment.ts'
import { openProjectAccess, type ProjectAccess } from '../settings/project-access.ts'
import type { EngineContext } from './engine-context.ts'
import { rootsOf } from './find-project.ts'

export function agentsOf(home: string, env: Environment, project: ProjectAccess): FoundAgents {
  const { agents, problems } = findAgents([
    { directory: join(claudeConfigDirectory(env), 'agents'), source: 'user' },
    { directory: join(home, 'agents'), source: 'user' },
    { project, path: '.claude/agents', source: 'project' },
  ])
  return { agents: resolveAgents(agents), problems }
}

/** The directory by the agent's name; undefined where it has no memory of its own. */
export function agentMemories(context: EngineContext): ReadonlyMap<string, string> {
  const { home, env, location } = context
  const project = openProjectAccess(env, rootsOf(location.identity, location.identity.root))
  const found = new Map<string, string>()
  for (const agent of agentsOf(home, env, project).agents) {
    const directory = agentMemoryOf(context, agent)
    if (directory !== undefined) found.set(agent.name, directory)
  }
  return found
}

/** Where this agent keeps its memories; undefined where it has none, or a link leads them out of the project. */
export function agentMemoryOf(
  { home, env, location }: EngineContext,
  { name, memory }: Pick<AgentDefinition, 'name' | 'memory'>,
): string | undefined {
  if (memory === undefined) return undefined
  const { identity, projects } = location
  const remote = findVariable(env, VARIABLES.remoteMemoryDirectory) !== undefined
  const places: AgentMemoryPlaces = {
    home,
    claude: claudeConfigDirectory(env),
    root: identity.root,
    ...(remote && { remote: join(projects, identity.name) }),
  }
  const directory = agentMemoryDirectory({ name, memory }, places)
  return staysInside(directory, { name, memory }, places) ? directory : undefined
}

export function existingMemories(memories: ReadonlyMap<string, string>): string[] {
  return [...new Set(memories.values())].filter((directory) => existsSync(directory))
}
