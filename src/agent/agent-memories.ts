// The named agents of a project and where each has its memory. Loaded when a message mentions one, and by the worker.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rootsOf } from '../base/projects/find-project.ts'
import { claudeConfigDirectory } from '../base/settings/config-home.ts'
import { type Environment, findVariable, VARIABLES } from '../base/settings/environment.ts'
import type { Settings } from '../base/settings/settings.ts'
import { openProjectAccess, type ProjectAccess } from '../base/trust/project-access.ts'
import {
  type AgentMemoryPlaces,
  agentMemoryDirectory,
  staysInside,
} from '../memory/agent-memory-directory.ts'
import type { ProjectContext } from '../search/project-context.ts'
import { type AgentDefinition, type AgentSource, resolveAgents } from './agents/agent-definition.ts'
import { type FoundAgents, findAgents, pluginAgents, readAgents } from './agents/find-agents.ts'
import type { DefinitionPlace } from './definitions/definition-place.ts'

export interface AgentPlaces {
  home: string
  env: Environment
  settings: Pick<Settings, 'findAll'>
  project: ProjectAccess
  /** Given on the command line, or by a program. */
  flag?: unknown
  /** Only the built-in ones, those of the flag and of the policy. */
  bare?: boolean
}

/** The settings' word for a project is the project's, unless the person's own file says it: that comes behind it. */
const SOURCE_OF: Readonly<Record<string, AgentSource>> = {
  project: 'project',
  local: 'project',
  own: 'project',
  policy: 'policy',
}

/** Built-in < plugin < user < project < flag < policy. */
export function agentsOf({ home, env, settings, project, flag, bare = false }: AgentPlaces): FoundAgents {
  const places: DefinitionPlace<AgentSource>[] = [
    ...pluginAgents(join(home, 'plugins')),
    { directory: join(claudeConfigDirectory(env), 'agents'), source: 'user' },
    { directory: join(home, 'agents'), source: 'user' },
    { project, path: '.claude/agents', source: 'project' },
    { project, path: '.memdir/agents', source: 'project' },
  ]
  const written = settings.findAll('agents').filter(({ origin }) => !bare || origin === 'policy')
  const found = [
    findAgents(bare ? [] : places),
    ...written.map(({ value, origin, path }) =>
      readAgents(value, { source: SOURCE_OF[origin] ?? 'user', path: path ?? origin }),
    ),
    readAgents(flag, { source: 'flag', path: '--agents' }),
  ]
  return {
    agents: resolveAgents(found.flatMap(({ agents }) => agents)),
    problems: found.flatMap(({ problems }) => problems),
  }
}

/** The directory by the agent's name; undefined where it has no memory of its own. */
export function agentMemories(context: ProjectContext): ReadonlyMap<string, string> {
  const { home, env, settings, location } = context
  const project = openProjectAccess(env, rootsOf(location.identity, location.identity.root))
  const found = new Map<string, string>()
  for (const agent of agentsOf({ home, env, settings, project }).agents) {
    const directory = agentMemoryOf(context, agent)
    if (directory !== undefined) found.set(agent.name, directory)
  }
  return found
}

/** Where this agent keeps its memories; undefined where it has none, or a link leads them out of the project. */
export function agentMemoryOf(
  { home, env, location }: ProjectContext,
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
