// Finds the definitions of sub-agents: in directories of Markdown files, and as JSON in settings.
import { join } from 'node:path'
import { isObject } from '../../base/values/is-object.ts'
import {
  type DefinitionPlace,
  type DefinitionProblem,
  listNames,
  type OpenPlace,
  openPlace,
  readDefinitions,
} from '../definitions/definition-place.ts'
import { type AgentDefinition, type AgentSource, readAgent, readAgentJson } from './agent-definition.ts'
import { approvedAgent } from './approved-agent.ts'
import { BUILT_IN_AGENTS } from './built-in-agents.ts'

export interface FoundAgents {
  /** All of them: `resolveAgents` picks the one that counts for each name. */
  agents: AgentDefinition[]
  problems: DefinitionProblem[]
}

const MAX_FILES = 500
const MAX_DEPTH = 4

/** Later places of the same source weigh more. The built-in ones come first. */
export function findAgents(places: readonly DefinitionPlace<AgentSource>[]): FoundAgents {
  const agents = [...BUILT_IN_AGENTS]
  const problems: DefinitionProblem[] = []
  for (const place of places) {
    const open = openPlace(place)
    const files = markdownFiles(open).slice(0, MAX_FILES)
    for (const { file, path, text } of readDefinitions(open, files, problems)) {
      const read = readAgent(text, place.source, path)
      if (!read.ok) problems.push({ path, problem: read.problem })
      else if ('project' in place)
        agents.push(approvedAgent(read.agent, `${place.path}/${file}`, place.project))
      else agents.push(named(read.agent, 'plugin' in place ? place.plugin : undefined))
    }
  }
  return { agents, problems }
}

/** A plugin's agents are called `plugin:agent`. */
function named(agent: AgentDefinition, plugin: string | undefined): AgentDefinition {
  return plugin === undefined ? agent : { ...agent, name: `${plugin}:${agent.name}` }
}

/** `plugins/NAME/agents/` of a directory of plugins. */
export function pluginAgents(directory: string): DefinitionPlace<AgentSource>[] {
  return listNames(directory).map((plugin) => ({
    directory: join(directory, plugin, 'agents'),
    source: 'plugin',
    plugin,
  }))
}

/** By name, as `agents` in settings has them. `path`: of the settings file, for people. */
export function readAgents(
  written: unknown,
  { source, path }: { source: AgentSource; path: string },
): FoundAgents {
  const found: FoundAgents = { agents: [], problems: [] }
  for (const [name, value] of Object.entries(isObject(written) ? written : {}).slice(0, MAX_FILES)) {
    const read = readAgentJson(name, value, { source, path })
    if (read.ok) found.agents.push(read.agent)
    else found.problems.push({ path: `${path}: agents.${name.slice(0, 80)}`, problem: read.problem })
  }
  return found
}

/** What people put beside their definitions. */
const NO_DEFINITION = /^readme\.md$/i

function markdownFiles(place: OpenPlace, directory = '', depth = 0): string[] {
  return place.list(directory).flatMap((name) => {
    const path = directory === '' ? name : `${directory}/${name}`
    if (name.endsWith('.md')) return NO_DEFINITION.test(name) ? [] : [path]
    const inside = depth < MAX_DEPTH && !name.startsWith('.') && place.isDirectory(path)
    return inside ? markdownFiles(place, path, depth + 1) : []
  })
}
