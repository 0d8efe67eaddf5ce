// The only file that knows the MCP SDK. It is loaded when a server starts, never on a hook's path.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Readable, Writable } from 'node:stream'
import {
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { RouteResponse } from '../http/http-server.ts'
import { boundedLines } from './bounded-lines.ts'
import type { MessageOutline } from './message-outline.ts'

export interface ServedTool {
  name: string
  title: string
  description: string
  inputSchema: object
  annotations: object
  _meta?: Record<string, unknown>
}

export interface ServedResource {
  uri: string
  name: string
  title?: string
  description?: string
  mimeType: string
  size?: number
}

export interface ServedPrompt {
  name: string
  title: string
  description: string
  arguments: { name: string; description: string; required: boolean }[]
}

export interface McpToolResult {
  text: string
  failed: boolean
  /** Called when the answer has been written, not where it could not be. */
  afterOutput?(): void
}

type AfterSending = (request: string | number, act: () => void) => void

/** What a server offers, without a word of the protocol. */
export interface Offer {
  name: string
  title: string
  version: string
  instructions: string
  tools: ServedTool[]
  callTool(name: string, input: unknown, client: string | undefined): Promise<McpToolResult>
  listResources(cursor: string | undefined): Promise<{ resources: ServedResource[]; next?: string }>
  resourceTemplates: { uriTemplate: string; name: string; description: string; mimeType: string }[]
  readResource(uri: string): Promise<{ text: string; mimeType: string }>
  prompts: ServedPrompt[]
  getPrompt(name: string, input: Record<string, string>): string
}

/** One instance per connection or HTTP request; all of them share the offer. */
function createServer(offer: Offer, afterSending: AfterSending): Server {
  const { name, title, version, instructions } = offer
  const server = new Server(
    { name, title, version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
  )
  server.setRequestHandler('tools/list', () => ({ tools: offer.tools as never }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const answer = await offer.callTool(params.name, params.arguments ?? {}, clientName(server, context))
    if (answer.afterOutput) afterSending(context.mcpReq.id, answer.afterOutput)
    // No structured content: clients would show it to the model in place of the text, which is quoted and shorter.
    return {
      content: [{ type: 'text' as const, text: answer.text }],
      ...(answer.failed ? { isError: true } : {}),
    }
  })
  server.setRequestHandler('resources/list', async ({ params }) => {
    const { resources, next } = await offer.listResources(params?.cursor)
    return { resources, ...(next ? { nextCursor: next } : {}) }
  })
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: offer.resourceTemplates }))
  server.setRequestHandler('resources/read', async ({ params }) => {
    const { text, mimeType } = await offer.readResource(params.uri)
    return { contents: [{ uri: params.uri, mimeType, text }] }
  })
  server.setRequestHandler('prompts/list', () => ({ prompts: offer.prompts }))
  server.setRequestHandler('prompts/get', ({ params }) => ({
    messages: [
      {
        role: 'user' as const,
        content: { type: 'text' as const, text: offer.getPrompt(params.name, params.arguments ?? {}) },
      },
    ],
  }))
  return server
}

/** Told with every request since the 2026 revision, in the handshake before it. */
function clientName(server: Server, { mcpReq }: ServerContext): string | undefined {
  const envelope = mcpReq.envelope as Record<string, { name?: string } | undefined> | undefined
  return envelope?.[CLIENT_INFO_META_KEY]?.name ?? server.getClientVersion()?.name
}

const LINE_BYTES = 4_000_000
/** With the id of a request, so that nobody waits for its answer; null where it has none or it cannot be read. */
function tooLong(outline: MessageOutline): string {
  const { method, id } = outline.value() ?? {}
  const isRequest = typeof method === 'string' && (typeof id === 'string' || typeof id === 'number')
  const error = { code: -32_600, message: 'the message is longer than 4 MB; send less at once' }
  return `${JSON.stringify({ jsonrpc: '2.0', id: isRequest ? id : null, error })}\n`
}

/** Serves until standard input ends; the process has nothing else to keep it alive. */
export function serveOverStdio(offer: Offer): void {
  const input = process.stdin.pipe(
    boundedLines(LINE_BYTES, (outline) => process.stdout.write(tooLong(outline))),
  )
  const waiting = new Map<unknown, () => void>()
  serveStdio(() => createServer(offer, (request, act) => waiting.set(request, act)), {
    transport: new NotingTransport(waiting, input, process.stdout),
    onerror: (error) => process.stderr.write(`memdir: ${error.message}\n`),
  })
}

/** Does what waits for an answer when its last byte has left. */
class NotingTransport extends StdioServerTransport {
  readonly #waiting: Map<unknown, () => void>

  constructor(waiting: Map<unknown, () => void>, ...streams: [Readable, Writable]) {
    super(...streams)
    this.#waiting = waiting
  }

  override async send(message: Parameters<StdioServerTransport['send']>[0]): Promise<void> {
    await super.send(message)
    const id = 'id' in message ? message.id : undefined
    const act = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (act) process.stdout.write('', (error) => error ?? act())
  }
}

/** A web-standard handler. Tokens, Host and Origin are checked before it. */
export function createHttpHandler(offer: Offer): (request: Request) => Promise<RouteResponse> {
  const waiting = new AsyncLocalStorage<(() => void)[]>()
  const handler = createMcpHandler(() => createServer(offer, (_, act) => waiting.getStore()?.push(act)))
  return async (request) => {
    const acts: (() => void)[] = []
    const response = await waiting.run(acts, () => handler.fetch(request))
    const sent = () => {
      for (const act of acts.splice(0)) act()
    }
    return { response, sent }
  }
}
