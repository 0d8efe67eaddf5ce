// Runs a proven plan: each command by its absolute path, without a shell, with an environment of our own, nothing on
// standard input but what the line says, within limits of time and output.
import { closeSync, constants, existsSync, fstatSync, openSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { attempt } from '../../../base/values/attempt.ts'
import { expandPattern } from './expand-pattern.ts'
import type { ProvenCommand, ProvenStep } from './prove-read-only.ts'
import { type PipelineOutcome, type ReadyCommand, runPipeline } from './run-pipeline.ts'
import { isSpecialPlace } from './special-place.ts'

export interface ShellOperations {
  /** Where programs of the system are, in this order. */
  programDirectories: readonly string[]
  /** ripgrep from the package, where the system has none. */
  ripgrep?: () => string | undefined
}

export const systemShellOperations: ShellOperations = {
  programDirectories: ['/usr/bin', '/bin', '/opt/homebrew/bin', '/usr/local/bin'],
}

interface RunLimits {
  timeoutMs: number
  maxOutputBytes: number
  signal: AbortSignal
}

interface ShellOutcome {
  exitCode: number
  /** Both streams as they came. */
  output: string
  end: 'exited' | 'timed_out' | 'aborted' | 'too_much_output'
}

const ENVIRONMENT = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', TERM: 'dumb' }

type LeftOutNames = (directory: string) => readonly string[]

interface RunProvenOptions extends RunLimits {
  cwd: string
  operations?: ShellOperations
  /** Names that a search of a directory leaves out; `*` and `?` within a name. */
  leftOut?: LeftOutNames
}

export async function runProven(
  steps: readonly ProvenStep[],
  options: RunProvenOptions,
): Promise<ShellOutcome> {
  const deadline = Date.now() + options.timeoutMs
  const operations = options.operations ?? systemShellOperations
  let cwd = options.cwd
  let output = ''
  let exitCode = 0
  for (const step of steps) {
    if (step.when === 'after-success' && exitCode !== 0) continue
    if (step.when === 'after-failure' && exitCode === 0) continue
    const directory = step.pipeline[0]?.directory
    if (directory !== undefined) {
      const target = resolve(cwd, directory)
      const isDirectory = attempt(() => statSync(target).isDirectory()) ?? false
      exitCode = isDirectory ? 0 : 1
      if (isDirectory) cwd = target
      else output += `cd: ${target}: there is no such directory\n`
      continue
    }
    const limits = {
      timeoutMs: Math.max(1, deadline - Date.now()),
      maxOutputBytes: options.maxOutputBytes - output.length,
      signal: options.signal,
    }
    const outcome = await runStep(step, cwd, operations, options.leftOut ?? (() => []), limits)
    output += outcome.output
    exitCode = outcome.exitCode
    if (outcome.end !== 'exited') return { exitCode, output, end: outcome.end }
  }
  return { exitCode, output, end: 'exited' }
}

async function runStep(
  step: ProvenStep,
  cwd: string,
  operations: ShellOperations,
  leftOut: LeftOutNames,
  limits: RunLimits,
): Promise<PipelineOutcome> {
  const opened: number[] = []
  try {
    const commands: ReadyCommand[] = []
    for (const command of step.pipeline) {
      const ready = prepare(command, cwd, operations, leftOut, opened)
      if (typeof ready === 'string') return { exitCode: 127, output: `${ready}\n`, end: 'exited' }
      commands.push(ready)
    }
    return await runPipeline(commands, { ...limits, cwd, env: ENVIRONMENT })
  } finally {
    for (const fd of opened) attempt(() => closeSync(fd))
  }
}

function prepare(
  command: ProvenCommand,
  cwd: string,
  operations: ShellOperations,
  leftOut: LeftOutNames,
  opened: number[],
): ReadyCommand | string {
  const file = findProgram(command.name, operations)
  if (!file) return `${command.name}: this command is not installed`
  const args: string[] = []
  for (const { word, expand } of command.args) {
    const names = expand ? expandPattern(word, cwd) : [word.value]
    if (expand && names.some((name) => isSpecialPlace(name, [cwd])))
      return `${command.name}: it would read a device`
    args.push(...names)
  }
  let input: number | undefined
  if (command.input !== undefined) {
    const found = openInput(resolve(cwd, command.input))
    if (found === undefined) return `${command.input}: it cannot be read`
    opened.push(found)
    input = found
  }
  return {
    file,
    args: [...forcedArguments(command.name, args, cwd), ...leavingOut(command, args, cwd, leftOut)],
    input,
    redirections: command.redirections,
  }
}

/** A configuration file could name a program to run; a link in a directory could lead anywhere. */
function forcedArguments(name: string, args: readonly string[], cwd: string): string[] {
  if (name === 'rg') return ['--no-config']
  const isDirectory = (path: string) => attempt(() => statSync(resolve(cwd, path)).isDirectory()) ?? false
  return name === 'diff' && args.some(isDirectory) ? ['--no-dereference'] : []
}

/** Behind the options of the line, where the last that matches counts, and in front of `--`. */
function leavingOut(
  command: ProvenCommand,
  args: readonly string[],
  cwd: string,
  leftOut: LeftOutNames,
): string[] {
  const starts = (command.below ?? []).flatMap((word) =>
    word.glob ? expandPattern(word, cwd) : [word.value],
  )
  const names = new Set(starts.flatMap((start) => leftOut(resolve(cwd, start))))
  const end = args.indexOf('--')
  const at = end < 0 ? args.length : end
  return [
    ...args.slice(0, at),
    ...[...names].flatMap((name) => excluding(command.name, name)),
    ...args.slice(at),
  ]
}

/** grep and diff know single names only; what is deeper is known by the place where it is kept. */
function excluding(command: string, name: string): string[] {
  if (command === 'rg') return [`--iglob=!**/${name}`]
  if (name.includes('/')) return []
  return command === 'diff' ? [`--exclude=${name}`] : [`--exclude=${name}`, `--exclude-dir=${name}`]
}

function findProgram(name: string, operations: ShellOperations): string | undefined {
  const found = operations.programDirectories.map((directory) => join(directory, name)).find(existsSync)
  return found ?? (name === 'rg' ? operations.ripgrep?.() : undefined)
}

function openInput(path: string): number | undefined {
  const fd = attempt(() => openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)))
  if (fd === undefined) return undefined
  if (attempt(() => fstatSync(fd).isFile())) return fd
  attempt(() => closeSync(fd))
  return undefined
}
