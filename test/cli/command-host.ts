// Runs commands in one process that is kept (command-host.mjs), without a process start for each.
import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  openSync,
  read,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { RunResult } from './run-memdir.ts'

const PROGRAM = fileURLToPath(new URL('command-host.mjs', import.meta.url))

export interface HostedCommand {
  program: 'memdir' | 'hook'
  args: readonly string[]
  cwd: string
  env: Record<string, string | undefined>
  input: string
  timeoutMs: number
}

interface Host {
  send(command: HostedCommand): void
  /** Where the line of the answer comes from. */
  answers: number
  /** What the answer says; undefined when the host ended without one, as at a deadline. */
  result(answer: string | undefined): RunResult
  isOver: boolean
}

let host: Host | undefined
let servedHost: Host | undefined
let served: Promise<unknown> = Promise.resolve()

export function runHosted(command: HostedCommand): RunResult {
  if (!host || host.isOver) host = startHost()
  host.send(command)
  return host.result(readLine(host.answers))
}

/** For commands that ask a server of the test: it answers while they run. One after the other, in a process of theirs. */
export function runServed(command: HostedCommand): Promise<RunResult> {
  const next = served.then(async () => {
    if (!servedHost || servedHost.isOver) servedHost = startHost()
    servedHost.send(command)
    return servedHost.result(await awaitLine(servedHost.answers))
  })
  served = next.catch(() => {})
  return next
}

function startHost(): Host {
  const directory = mkdtempSync(join(tmpdir(), 'command-host-'))
  const file = (name: string) => join(directory, name)
  const files = ['in', 'out', 'err'] as const
  for (const name of files) writeFileSync(file(name), '')
  const requests = openPipe(file('requests'))
  const answers = openPipe(file('answers'))
  const given = [openSync(file('in'), 'r'), openSync(file('out'), 'a'), openSync(file('err'), 'a')]
  const stdio = [...given, requests.reader, answers.writer]
  // Each command runs the modules anew: what V8 makes of them pays for none. The directory is how one is found that
  // outlives the run.
  const child = spawn(process.execPath, ['--no-opt', PROGRAM, directory], { stdio, cwd: '/', env: {} })
  child.unref()
  for (const descriptor of stdio) closeSync(descriptor)
  const end = () => {
    closeSync(requests.writer)
    closeSync(answers.reader)
    rmSync(directory, { recursive: true, force: true })
  }
  const started: Host = {
    answers: answers.reader,
    isOver: false,
    send({ input, ...command }) {
      appendFileSync(file('in'), input)
      writeSync(requests.writer, `${JSON.stringify(command)}\n`)
    },
    result(answer) {
      const { code = null, ends = true } = answer ? JSON.parse(answer) : {}
      const result = { code, out: readFileSync(file('out'), 'utf8'), err: readFileSync(file('err'), 'utf8') }
      if (ends) {
        started.isOver = true
        end()
      }
      return result
    },
  }
  return started
}

/** A pipe with a name, so that this side can wait on it: the ends of `spawn` never wait. */
function openPipe(path: string): { reader: number; writer: number } {
  execFileSync('mkfifo', [path])
  // Opened for both first: each end alone waits for the other.
  const both = openSync(path, 'r+')
  const ends = { reader: openSync(path, 'r'), writer: openSync(path, 'w') }
  closeSync(both)
  return ends
}

/** Undefined when the other side is gone. */
function readLine(descriptor: number): string | undefined {
  const bytes = Buffer.alloc(1_024)
  const size = readSync(descriptor, bytes, 0, bytes.length, null)
  return lineOf(bytes, size)
}

async function awaitLine(descriptor: number): Promise<string | undefined> {
  const { bytesRead, buffer } = await promisify(read)(descriptor, Buffer.alloc(1_024), 0, 1_024, null)
  return lineOf(buffer, bytesRead)
}

/** An answer is short, and written at once: it comes whole. */
function lineOf(bytes: Buffer, size: number): string | undefined {
  return size === 0 ? undefined : bytes.toString('utf8', 0, size)
}
