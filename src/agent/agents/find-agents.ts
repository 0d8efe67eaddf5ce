// Finds the definitions of sub-agents in directories of Markdown files.
import {
  type DefinitionPlace,
  type DefinitionProblem,
  type OpenPlace,
  openPlace,
} from '../definitions/definition-place.ts'
import { type AgentDefinition, type AgentSource, readAgent } from './agent-definition.ts'
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
    for (const file of markdownFiles(open).slice(0, MAX_FILES)) {
      const text = open.read(file)
      if (text === undefined) continue
      const path = open.fullPath(file)
      const read = readAgent(text, place.source, path)
      if (!read.ok) problems.push({ path, problem: read.problem })
      else if ('project' in place)
        agents.push(approvedAgent(read.agent, `${place.path}/${file}`, place.project))
      else agents.push(read.agent)
    }
  }
  return { agents, problems }
}

function markdownFiles(place: OpenPlace, directory = '', depth = 0): string[] {
  return place.list(directory).flatMap((name) => {
    const path = directory === '' ? name : `${directory}/${name}`
    if (name.endsWith('.md')) return [path]
    const inside = depth < MAX_DEPTH && !name.startsWith('.') && place.isDirectory(path)
    return inside ? markdownFiles(place, path, depth + 1) : []
  })
}
