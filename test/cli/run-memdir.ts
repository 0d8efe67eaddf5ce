// Runs the built command as a person or a program would, in a home of its own.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { TemporaryHome } from '../../src/testing/temporary-home.ts'
import { runHosted } from './command-host.ts'

export const COMMAND = fileURLToPath(new URL('../../dist/bin/memdir.js', import.meta.url))

export interface RunMemdirOptions {
  input?: string
  env?: Record<string, string | undefined>
  cwd?: string
  timeoutMs?: number
}

export interface RunResult {
  code: number | null
  out: string
  err: string
}

/** In a process that is kept, which costs a fraction of one more process. */
export function runMemdir(
  place: TemporaryHome,
  args: readonly string[],
  options: RunMemdirOptions = {},
): RunResult {
  return runHosted({
    args,
    cwd: options.cwd ?? place.project,
    env: { ...place.env, ...options.env },
    input: options.input ?? '',
    timeoutMs: options.timeoutMs ?? 120_000,
  })
}

/** In a process of its own. */
export function startMemdir(
  place: TemporaryHome,
  args: readonly string[],
  options: RunMemdirOptions = {},
): RunResult {
  const done = spawnSync(process.execPath, [COMMAND, ...args], {
    cwd: options.cwd ?? place.project,
    env: { ...place.env, ...options.env },
    input: options.input ?? '',
    encoding: 'utf8',
    timeout: options.timeoutMs ?? 120_000,
  })
  return { code: done.status, out: done.stdout, err: done.stderr }
}

/** The one document of `--json`; fails when stdout holds anything else. */
export function runJson(place: TemporaryHome, args: readonly string[], options: RunMemdirOptions = {}) {
  const { code, out, err } = runMemdir(place, [...args, '--json'], options)
  if (!/^\{.*\}\n$/.test(out)) throw new Error(`not one document on stdout: ${out}\n${err}`)
  return { code, err, ...JSON.parse(out) }
}
