// Gemini CLI, and Qwen Code, which was made from it and has Claude Code's events.
import { join } from 'node:path'
import { type AgentSetup, hasFiles, isOnPath, mcpCommand, type SetupPlaces } from '../agent-setup.ts'
import { callHookCommand, hookCommand } from '../hook-starter.ts'
import type { WantedFile, WantedHook, WantedValue } from './wanted-file.ts'

interface GeminiLike {
  name: 'gemini' | 'qwen'
  title: string
  directory: string
  /** Event, time-out in the agent's unit, and which tool. */
  events: readonly (readonly [event: string, timeout: number, matcher?: string])[]
  /** The same, where a call has been made. */
  callEvent: readonly [event: string, timeout: number]
  values?: readonly WantedValue[]
}

/** Tools that act. */
const CALLS = 'run_shell_command|write_file|replace|edit'

/** The agent's first message waits for its servers: ten minutes if nothing is said, on a disk that does not answer. */
const SERVER_MS = 10_000

function setupOf({ name, title, directory, events, callEvent, values = [] }: GeminiLike): AgentSetup {
  return {
    name,
    title,
    hooks: true,
    present: (places) => hasFiles(join(places.userHome, directory)) || isOnPath(places, name),
    files: (places) => [settingsFile(places)],
  }

  function settingsFile(places: SetupPlaces): WantedFile {
    const command = hookCommand(places, name)
    const list = events.map(
      ([event, timeout, matcher]): WantedHook => ({
        event,
        matcher,
        hook: { type: 'command', timeout, command, name: 'memdir' },
      }),
    )
    const calls = callHookCommand(places, name)
    const [event, timeout] = callEvent
    if (calls)
      list.push({ event, matcher: CALLS, hook: { type: 'command', timeout, command: calls, name: 'memdir' } })
    return {
      format: 'json',
      path: join(places.userHome, directory, 'settings.json'),
      values: [
        ...values,
        { at: ['mcpServers', 'memdir'], value: { ...mcpCommand(places), timeout: SERVER_MS } },
      ],
      hooks: { form: 'nested', list },
      dialect: { commas: false, mark: false },
    }
  }
}

/** Time-outs are in milliseconds here. PreCompress comes before every call, so it is not used. */
export const gemini = setupOf({
  name: 'gemini',
  title: 'Gemini CLI',
  directory: '.gemini',
  values: [{ at: ['hooksConfig', 'enabled'], value: true, shared: true }],
  events: [
    ['SessionStart', 5_000],
    ['BeforeAgent', 3_000],
    ['AfterTool', 3_000, 'read_file'],
    ['AfterAgent', 3_000],
    ['SessionEnd', 3_000],
  ],
  callEvent: ['AfterTool', 3_000],
})

export const qwen = setupOf({
  name: 'qwen',
  title: 'Qwen Code',
  directory: '.qwen',
  events: [
    ['SessionStart', 5],
    ['UserPromptSubmit', 3],
    ['PostToolUse', 3, 'read_file'],
    ['Stop', 3],
    ['PreCompact', 3],
    ['SessionEnd', 3],
  ],
  callEvent: ['PostToolUse', 3],
})
