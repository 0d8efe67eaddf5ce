// Finds the definitions of sub-agents in directories of Markdown files.
import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../lib/attempt.ts'
import { type AgentDefinition, type AgentSource, readAgent } from './agent-definition.ts'
import { BUILT_IN_AGENTS } from './built-in-agents.ts'

export interface AgentPlace {
  directory: string
  source: AgentSource
}

export interface FoundAgents {
  /** All of them: `resolveAgents` picks the one that counts for each name. */
  agents: AgentDefinition[]
  /** Files that are not definitions, for `doctor`. */
  problems: { path: string; problem: string }[]
}

const MAX_FILES = 500
const MAX_DEPTH = 4
const MAX_CHARACTERS = 200_000

/** Later places of the same source weigh more. The built-in ones come first. */
export function findAgents(places: readonly AgentPlace[]): FoundAgents {
  const found: FoundAgents = { agents: [...BUILT_IN_AGENTS], problems: [] }
  for (const { directory, source } of places) {
    for (const path of markdownFiles(directory, 0).slice(0, MAX_FILES)) {
      const text = attempt(() => readFileSync(path, 'utf8'))
      if (text === undefined) continue
      const read = readAgent(text.slice(0, MAX_CHARACTERS), source, path)
      if (read.ok) found.agents.push(read.agent)
      else found.problems.push({ path, problem: read.problem })
    }
  }
  return found
}

function markdownFiles(directory: string, depth: number): string[] {
  const entries = attempt(() => readdirSync(directory, { withFileTypes: true })) ?? []
  entries.sort((a: Dirent, b: Dirent) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    const path = join(directory, entry.name)
    if (entry.isDirectory() && depth < MAX_DEPTH && !entry.name.startsWith('.'))
      return markdownFiles(path, depth + 1)
    return entry.isFile() && entry.name.endsWith('.md') ? [path] : []
  })
}
