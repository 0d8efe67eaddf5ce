// Runs the built hook program as an agent does: one event on standard input.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { kindOf } from '../../src/clients/client-event.ts'
import { isHandedOver } from '../../src/clients/hook-exchange.ts'
import { attempt } from '../../src/lib/attempt.ts'
import type { TemporaryHome } from '../../src/testing/temporary-home.ts'
import { runHosted } from '../cli/command-host.ts'
import { canBeHosted } from '../cli/run-memdir.ts'

export const HOOK = fileURLToPath(new URL('../../dist/bin/hook.js', import.meta.url))

export interface HookProgramResult {
  code: number | null
  out: string
  err: string
  /** What reaches the model. */
  text: string
}

export interface HookProgramOptions {
  agent?: string
  env?: Record<string, string | undefined>
}

/** In a process that is kept (test/cli/command-host.ts), without looking for a server: most of a process start is saved. */
export function runHookProgram(
  place: TemporaryHome,
  event: object | string,
  options: HookProgramOptions = {},
): HookProgramResult {
  const { agent = '', env, raw } = hookStart(place, event, options)
  if (!canBeHosted({ env }) || isHandedOver(kindOf(attempt(() => JSON.parse(raw)) ?? {})))
    return startHookProgram(place, event, options)
  const command = { program: 'hook' as const, args: [agent, raw], cwd: place.project, env }
  const done = runHosted({ ...command, input: '', timeoutMs: TIMEOUT_MS })
  return { ...done, text: textOf(done.out) }
}

/** In a process of its own: where that is what is tested. */
export function startHookProgram(
  place: TemporaryHome,
  event: object | string,
  options: HookProgramOptions = {},
): HookProgramResult {
  const { agent, env, raw } = hookStart(place, event, options)
  const done = spawnSync(process.execPath, [HOOK, ...(agent ? [agent] : [])], {
    cwd: place.project,
    env,
    input: raw,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
  })
  return { code: done.status, out: done.stdout, err: done.stderr, text: textOf(done.stdout) }
}

const TIMEOUT_MS = 40_000

/** The machine that runs the tests may be slow: deadlines are stretched, except where they are what is tested. */
function hookStart(place: TemporaryHome, event: object | string, { agent, env }: HookProgramOptions) {
  return {
    agent,
    env: { ...place.env, MEMDIR_HOOK_SLOWER: '20', ...env },
    raw: typeof event === 'string' ? event : JSON.stringify({ cwd: place.project, ...event }),
  }
}

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
