// Finds the definitions of sub-agents in directories of Markdown files.
import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../../lib/attempt.ts'
import { readRegularText } from '../../lib/read-regular.ts'
import type { Message } from '../../messages/message.ts'
import { listProject, type ProjectAccess, readProjectText } from '../../settings/project-access.ts'
import { approvedAgent } from '../approved-definition.ts'
import { type AgentDefinition, type AgentSource, readAgent } from './agent-definition.ts'
import { BUILT_IN_AGENTS } from './built-in-agents.ts'

/** A directory of the person's or the machine's, or one below a working tree. */
export type AgentPlace =
  | { directory: string; source: AgentSource }
  | { project: ProjectAccess; path: string; source: 'project' }

export interface FoundAgents {
  /** All of them: `resolveAgents` picks the one that counts for each name. */
  agents: AgentDefinition[]
  /** Files that are not definitions, for `doctor`. */
  problems: { path: string; problem: Message }[]
}

const MAX_FILES = 500
const MAX_DEPTH = 4
const MAX_CHARACTERS = 200_000
/** A larger file is no definition. */
const MAX_BYTES = 1_000_000

/** Later places of the same source weigh more. The built-in ones come first. */
export function findAgents(places: readonly AgentPlace[]): FoundAgents {
  const found: FoundAgents = { agents: [...BUILT_IN_AGENTS], problems: [] }
  for (const place of places) {
    for (const { path, text, inProject } of 'project' in place ? projectTexts(place) : ownTexts(place)) {
      const read = readAgent(text.slice(0, MAX_CHARACTERS), place.source, path)
      if (!read.ok) found.problems.push({ path, problem: read.problem })
      else if ('project' in place)
        found.agents.push(approvedAgent(read.agent, inProject ?? '', place.project))
      else found.agents.push(read.agent)
    }
  }
  return found
}

interface FoundText {
  path: string
  text: string
  inProject?: string
}

function ownTexts({ directory }: { directory: string }): FoundText[] {
  return markdownFiles(directory, 0)
    .slice(0, MAX_FILES)
    .flatMap((path) => {
      const text = readRegularText(path, MAX_BYTES)
      return text === undefined ? [] : [{ path, text }]
    })
}

function projectTexts({ project, path }: { project: ProjectAccess; path: string }): FoundText[] {
  return projectFiles(project, path, 0)
    .slice(0, MAX_FILES)
    .flatMap((inProject) => {
      const text = readProjectText(project, inProject, MAX_BYTES)
      return text === undefined ? [] : [{ path: join(project.checkout, inProject), text, inProject }]
    })
}

function projectFiles(project: ProjectAccess, path: string, depth: number): string[] {
  return listProject(project, path).flatMap((name) => {
    const inner = `${path}/${name}`
    if (name.endsWith('.md')) return [inner]
    return depth < MAX_DEPTH && !name.startsWith('.') ? projectFiles(project, inner, depth + 1) : []
  })
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
