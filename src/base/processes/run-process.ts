// One child process with limits: time, output, abort. Whatever ends it ends its whole process group.
import { type ChildProcess, spawn } from 'node:child_process'
import { attempt } from '../values/attempt.ts'
import { closePipes, endGroup, endWithThisProcess, killGroup } from './process-groups.ts'

export interface ProcessLimits {
  timeoutMs: number
  /** Standard output and standard error together; more ends the process. */
  maxOutputBytes: number
  signal?: AbortSignal
}

export interface ProcessRequest extends ProcessLimits {
  file: string
  args: readonly string[]
  cwd: string
  /** The whole environment: nothing is inherited. */
  env: Record<string, string>
  /** Written to standard input, which is empty otherwise. */
  input?: string
  /** It goes on where this process is ended: git would leave its locks behind. */
  outlivesUs?: true
}

type ProcessEnd = 'exited' | 'timed_out' | 'aborted' | 'too_much_output' | 'not_started'

export interface ProcessOutcome {
  end: ProcessEnd
  /** null when a signal ended it. */
  exitCode: number | null
  stdout: string
  stderr: string
  /** Why it could not be started. */
  problem?: string
}

/** After the process itself has ended, what it left in the background may hold the output open this long. */
const GRACE_MS = 200

export function runProcess(request: ProcessRequest): Promise<ProcessOutcome> {
  if (request.signal?.aborted) return Promise.resolve(ended('aborted'))
  const child = attempt(() =>
    spawn(request.file, [...request.args], {
      cwd: request.cwd,
      env: request.env,
      stdio: [request.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    }),
  )
  if (!child)
    return Promise.resolve({ ...ended('not_started'), problem: `${request.file} cannot be started` })
  // A program need not read all of its input; how it ended is the outcome.
  child.stdin?.on('error', () => {})
  child.stdin?.end(request.input)
  if (!request.outlivesUs && child.pid !== undefined) endWithThisProcess(child, GRACE_MS)
  return watch(child, request)
}

function watch(child: ChildProcess, limits: ProcessLimits): Promise<ProcessOutcome> {
  return new Promise((resolve) => {
    const output = { stdout: [] as Buffer[], stderr: [] as Buffer[], bytes: 0 }
    let end: ProcessEnd = 'exited'
    let problem: string | undefined
    const stop = (reason: ProcessEnd) => {
      if (end !== 'exited') return
      end = reason
      endGroup(child)
    }
    const timer = setTimeout(() => stop('timed_out'), limits.timeoutMs)
    const onAbort = () => stop('aborted')
    limits.signal?.addEventListener('abort', onAbort, { once: true })
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.on('data', (bytes: Buffer) => {
        const room = limits.maxOutputBytes - output.bytes
        output.bytes += bytes.length
        if (room > 0) output[name].push(bytes.length > room ? bytes.subarray(0, room) : bytes)
        if (output.bytes > limits.maxOutputBytes) stop('too_much_output')
      })
    }
    child.on('error', (error) => {
      if (child.pid !== undefined) return
      end = 'not_started'
      problem = error.message
    })
    child.on('exit', () => {
      setTimeout(() => {
        killGroup(child, 'SIGKILL')
        closePipes(child)
      }, GRACE_MS).unref()
    })
    child.on('close', (code) => {
      clearTimeout(timer)
      limits.signal?.removeEventListener('abort', onAbort)
      const text = (name: 'stdout' | 'stderr') => Buffer.concat(output[name]).toString('utf8')
      const outcome = { end, exitCode: code, stdout: text('stdout'), stderr: text('stderr') }
      resolve(problem === undefined ? outcome : { ...outcome, exitCode: null, problem })
    })
  })
}

function ended(end: ProcessEnd): ProcessOutcome {
  return { end, exitCode: null, stdout: '', stderr: '' }
}
