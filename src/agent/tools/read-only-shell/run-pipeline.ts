// One pipeline: the commands started together, their streams connected by us, one end for all of them.
import { type ChildProcess, spawn } from 'node:child_process'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { endGroup, endWithThisProcess } from '../../../base/processes/process-groups.ts'
import { attempt } from '../../../base/values/attempt.ts'
import type { Redirection } from './lex-command.ts'

export interface ReadyCommand {
  file: string
  args: readonly string[]
  /** An open file for standard input. */
  input: number | undefined
  redirections: readonly Redirection[]
}

interface PipelineLimits {
  cwd: string
  env: Record<string, string>
  timeoutMs: number
  maxOutputBytes: number
  signal: AbortSignal
}

export interface PipelineOutcome {
  /** The last command's, as in a shell. */
  exitCode: number
  output: string
  end: 'exited' | 'timed_out' | 'aborted' | 'too_much_output'
}

type Place = 'next' | 'shown' | 'nowhere'

export async function runPipeline(
  commands: readonly ReadyCommand[],
  limits: PipelineLimits,
): Promise<PipelineOutcome> {
  const shown: Buffer[] = []
  let bytes = 0
  let end: PipelineOutcome['end'] = 'exited'
  const children: ChildProcess[] = []
  const stop = (reason: PipelineOutcome['end']) => {
    if (end !== 'exited') return
    end = reason
    for (const child of children) endGroup(child)
  }
  const show = (chunk: Buffer) => {
    const room = limits.maxOutputBytes - bytes
    bytes += chunk.length
    if (room > 0) shown.push(chunk.subarray(0, room))
    if (bytes > limits.maxOutputBytes) stop('too_much_output')
  }
  const timer = setTimeout(() => stop('timed_out'), limits.timeoutMs)
  const onAbort = () => stop('aborted')
  limits.signal.addEventListener('abort', onAbort, { once: true })
  if (limits.signal.aborted) end = 'aborted'
  const codes: Promise<number>[] = []
  let previous: PassThrough | undefined
  for (const [at, command] of end === 'exited' ? commands.entries() : []) {
    const started = start(command, previous, limits)
    children.push(started.child)
    previous = connect(started.child, command.redirections, at === commands.length - 1, show)
    codes.push(started.code)
  }
  const results = await Promise.all(codes)
  clearTimeout(timer)
  limits.signal.removeEventListener('abort', onAbort)
  return { exitCode: results.at(-1) ?? 1, output: Buffer.concat(shown).toString('utf8'), end }
}

function start(
  command: ReadyCommand,
  previous: PassThrough | undefined,
  limits: PipelineLimits,
): { child: ChildProcess; code: Promise<number> } {
  const child = spawn(command.file, [...command.args], {
    cwd: limits.cwd,
    env: limits.env,
    stdio: [command.input ?? (previous ? 'pipe' : 'ignore'), 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  })
  if (child.pid !== undefined) endWithThisProcess(child)
  if (previous) feed(previous, child.stdin)
  const code = new Promise<number>((resolve) => {
    child.once('error', () => resolve(126))
    child.once('close', (code) => resolve(code ?? 1))
  })
  return { child, code }
}

/** Sends both streams to their places; gives what the next command reads. */
function connect(
  child: ChildProcess,
  redirections: readonly Redirection[],
  isLast: boolean,
  show: (chunk: Buffer) => void,
): PassThrough {
  const places = placesOf(redirections)
  const toNext = new PassThrough()
  child.once('error', () => toNext.end())
  child.once('close', () => toNext.end())
  for (const [stream, place] of [
    [child.stdout, places.out],
    [child.stderr, places.err],
  ] as const) {
    if (place === 'nowhere') stream?.resume()
    else if (place === 'next' && !isLast) stream?.pipe(toNext, { end: false })
    else stream?.on('data', show)
  }
  if (!isLast) {
    toNext.once('close', () => {
      const { pid, exitCode } = child
      if (exitCode === null && pid !== undefined) attempt(() => process.kill(pid, 'SIGPIPE'))
      child.stdout?.destroy()
    })
  }
  return toNext
}

/** When the reader ends early the writer gets an error, as with a closed pipe. */
function feed(source: Readable, target: Writable | null): void {
  if (!target) {
    source.resume()
    return
  }
  target.on('error', () => attempt(() => source.destroy()))
  target.once('close', () => attempt(() => source.destroy()))
  source.pipe(target)
}

/** Redirections take effect one after the other, each on what the ones before have made. */
function placesOf(redirections: readonly Redirection[]): { out: Place; err: Place } {
  let out: Place = 'next'
  let err: Place = 'shown'
  for (const redirection of redirections) {
    if (redirection === 'out-null') out = 'nowhere'
    else if (redirection === 'err-null') err = 'nowhere'
    else if (redirection === 'err-to-out') err = out
    else out = err
  }
  return { out, err }
}
