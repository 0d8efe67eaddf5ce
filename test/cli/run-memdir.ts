// Runs the built command as a person or a program would, in a home of its own.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { COMMAND } from '../built.ts'
import type { TemporaryHome } from '../support/published/temporary-home.ts'
import { type HostedCommand, runHosted, runServed } from './command-host.ts'

export { COMMAND }

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
  const command = commandFor(place, args, options)
  return canBeHosted(command) ? runHosted(command) : startMemdir(place, args, options)
}

/** The same while a server of the test answers. */
export function runMemdirServed(
  place: TemporaryHome,
  args: readonly string[],
  options: RunMemdirOptions = {},
): Promise<RunResult> {
  const command = commandFor(place, args, options)
  if (canBeHosted(command)) return runServed(command)
  const { cwd, env, input, timeoutMs } = command
  const child = spawn(process.execPath, [COMMAND, ...args], { cwd, env, timeout: timeoutMs })
  child.stdin.end(input)
  return ended(child)
}

/** In a process of its own: where that is what is tested. */
export function startMemdir(
  place: TemporaryHome,
  args: readonly string[],
  options: RunMemdirOptions = {},
): RunResult {
  const { cwd, env, input, timeoutMs } = commandFor(place, args, options)
  const done = spawnSync(process.execPath, [COMMAND, ...args], {
    ...{ cwd, env, input },
    encoding: 'utf8',
    timeout: timeoutMs,
  })
  return { code: done.status, out: done.stdout, err: done.stderr }
}

/** What a process has printed when it is over. */
export function ended(child: ChildProcess): Promise<RunResult> {
  const text = { out: '', err: '' }
  child.stdout?.on('data', (chunk) => {
    text.out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    text.err += chunk
  })
  return new Promise((done) => child.on('close', (code) => done({ code, ...text })))
}

function commandFor(
  place: TemporaryHome,
  args: readonly string[],
  { cwd = place.project, env, input = '', timeoutMs = 120_000 }: RunMemdirOptions,
): HostedCommand {
  return { program: 'memdir', args, cwd, env: { ...place.env, ...env }, input, timeoutMs }
}

/** Windows has no pipes with names in directories, and Node reads its own variables when it starts. */
export function canBeHosted({ env }: Pick<HostedCommand, 'env'>): boolean {
  return process.platform !== 'win32' && !Object.keys(env).some((name) => name.startsWith('NODE_'))
}

/** The one document of `--json`; fails when stdout holds anything else. */
export function runJson(place: TemporaryHome, args: readonly string[], options: RunMemdirOptions = {}) {
  const { code, out, err } = runMemdir(place, [...args, '--json'], options)
  if (!/^\{.*\}\n$/.test(out)) throw new Error(`not one document on stdout: ${out}\n${err}`)
  return { code, err, ...JSON.parse(out) }
}
