import { dirname, join } from 'node:path'
import { claudeConfigDirectory } from '../../base/settings/config-home.ts'
import { type AgentSetup, hasFiles, mcpCommand, type SetupPlaces } from '../agent-setup.ts'
import { callHookCommand, hookCommand } from '../hook-starter.ts'
import type { WantedFile, WantedHook } from './wanted-file.ts'

const settings = ({ env }: SetupPlaces) => join(claudeConfigDirectory(env), 'settings.json')

/** Where Claude Code keeps the servers of all projects: next to its directory, or in the one that a variable names. */
function serversFile({ env }: SetupPlaces): string {
  const directory = claudeConfigDirectory(env)
  return join(env.CLAUDE_CONFIG_DIR?.trim() ? directory : dirname(directory), '.claude.json')
}

/** Both ways name the same places, so that each takes away what the other wants. */
function files(
  places: SetupPlaces,
  wanted: { plugin?: true; hooks: readonly WantedHook[]; server?: object },
): WantedFile[] {
  const source = { source: { source: 'directory', path: places.plugins } }
  return [
    {
      format: 'json',
      path: settings(places),
      values: [
        { at: ['extraKnownMarketplaces', 'memdir'], value: wanted.plugin && source, isOurs: isOurSource },
        { at: ['enabledPlugins', 'memdir@memdir'], value: wanted.plugin, isOurs: (value) => value === true },
      ],
      hooks: { form: 'nested', list: wanted.hooks },
      // It ignores such a file as a whole, without a word.
      dialect: { comments: false, commas: false },
    },
    {
      format: 'json',
      path: serversFile(places),
      values: [{ at: ['mcpServers', 'memdir'], value: wanted.server }],
      dialect: { comments: false, commas: false },
    },
  ]
}

/** The `plugins` directory of whichever installation. */
function isOurSource(value: unknown): boolean {
  const { source } = (value ?? {}) as { source?: { source?: unknown; path?: unknown } }
  return source?.source === 'directory' && /[\\/]plugins$/.test(String(source.path))
}

const both = {
  name: 'claude-code',
  title: 'Claude Code',
  hooks: true,
  present: ({ env }: SetupPlaces) => hasFiles(claudeConfigDirectory(env)),
} as const

/** Tools that act; nothing is started for those that read. */
const CALLS = 'Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit'

const PROMPT_HOOK = {
  type: 'mcp_tool',
  server: 'memdir',
  tool: 'hook',
  timeout: 3,
  input: Object.fromEntries(['hook_event_name', 'session_id', 'prompt'].map((name) => [name, `\${${name}}`])),
} as const

/** Prompts are answered by the MCP server that runs anyway: no process per prompt. The plugin would do it twice. */
const claudeCodeByMcp: AgentSetup = {
  ...both,
  mcp: true,
  files(places) {
    const command = hookCommand(places, 'claude-code')
    const calls = callHookCommand(places, 'claude-code')
    const hook = (event: string, timeout: number, matcher?: string): WantedHook => ({
      event,
      matcher,
      hook: { type: 'command', timeout, command },
    })
    return files(places, {
      hooks: [
        hook('SessionStart', 5),
        { event: 'UserPromptSubmit', hook: PROMPT_HOOK },
        ...(calls
          ? [{ event: 'PreToolUse', matcher: CALLS, hook: { ...hook('', 3).hook, command: calls } }]
          : []),
        hook('PostToolUse', 3, 'Read'),
        hook('Stop', 3),
        hook('PreCompact', 3),
        hook('SessionEnd', 3),
      ],
      server: { type: 'stdio', ...mcpCommand(places) },
    })
  },
}

/** The plugin is enabled in the user's settings and stays where npm put it: an update of memdir updates it. */
export const claudeCode: AgentSetup = {
  ...both,
  other: claudeCodeByMcp,
  files: (places) => files(places, { plugin: true, hooks: [] }),
}
