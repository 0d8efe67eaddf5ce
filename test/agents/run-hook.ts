// Runs the built hook program as an agent does: one event on standard input.
import { spawn, spawnSync } from 'node:child_process'
import { attempt } from '../../src/base/values/attempt.ts'
import { isObject } from '../../src/base/values/is-object.ts'
import { kindOf } from '../../src/connect/client-event.ts'
import { isHandedOver } from '../../src/connect/hook-exchange.ts'
import { HOOK } from '../built.ts'
import { type HostedCommand, runHosted, runServed } from '../cli/command-host.ts'
import { canBeHosted, ended, type RunResult } from '../cli/run-memdir.ts'
import type { TemporaryHome } from '../support/published/temporary-home.ts'

export { HOOK }

export interface HookProgramResult {
  code: number | null
  out: string
  err: string
  /** What reaches the model. */
  text: string
}

export interface HookProgramOptions {
  agent?: string
  /** The project's, unless given. */
  cwd?: string
  env?: Record<string, string | undefined>
}

/** In a process that is kept (test/cli/command-host.ts), without looking for a server: most of a process start is saved. */
export function runHookProgram(
  place: TemporaryHome,
  event: object | string,
  options: HookProgramOptions = {},
): HookProgramResult {
  const command = hostedHook(place, event, options)
  return command ? resultOf(runHosted(command)) : startHookProgram(place, event, options)
}

/** The same while a server of the test answers. */
export async function runHookServed(
  place: TemporaryHome,
  event: object | string,
  options: HookProgramOptions = {},
): Promise<HookProgramResult> {
  const command = hostedHook(place, event, options)
  if (command) return resultOf(await runServed(command))
  const { agent, raw, ...how } = hookStart(place, event, options)
  const child = spawn(process.execPath, [HOOK, ...(agent ? [agent] : [])], how)
  child.stdin.end(raw)
  return resultOf(await ended(child))
}

/** In a process of its own: where that is what is tested. */
export function startHookProgram(
  place: TemporaryHome,
  event: object | string,
  options: HookProgramOptions = {},
): HookProgramResult {
  const { agent, raw, ...how } = hookStart(place, event, options)
  const { status, stdout, stderr } = spawnSync(process.execPath, [HOOK, ...(agent ? [agent] : [])], {
    ...how,
    input: raw,
    encoding: 'utf8',
  })
  return resultOf({ code: status, out: stdout, err: stderr })
}

const TIMEOUT_MS = 40_000

/** The machine that runs the tests may be slow: deadlines are stretched, except where they are what is tested. */
function hookStart(
  place: TemporaryHome,
  event: object | string,
  { agent, cwd = place.project, env }: HookProgramOptions,
) {
  return {
    agent,
    cwd,
    env: { ...place.env, MEMDIR_HOOK_SLOWER: '20', ...env },
    raw: typeof event === 'string' ? event : JSON.stringify({ cwd, ...event }),
    timeout: TIMEOUT_MS,
  }
}

/** Undefined for what nobody waits for: that is handed to a process of its own. */
function hostedHook(
  place: TemporaryHome,
  event: object | string,
  options: HookProgramOptions,
): HostedCommand | undefined {
  const { agent = '', cwd, env, raw, timeout } = hookStart(place, event, options)
  const data: unknown = attempt(() => JSON.parse(raw))
  if (!canBeHosted({ env }) || (isObject(data) && isHandedOver(kindOf(data)))) return undefined
  return { program: 'hook', args: [agent, raw], cwd, env, input: '', timeoutMs: timeout }
}

const resultOf = (done: RunResult): HookProgramResult => ({ ...done, text: textOf(done.out) })

function textOf(out: string): string {
  // Before a compaction it is plain text.
  if (!out.startsWith('{')) return out
  const answer = JSON.parse(out)
  return answer.hookSpecificOutput?.additionalContext ?? answer.text ?? ''
}

export const prompt = (text: string, session_id = 's1') => ({
  hook_event_name: 'UserPromptSubmit',
  session_id,
  prompt: text,
})
export const start = (source: string, session_id = 's1') => ({
  hook_event_name: 'SessionStart',
  session_id,
  source,
})
