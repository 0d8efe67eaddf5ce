// What a connected server is to the rest of the client, without a word of the protocol.

import type { Message } from '../../base/messages/message.ts'
import type { JsonSchema } from '../../base/values/json-schema.ts'
import type { ServerConfig } from './server-config.ts'

export interface ServerTool {
  /** As the server calls it. */
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema & { readonly type: 'object' }
  /** By its own claim. */
  readonly readOnly: boolean
}

export interface CallOutcome {
  text: string
  failed: boolean
  /** The connection is of no use any more; a new one may be. */
  lost?: boolean
}

export interface ServerConnection {
  /** As the server last listed them. */
  readonly tools: readonly ServerTool[]
  readonly instructions: string | undefined
  /** The end of what its process said on standard error. */
  stderr(): string
  /** Throws only where the signal ended it. */
  call(
    name: string,
    input: Record<string, unknown>,
    limits: { signal: AbortSignal; timeoutMs: number },
  ): Promise<CallOutcome>
  close(): Promise<void>
}

export interface ConnectOptions {
  config: ServerConfig
  /** memdir's own. */
  version: string
  /** What the process of a server gets. */
  environment: Readonly<Record<string, string>>
  cwd: string
  timeoutMs: number
  signal: AbortSignal
  /** It ended without being asked to. */
  onClosed(problem: Message): void
  onToolsChanged(): void
  /** Each time that it is listed. */
  onToolLeftOut(tool: string, problem: Message): void
}

export type ConnectServer = (options: ConnectOptions) => Promise<ServerConnection>
