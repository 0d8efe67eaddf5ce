// Runs the built programs without holding up this process, whose servers they ask.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { COMMAND, type RunResult } from '../cli/run-memdir.ts'
import type { TemporaryHome } from '../support/published/temporary-home.ts'

const HOOK = fileURLToPath(new URL('../../dist/bin/hook.js', import.meta.url))

export interface RunningPlace {
  place: TemporaryHome
  env: Record<string, string>
}

export function runCommand({ place, env }: RunningPlace, ...args: string[]): Promise<RunResult> {
  return runProgram([COMMAND, ...args], place, env, '')
}

export async function runJsonCommand(running: RunningPlace, ...args: string[]) {
  const { out, err } = await runCommand(running, ...args, '--json')
  try {
    return JSON.parse(out).data
  } catch {
    throw new Error(`no JSON: ${out}${err}`)
  }
}

/** As an agent does on a prompt. */
export function runPromptHook({ place, env }: RunningPlace, prompt: string): Promise<RunResult> {
  const event = { hook_event_name: 'UserPromptSubmit', cwd: place.project, session_id: 's1', prompt }
  return runProgram([HOOK], place, env, JSON.stringify(event))
}

function runProgram(
  args: readonly string[],
  place: TemporaryHome,
  env: Record<string, string>,
  input: string,
): Promise<RunResult> {
  const child = spawn(process.execPath, args, { cwd: place.project, env: { ...place.env, ...env } })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  child.stdin.end(input)
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })))
}
