// Runs commands in one process that is kept (command-host.mjs), without a process start for each.
import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RunResult } from './run-memdir.ts'

const PROGRAM = fileURLToPath(new URL('command-host.mjs', import.meta.url))

export interface HostedCommand {
  args: readonly string[]
  cwd: string
  env: Record<string, string | undefined>
  input: string
  timeoutMs: number
}

interface Host {
  /** Undefined when it ended, as at its deadline. */
  run(command: HostedCommand): RunResult
  isOver: boolean
}

let host: Host | undefined

export function runHosted(command: HostedCommand): RunResult {
  if (!host || host.isOver) host = startHost()
  return host.run(command)
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
  const child = spawn(process.execPath, [PROGRAM], { stdio, cwd: '/', env: {} })
  child.unref()
  for (const descriptor of stdio) closeSync(descriptor)
  const end = () => {
    closeSync(requests.writer)
    closeSync(answers.reader)
    rmSync(directory, { recursive: true, force: true })
  }
  const started: Host = {
    isOver: false,
    run({ input, ...command }) {
      appendFileSync(file('in'), input)
      writeSync(requests.writer, `${JSON.stringify(command)}\n`)
      const answer = readLine(answers.reader)
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
  const chunk = Buffer.alloc(1_024)
  let text = ''
  while (!text.endsWith('\n')) {
    const size = readSync(descriptor, chunk, 0, chunk.length, null)
    if (size === 0) return undefined
    text += chunk.toString('utf8', 0, size)
  }
  return text
}
