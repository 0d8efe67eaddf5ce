// One server, connected: its tools, its instructions, calls. The only file that knows the MCP SDK; it is loaded when a
// server is configured, never before.
import {
  Client,
  type ClientOptions,
  type ListToolsResult,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  StreamableHTTPClientTransport,
  specTypeSchemas,
} from '@modelcontextprotocol/client'
import { mcpClientTexts } from '../../base/messages/mcp-client.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { ProcessTransport } from './process-transport.ts'
import { resultText } from './result-text.ts'
import type { CallOutcome, ConnectServer, ServerConnection, ServerTool } from './server-connection.ts'
import { withSoundTools } from './sound-tools.ts'

type Negotiation = NonNullable<ClientOptions['versionNegotiation']>['mode']

/** Nothing of a server's schemas is compiled: the model reads the result, and a schema is the server's own claim. */
const ACCEPT_ALL: ClientOptions['jsonSchemaValidator'] = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
}

export const connectServer: ConnectServer = async (options) => {
  try {
    return await connect(options, 'legacy')
  } catch (error) {
    // It knows only the newer handshake. A server that is silent or gone is not asked twice.
    if (!ProtocolError.isInstance(error)) throw error
    return connect(options, 'auto')
  }
}

const connect = async (
  options: Parameters<ConnectServer>[0],
  mode: Negotiation,
): Promise<ServerConnection> => {
  const { config, timeoutMs, signal } = options
  let tools: readonly ServerTool[] = []
  const client = new Client(
    { name: 'memdir', version: options.version },
    {
      jsonSchemaValidator: ACCEPT_ALL,
      versionNegotiation: { mode, probe: { timeoutMs: timeoutMs / 2 } },
      listChanged: {
        tools: {
          onChanged(_, changed) {
            if (!changed) return
            tools = changed.map(serverTool)
            options.onToolsChanged()
          },
        },
      },
    },
  )
  const transport =
    config.kind === 'stdio'
      ? new ProcessTransport({ config, environment: options.environment, cwd: options.cwd })
      : new StreamableHTTPClientTransport(new URL(config.url), {
          requestInit: { headers: { ...config.headers } },
          fetch: boundedFetch,
        })
  const problem = () => (transport instanceof ProcessTransport ? transport.problem : undefined)
  let connected = false
  client.onclose = () => {
    if (connected) options.onClosed(problem() ?? message(mcpClientTexts.closed))
  }
  // What is out of order is passed over; a call that it concerns fails by itself.
  client.onerror = () => {}
  const limit = { timeout: timeoutMs, signal }
  try {
    await client.connect(transport as Parameters<Client['connect']>[0], limit)
    const receive: ((received: never, extra?: never) => void) | undefined = transport.onmessage
    const check = { faultOf, onLeftOut: options.onToolLeftOut }
    transport.onmessage = (received: never, extra?: never) =>
      receive?.call(transport, withSoundTools(received, check), extra)
    tools = (await client.listTools(undefined, limit)).tools.map(serverTool)
    connected = true
  } catch (error) {
    // Before its end is our own doing.
    const why = problem() ?? describe(error, timeoutMs)
    await end(client, transport)
    if (ProtocolError.isInstance(error) && mode === 'legacy') throw error
    throw new ConnectProblem(why, stderrOf(transport))
  }
  return {
    get tools() {
      return tools
    },
    instructions: client.getInstructions(),
    stderr: () => stderrOf(transport),
    async call(name, input, { signal: given, timeoutMs: most }): Promise<CallOutcome> {
      try {
        const result = await client.callTool(
          { name, arguments: input },
          { signal: given, timeout: most, resetTimeoutOnProgress: true, onprogress() {} },
        )
        return { text: resultText(result), failed: result.isError === true }
      } catch (error) {
        if (given.aborted) throw error
        const why = problem()?.en ?? describe(error, most).en
        return {
          text: ProtocolError.isInstance(error) ? error.message : why,
          failed: true,
          lost: isLost(error),
        }
      }
    },
    async close() {
      connected = false
      if (transport instanceof StreamableHTTPClientTransport)
        await Promise.race([transport.terminateSession().catch(() => {}), pause(GOODBYE_MS)])
      await end(client, transport)
    },
  }
}

/** Thrown by `connectServer`. */
class ConnectProblem extends Error {
  readonly problem: Message
  readonly stderr: string
  constructor(problem: Message, stderr: string) {
    super(problem.en)
    this.problem = problem
    this.stderr = stderr
  }
}

/** A server that is told that the session is over need not answer. */
const GOODBYE_MS = 500

async function end(client: Client, transport: { close(): Promise<void> }): Promise<void> {
  await client.close().catch(() => {})
  // Where the client had not begun with it yet.
  await transport.close().catch(() => {})
}

function stderrOf(transport: object): string {
  return transport instanceof ProcessTransport ? transport.stderr : ''
}

/** The server does not know our session any more: a new connection helps. */
function isLost(error: unknown): boolean {
  return SdkHttpError.isInstance(error) && error.status === 404
}

function describe(error: unknown, timeoutMs: number): Message {
  if (SdkHttpError.isInstance(error) && (error.status === 401 || error.status === 403))
    return message(mcpClientTexts.needsSignIn, { status: error.status })
  if (SdkError.isInstance(error) && error.code === SdkErrorCode.RequestTimeout)
    return message(mcpClientTexts.noAnswer, { seconds: Math.round(timeoutMs / 100) / 10 })
  if (SdkError.isInstance(error) && error.code === SdkErrorCode.ConnectionClosed)
    return message(mcpClientTexts.closed)
  if (SdkHttpError.isInstance(error))
    return message(mcpClientTexts.connectFailed, { reason: `HTTP ${error.status}` })
  return message(mcpClientTexts.connectFailed, { reason: reasonOf(error) })
}

/** Codes where there are any: what an error says may repeat an address with a token in it. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined
  const code = cause?.code ?? (error as { code?: unknown } | null)?.code
  if (typeof code === 'string') return code
  return error instanceof Error
    ? error.message.replace(/\bhttps?:\/\/\S+/g, 'its address').slice(0, 200)
    : 'unknown'
}

/** By the rules of the SDK; a tool that has no name cannot be called either. */
function faultOf(tool: unknown): Message | undefined {
  const checked = specTypeSchemas.Tool['~standard'].validate(tool)
  const issue = 'issues' in checked ? checked.issues?.[0] : undefined
  if (issue)
    return message(mcpClientTexts.wrongField, { field: (issue.path ?? []).map(String).join('.') || 'tool' })
  return (tool as { name: string }).name.trim() === ''
    ? message(mcpClientTexts.wrongField, { field: 'name' })
    : undefined
}

function serverTool({
  name,
  description,
  inputSchema,
  annotations,
}: ListToolsResult['tools'][number]): ServerTool {
  return {
    name,
    description: description ?? annotations?.title ?? '',
    inputSchema: { ...inputSchema, type: 'object' } as ServerTool['inputSchema'],
    readOnly: annotations?.readOnlyHint === true,
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
