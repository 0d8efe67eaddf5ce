// A server as a process of its own: one JSON message per line, both ways. It leads a process group, which ends with it.
// What it writes is bounded, and lines that are no message are passed over, as servers do print such things.
import { type ChildProcess, spawn } from 'node:child_process'
import { mcpClientTexts } from '../../base/messages/mcp-client.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { closePipes, endGroup, endWithThisProcess } from '../../base/processes/process-groups.ts'
import { attempt } from '../../base/values/attempt.ts'
import { isObject } from '../../base/values/is-object.ts'
import type { ProcessServer } from './server-config.ts'

const MAX_LINE_BYTES = 16_000_000
/** So many lines that are no message, before the first one that is: it is no server. */
const MAX_NOISE_LINES = 200
const MAX_STDERR = 4_000
/** How long a server may take to end by itself once its input has ended. */
const GRACE_MS = 500
/** How long what it said last may take to come, once it has ended. */
const LAST_WORDS_MS = 200

interface ProcessTransportOptions {
  config: ProcessServer
  environment: Readonly<Record<string, string>>
  cwd: string
}

/** The shape of the SDK's transports, without the SDK. */
export class ProcessTransport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: never) => void
  /** Why it is over, once it is. */
  problem: Message | undefined
  /** The end of what it said on standard error. */
  stderr = ''
  private readonly options: ProcessTransportOptions
  private child: ChildProcess | undefined
  private held: Buffer[] = []
  private heldBytes = 0
  private noise = 0
  private understood = false
  private over = false

  constructor(options: ProcessTransportOptions) {
    this.options = options
  }

  start(): Promise<void> {
    const { config, environment, cwd } = this.options
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        const reason = (error as NodeJS.ErrnoException).code ?? error.message
        this.problem ??= message(mcpClientTexts.cannotStart, { command: config.command, reason })
        this.finish()
        reject(error)
      }
      try {
        const child = spawn(config.command, [...config.args], {
          cwd: config.cwd ?? cwd,
          env: { ...environment, ...config.env },
          stdio: ['pipe', 'pipe', 'pipe'],
          detached: process.platform !== 'win32',
          windowsHide: true,
        })
        this.child = child
        child.once('spawn', () => {
          endWithThisProcess(child)
          resolve()
        })
        child.once('error', fail)
        this.listen(child)
      } catch (error) {
        fail(error as Error)
      }
    })
  }

  async send(message: object): Promise<void> {
    const stdin = this.child?.stdin
    if (this.over || !stdin?.writable) throw new Error('the server has ended')
    if (!stdin.write(`${JSON.stringify(message)}\n`))
      await new Promise<void>((resolve) => {
        stdin.once('drain', resolve)
        stdin.once('close', resolve)
      })
  }

  /** Its input ends, then its group is told to, then it is made to. */
  async close(): Promise<void> {
    const child = this.child
    if (!child || child.exitCode !== null || child.signalCode !== null) return this.finish()
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    attempt(() => child.stdin?.end())
    const timer = setTimeout(() => endGroup(child), GRACE_MS)
    await exited
    clearTimeout(timer)
    this.finish()
  }

  private listen(child: ChildProcess): void {
    // Writing to a process that is gone: how it ended is what counts.
    child.stdin?.on('error', () => {})
    child.stdout?.on('data', (bytes: Buffer) => this.take(bytes))
    child.stderr?.on('data', (bytes: Buffer) => {
      this.stderr = (this.stderr + bytes.toString('utf8')).slice(-MAX_STDERR)
    })
    child.once('exit', (code, signal) => {
      this.problem ??= message(mcpClientTexts.exited, { how: signal ?? `exit ${code}` })
      const timer = setTimeout(() => this.finish(), LAST_WORDS_MS)
      child.once('close', () => {
        clearTimeout(timer)
        this.finish()
      })
    })
  }

  private take(chunk: Buffer): void {
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      this.held.push(chunk.subarray(from, at))
      const line = Buffer.concat(this.held).toString('utf8')
      this.held = []
      this.heldBytes = 0
      from = at + 1
      this.line(line)
      if (this.over) return
    }
    const rest = chunk.subarray(from)
    this.held.push(rest)
    this.heldBytes += rest.length
    if (this.heldBytes > MAX_LINE_BYTES)
      this.giveUp(message(mcpClientTexts.lineTooLong, { most: MAX_LINE_BYTES / 1_000_000 }))
  }

  private line(line: string): void {
    if (line.trim() === '') return
    const value: unknown = attempt(() => JSON.parse(line))
    if (isObject(value) && value.jsonrpc === '2.0') {
      this.understood = true
      this.onmessage?.(value as never)
    } else if (!this.understood && ++this.noise > MAX_NOISE_LINES)
      this.giveUp(message(mcpClientTexts.speaksNoMcp))
  }

  private giveUp(problem: Message): void {
    this.problem ??= problem
    this.held = []
    if (this.child) endGroup(this.child)
    this.finish()
  }

  private finish(): void {
    if (this.over) return
    this.over = true
    if (this.child) closePipes(this.child)
    this.onclose?.()
  }
}
