import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { claudeConfigDirectory } from '../../settings/config-home.ts'
import { type AgentSetup, hookCommand, mcpCommand, type SetupPlaces } from './agent-setup.ts'
import { editJson, type FileEdit, groupAt, type Json, readTextFile, removeAt } from './file-edit.ts'
import { addHooks, removeHooks } from './hook-groups.ts'

const PLUGIN = 'memdir@memdir'

const settings = ({ env }: SetupPlaces) => join(claudeConfigDirectory(env), 'settings.json')

/** Where Claude Code keeps the servers of all projects: next to its directory, or in the one that a variable names. */
function serversFile({ env }: SetupPlaces): string {
  const directory = claudeConfigDirectory(env)
  return join(env.CLAUDE_CONFIG_DIR?.trim() ? directory : dirname(directory), '.claude.json')
}

function removePlugin(data: Json): void {
  removeAt(data, ['extraKnownMarketplaces', 'memdir'])
  removeAt(data, ['enabledPlugins', PLUGIN])
}

/** Claude Code writes this file all the time: it is touched only where something of ours is in it. */
function withoutServer(places: SetupPlaces): FileEdit[] {
  const path = serversFile(places)
  return readTextFile(path)?.includes('"memdir"')
    ? [editJson(path, (data) => removeAt(data, ['mcpServers', 'memdir']))]
    : []
}

const both = {
  name: 'claude-code',
  title: 'Claude Code',
  hooks: true,
  present: ({ env }: SetupPlaces) => existsSync(claudeConfigDirectory(env)),
  /** Of whichever way. */
  planRemove: (places: SetupPlaces) => [
    editJson(settings(places), (data) => {
      removePlugin(data)
      removeHooks(data)
    }),
    ...withoutServer(places),
  ],
} as const

/** Prompts are answered by the MCP server that runs anyway: no process per prompt. The plugin would do it twice. */
export const claudeCodeByMcp: AgentSetup = {
  ...both,
  mcp: true,
  planInstall(places) {
    const command = hookCommand(places, 'claude-code')
    const hook = (event: string, timeout: number, matcher?: string) => ({ event, timeout, matcher, command })
    return [
      editJson(settings(places), (data) => {
        removePlugin(data)
        addHooks(data, [
          hook('SessionStart', 5),
          { event: 'UserPromptSubmit', ...PROMPT_HOOK },
          hook('PostToolUse', 3, 'Read'),
          hook('Stop', 3),
          hook('PreCompact', 3),
          hook('SessionEnd', 3),
        ])
      }),
      editJson(serversFile(places), (data) => {
        groupAt(data, ['mcpServers']).memdir = { type: 'stdio', ...mcpCommand(places) }
      }),
    ]
  },
}

const PROMPT_HOOK = {
  type: 'mcp_tool',
  server: 'memdir',
  tool: 'hook',
  timeout: 3,
  input: Object.fromEntries(['hook_event_name', 'session_id', 'prompt'].map((name) => [name, `\${${name}}`])),
} as const

/** The plugin is enabled in the user's settings and stays where npm put it: an update of memdir updates it. */
export const claudeCode: AgentSetup = {
  ...both,
  other: claudeCodeByMcp,
  planInstall: (places) => [
    editJson(settings(places), (data) => {
      removeHooks(data)
      groupAt(data, ['extraKnownMarketplaces']).memdir = {
        source: { source: 'directory', path: places.plugins },
      }
      groupAt(data, ['enabledPlugins'])[PLUGIN] = true
    }),
    ...withoutServer(places),
  ],
}
