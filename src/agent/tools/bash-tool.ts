// Bash: a command line. One that is proven read-only is run without a shell; others need one, and a permission that
// the caller has asked for.

import { type ProcessOutcome, runProcess } from '../../base/processes/run-process.ts'
import { inputSchema } from '../../base/values/json-schema.ts'
import { commandShell } from './command-shell.ts'
import { type Credentials, createCredentials } from './credentials.ts'
import { findRipgrep } from './find-ripgrep.ts'
import { pathsInCommand } from './paths-in-command.ts'
import { credentialRead } from './read-only-shell/credential-read.ts'
import { proveReadOnly } from './read-only-shell/prove-read-only.ts'
import { runProven, type ShellOperations, systemShellOperations } from './read-only-shell/run-proven.ts'
import { defineTool, errorResult, type Tool, type ToolContext, type ToolResult } from './tool.ts'

interface BashInput {
  command: string
  timeout_ms?: number
  description?: string
}

export interface BashOptions {
  /** `read-only`: no shell is ever started. */
  mode?: 'full' | 'read-only'
  /** The environment of the shell: chosen by the engine, never by the model. */
  environment?: Record<string, string>
  operations?: ShellOperations
  maxOutputBytes?: number
  credentials?: Credentials
}

const DEFAULT_TIMEOUT_MS = 120_000
const MAX_TIMEOUT_MS = 600_000
const MAX_OUTPUT_BYTES = 1_000_000
const PLAIN_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', TERM: 'dumb' }
/** Means any directory: only absolute paths and `..` can lead from it to devices. */
const SOMEWHERE = '/somewhere/unknown'

export function createBashTool(options: BashOptions = {}): Tool {
  const full = (options.mode ?? 'full') === 'full'
  const credentials = options.credentials ?? createCredentials()
  return defineTool<BashInput>({
    name: 'Bash',
    description: full
      ? 'Runs a command line with bash in the working directory and shows its output. Each call starts afresh: directory and variables are not kept. Use Read, Grep and Glob rather than cat, grep and find.'
      : 'Runs a command that only reads (ls, cat, head, tail, wc, grep, find, stat, sort, diff and the like, with pipes, && and ;). Variables, substitution, redirection to files and other commands are refused. Use Read, Grep and Glob where they do.',
    inputSchema: inputSchema(
      {
        command: { type: 'string', description: 'The command line.' },
        timeout_ms: {
          type: 'integer',
          minimum: 1,
          maximum: MAX_TIMEOUT_MS,
          description: `Time limit in milliseconds (${DEFAULT_TIMEOUT_MS}).`,
        },
        description: { type: 'string', description: 'What it does, in a few words.' },
      },
      ['command'],
    ),
    readOnly: (input) => !full || isProven(input.command, SOMEWHERE),
    credentialsIn: (input, cwd) => credentialsIn(input.command, cwd, credentials),
    async run(input, context) {
      // What counted as read-only is never given to a shell, whatever the directory turns out to be.
      const proven = !full || isProven(input.command, SOMEWHERE)
      // Before it runs: it may remove or make what it names.
      const reached = pathsInCommand(input.command, context.cwd)
      const result = proven
        ? await runReadOnly(input, context, { ...options, credentials })
        : await runShell(input, context, options)
      return { ...result, reached }
    },
  })
}

/** A line that is not proven is asked about as a whole. */
function credentialsIn(command: string, cwd: string, credentials: Credentials): string | undefined {
  const proof = proveReadOnly(command, { cwd })
  return proof.ok ? credentialRead(proof.steps, cwd, credentials) : undefined
}

function isProven(command: string, cwd: string): boolean {
  return proveReadOnly(command, { cwd }).ok
}

async function runReadOnly(
  input: BashInput,
  context: ToolContext,
  options: BashOptions & { credentials: Credentials },
): Promise<ToolResult> {
  const proof = proveReadOnly(input.command, { cwd: context.cwd })
  if (!proof.ok) return errorResult(`Only commands that read are allowed here: ${proof.reason.en}.`)
  const ripgrep = await findRipgrep()
  // Who names credentials was asked about; in a search of much else they are left out.
  const asked = credentialRead(proof.steps, context.cwd, options.credentials) !== undefined
  const outcome = await runProven(proof.steps, {
    cwd: context.cwd,
    timeoutMs: input.timeout_ms ?? DEFAULT_TIMEOUT_MS,
    maxOutputBytes: options.maxOutputBytes ?? MAX_OUTPUT_BYTES,
    signal: context.signal,
    leftOut: (directory) =>
      asked ? [] : (options.credentials.leftOut(directory, context.cwd)?.patterns ?? []),
    operations: { ripgrep: () => ripgrep, ...(options.operations ?? systemShellOperations) },
  })
  return resultOf(outcome.output, outcome.exitCode, outcome.end, input)
}

async function runShell(input: BashInput, context: ToolContext, options: BashOptions): Promise<ToolResult> {
  const { file, args } = commandShell()
  const outcome = await runProcess({
    file,
    args: [...args, '-c', input.command],
    cwd: context.cwd,
    env: options.environment ?? PLAIN_ENVIRONMENT,
    timeoutMs: input.timeout_ms ?? DEFAULT_TIMEOUT_MS,
    maxOutputBytes: options.maxOutputBytes ?? MAX_OUTPUT_BYTES,
    signal: context.signal,
  })
  if (outcome.end === 'not_started') return errorResult(`The shell could not be started: ${outcome.problem}`)
  const gap = outcome.stdout !== '' && outcome.stderr !== '' && !outcome.stdout.endsWith('\n') ? '\n' : ''
  return resultOf(outcome.stdout + gap + outcome.stderr, outcome.exitCode, outcome.end, input)
}

function resultOf(
  output: string,
  exitCode: number | null,
  end: ProcessOutcome['end'],
  input: BashInput,
): ToolResult {
  const notes = {
    exited: exitCode === 0 ? '' : `[Ended with exit code ${exitCode ?? 'unknown'}.]`,
    timed_out: `[Stopped after ${input.timeout_ms ?? DEFAULT_TIMEOUT_MS} ms.]`,
    aborted: '[Cancelled.]',
    too_much_output: '[Stopped: too much output.]',
    not_started: '[Not started.]',
  }
  const content = [output.replace(/\n$/, ''), notes[end]].filter((part) => part !== '').join('\n')
  const result = { content: content === '' ? '[No output.]' : content, details: { exitCode, end } }
  return end === 'exited' && exitCode === 0 ? result : { ...result, isError: true }
}
