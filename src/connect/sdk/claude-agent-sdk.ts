// Callbacks for the Claude Agent SDK: the same behaviour as the plugin's hooks, without a process per event.

import { showsIndex } from '../../base/agents/own-memory.ts'
import { directMcpCommand, setupPlaces } from '../agent-setup.ts'
import { readClientEvent } from '../client-event.ts'
import type { Engine } from '../engine.ts'
import { answerEvent } from '../events/answer-event.ts'
import { HOOK_CHARACTERS } from '../events/hook-output.ts'
import { noteHookFailure } from '../events/hook-runs.ts'
import { engineOf, type MemdirHandle } from '../memdir-handle.ts'

export interface SdkHookOutput {
  hookSpecificOutput?:
    | { hookEventName: 'SessionStart'; additionalContext: string }
    | { hookEventName: 'UserPromptSubmit'; additionalContext: string }
}

export type HookCallback = (
  input: unknown,
  toolUseId: string | undefined,
  options: { signal: AbortSignal },
) => Promise<SdkHookOutput>

export interface HookMatcher {
  matcher?: string
  hooks: HookCallback[]
  /** Seconds. */
  timeout?: number
}

export type MemoryHookEvent =
  | 'SessionStart'
  | 'UserPromptSubmit'
  | 'PostToolUse'
  | 'Stop'
  | 'PreCompact'
  | 'SessionEnd'

const DEADLINE_MS = 1_000

/** For `query({ options: { hooks: memoryHooks(memdir) } })`. */
export function memoryHooks(memdir: MemdirHandle): Record<MemoryHookEvent, HookMatcher[]> {
  const host = engineOf(memdir)
  const callback: HookCallback = (input, _id, { signal }) => answerHook(host, input, signal)
  const on = (matcher?: string): HookMatcher[] => [
    { ...(matcher ? { matcher } : {}), hooks: [callback], timeout: 3 },
  ]
  return {
    SessionStart: on(),
    UserPromptSubmit: on(),
    PostToolUse: on('Read'),
    Stop: on(),
    PreCompact: on(),
    SessionEnd: on(),
  }
}

/** For `query({ options: { mcpServers: { memdir: memoryServer() } } })`: tools to remember, search and forget. */
export function memoryServer(env: Readonly<Record<string, string | undefined>> = process.env): {
  type: 'stdio'
  command: string
  args: string[]
} {
  return { type: 'stdio', ...directMcpCommand(setupPlaces(env, process.cwd())) }
}

async function answerHook(host: Engine, input: unknown, signal: AbortSignal): Promise<SdkHookOutput> {
  const started = performance.now()
  const event = readClientEvent(input, { agent: 'claude-code', env: {} })
  const answer = answerEvent(host, event, {
    budget: HOOK_CHARACTERS,
    raw: JSON.stringify(input),
    indexShownByClient: () => showsIndex(event.agent, host.location, process.env),
    signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
  }).catch(async (error: unknown) => {
    await noteHookFailure(host.location.state, event, { error, ms: performance.now() - started })
    return undefined
  })
  const late = new Promise<undefined>((done) => {
    setTimeout(done, DEADLINE_MS, undefined).unref()
  })
  const { text = '', afterOutput } = (await Promise.race([answer, late])) ?? {}
  if (text === '' || signal.aborted || (event.kind !== 'start' && event.kind !== 'prompt')) return {}
  if (afterOutput) setImmediate(() => void afterOutput())
  const hookEventName = event.kind === 'start' ? 'SessionStart' : 'UserPromptSubmit'
  return { hookSpecificOutput: { hookEventName, additionalContext: text } }
}
