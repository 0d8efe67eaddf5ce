// The MCP servers that a project's `.mcp.json` asks for: programs to start and addresses to connect to. They are
// given out only once the person has approved exactly them.

import { MAX_PROJECT_FILE_BYTES } from '../settings/settings-files.ts'
import { attempt } from '../values/attempt.ts'
import { type ProjectAccess, readProjectText } from './project-access.ts'

const FILE = '.mcp.json'

/** By name, as they are written; empty where there are none or they wait. */
export function projectMcpServers(project: ProjectAccess): Record<string, unknown> {
  const text = readProjectText(project, FILE, MAX_PROJECT_FILE_BYTES)
  const data: unknown =
    text === undefined ? undefined : attempt(() => JSON.parse(text.replace(/^\ufeff/, '')))
  const servers: unknown = (data as { mcpServers?: unknown } | null | undefined)?.mcpServers
  if (typeof servers !== 'object' || servers === null || Object.keys(servers).length === 0) return {}
  const approved = project.isApproved({ kind: 'mcp', name: FILE, content: { mcpServers: servers } })
  return approved ? { ...servers } : {}
}
