// One configured server over the life of a conversation: it starts, answers or does not, may end, may be started again.
// Nothing of it is thrown: what goes wrong is its state, said once.

import { mcpClientTexts } from '../../base/messages/mcp-client.ts'
import { type Message, message, verbatim } from '../../base/messages/message.ts'
import { printableLine } from '../../base/text/invisible.ts'
import type { CallOutcome, ConnectOptions, ConnectServer, ServerConnection } from './server-connection.ts'

export type ServerStatus = 'starting' | 'ready' | 'failed' | 'stopped'

interface ServerOptions
  extends Pick<ConnectOptions, 'config' | 'version' | 'environment' | 'cwd' | 'onToolsChanged'> {
  /** Loads the SDK. */
  connect(): Promise<ConnectServer>
  startTimeoutMs: number
  callTimeoutMs: number
  /** For the person. */
  onNotice(notice: Message): void
}

export class Server {
  status: ServerStatus = 'starting'
  problem: Message | undefined
  /** Resolves when it is ready or has failed. */
  settled: Promise<void> = Promise.resolve()
  private readonly options: ServerOptions
  private connection: ServerConnection | undefined
  private stopping = new AbortController()
  private lastWords = ''
  private readonly leftOut = new Set<string>()
  /** The attempt to connect, with what has to be ended after it. */
  private attempt: Promise<unknown> = Promise.resolve()

  constructor(options: ServerOptions) {
    this.options = options
    this.start()
  }

  get config() {
    return this.options.config
  }

  get tools() {
    return this.status === 'ready' ? (this.connection?.tools ?? []) : []
  }

  get instructions(): string | undefined {
    return this.status === 'ready' ? this.connection?.instructions : undefined
  }

  /** The end of what its process said on standard error, without the values that it was configured with. */
  get stderr(): string {
    return withoutValues(this.connection?.stderr() || this.lastWords, this.config)
  }

  start(): void {
    this.status = 'starting'
    this.problem = undefined
    this.stopping = new AbortController()
    this.settled = this.connect(this.stopping.signal)
  }

  async restart(): Promise<void> {
    await this.close()
    this.start()
    await this.settled
  }

  async close(): Promise<void> {
    this.stopping.abort()
    await this.settled
    await Promise.race([this.attempt, pause(CLOSE_MS)])
    const connection = this.connection
    this.connection = undefined
    this.status = 'stopped'
    await connection?.close()
  }

  async call(tool: string, input: Record<string, unknown>, signal: AbortSignal): Promise<CallOutcome> {
    const timeoutMs = this.config.callTimeoutMs ?? this.options.callTimeoutMs
    const connection = this.connection
    if (!connection || this.status !== 'ready') return this.gone()
    const outcome = await connection.call(tool, input, { signal, timeoutMs })
    if (!outcome.lost) return outcome
    await this.restart()
    const again: ServerConnection | undefined = this.connection
    return again ? again.call(tool, input, { signal, timeoutMs }) : this.gone()
  }

  /** Said once for each. */
  leaveOut(tool: string, problem: Message): void {
    const shown = printableLine(tool).slice(0, MAX_SHOWN_NAME)
    if (this.leftOut.has(shown)) return
    this.leftOut.add(shown)
    this.options.onNotice(
      message(mcpClientTexts.toolLeftOut, { name: this.config.name, tool: shown, problem }),
    )
  }

  private gone(): CallOutcome {
    const why = this.problem ? `: ${this.problem.en}` : ''
    return { text: `The MCP server ${this.config.name} is not available${why}.`, failed: true }
  }

  private async connect(signal: AbortSignal): Promise<void> {
    try {
      const connect = await this.options.connect()
      // A server that neither answers nor lets go of the attempt is not waited for.
      const connection = await this.inTime(signal, (limit) =>
        connect({
          ...this.options,
          timeoutMs: this.options.startTimeoutMs,
          signal: limit,
          onClosed: (problem) => this.ended(problem),
          onToolLeftOut: (tool, problem) => this.leaveOut(tool, problem),
        }),
      )
      this.connection = connection
      this.status = 'ready'
      this.options.onToolsChanged()
    } catch (error) {
      this.fail(signal.aborted ? message(mcpClientTexts.cancelled) : problemOf(error), signal.aborted)
      this.lastWords = (error as { stderr?: string }).stderr ?? ''
    }
  }

  private inTime(
    signal: AbortSignal,
    work: (limit: AbortSignal) => Promise<ServerConnection>,
  ): Promise<ServerConnection> {
    const { startTimeoutMs } = this.options
    const limit = new AbortController()
    return new Promise((resolve, reject) => {
      const give = (problem: Message) => {
        limit.abort()
        reject({ problem })
      }
      // The connection has its own time-out, with better words; this one is for what escapes it.
      const timer = setTimeout(
        () => give(message(mcpClientTexts.noAnswer, { seconds: startTimeoutMs / 1_000 })),
        startTimeoutMs + 1_000,
      )
      signal.addEventListener('abort', () => give(message(mcpClientTexts.cancelled)), { once: true })
      this.attempt = work(limit.signal)
        .then((connection) => (limit.signal.aborted ? connection.close() : resolve(connection)), reject)
        .finally(() => clearTimeout(timer))
    })
  }

  private fail(problem: Message, silent: boolean): void {
    this.status = 'failed'
    this.problem = problem
    if (!silent)
      this.options.onNotice(message(mcpClientTexts.notStarted, { name: this.config.name, problem }))
    this.options.onToolsChanged()
  }

  private ended(problem: Message): void {
    if (this.status !== 'ready') return
    this.lastWords = this.connection?.stderr() ?? ''
    this.connection = undefined
    this.status = 'failed'
    this.problem = problem
    this.options.onNotice(message(mcpClientTexts.ended, { name: this.config.name, problem }))
    this.options.onToolsChanged()
  }
}

const MAX_SHOWN_NAME = 80

/** A server that does not end in time is ended with this process. */
const CLOSE_MS = 3_000

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}

function problemOf(error: unknown): Message {
  const { problem } = error as { problem?: Message }
  return problem ?? verbatim(error instanceof Error ? error.message : String(error))
}

/** Shorter ones are switches and words, no secrets. */
const LEAST_SECRET = 6

function withoutValues(text: string, config: ServerOptions['config']): string {
  const values = Object.values(config.kind === 'stdio' ? config.env : config.headers)
  return values
    .filter((value) => value.length >= LEAST_SECRET)
    .reduce((rest, value) => rest.replaceAll(value, '[…]'), text)
}
