// Runs the built hook program as an agent does: one event on standard input.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { TemporaryHome } from '../../src/testing/temporary-home.ts'

export const HOOK = fileURLToPath(new URL('../../dist/bin/hook.js', import.meta.url))

export interface HookProgramResult {
  code: number | null
  out: string
  err: string
  /** What reaches the model. */
  text: string
}

/** The machine that runs the tests may be slow: deadlines are stretched, except where they are what is tested. */
export function runHookProgram(
  place: TemporaryHome,
  event: object | string,
  options: { agent?: string; env?: Record<string, string | undefined> } = {},
): HookProgramResult {
  const done = spawnSync(process.execPath, [HOOK, ...(options.agent ? [options.agent] : [])], {
    cwd: place.project,
    env: { ...place.env, MEMDIR_HOOK_SLOWER: '20', ...options.env },
    input: typeof event === 'string' ? event : JSON.stringify({ cwd: place.project, ...event }),
    encoding: 'utf8',
    timeout: 40_000,
  })
  return { code: done.status, out: done.stdout, err: done.stderr, text: textOf(done.stdout) }
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
