// The only file that knows the MCP SDK. It is loaded when a server starts, never on a hook's path.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Readable, Writable } from 'node:stream'
import {
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  ProtocolError,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { mcpTexts } from '../../base/messages/mcp.ts'
import { listOf, message } from '../../base/messages/message.ts'
import type { AgentText } from '../../base/text/agent-text.ts'
import { inertText } from '../../base/text/inert-text.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { RouteResponse } from '../http/http-server.ts'
import { boundedLines } from './bounded-lines.ts'
import { CODES, checkMessage } from './check-message.ts'
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
  name: AgentText
  title?: AgentText
  description?: AgentText
  mimeType: string
  size?: number
}

export interface ServedPrompt {
  name: string
  title: string
  description: string
  arguments: { name: string; description: string; required: boolean }[]
}

interface McpToolResult {
  text: AgentText
  failed: boolean
  /** Called when the answer has been written, not where it could not be. */
  afterOutput?(): void
}

interface Sending {
  /** Calls when the answer to this request has left. */
  after(request: string | number, act: () => void): void
  /** The answer to this request says that there is no such resource, to a client of before 2026. */
  noResource?(request: string | number): void
}

/** What a server offers, without a word of the protocol. */
export interface Offer {
  name: string
  title: string
  version: string
  instructions: string
  /** For the client of this name. */
  tools(client: string | undefined): ServedTool[]
  /** Also those that are not listed. */
  hasTool(name: string): boolean
  callTool(name: string, input: unknown, client: string | undefined): Promise<McpToolResult>
  listResources(cursor: string | undefined): Promise<{ resources: ServedResource[]; next?: string }>
  resourceTemplates: { uriTemplate: string; name: string; description: string; mimeType: string }[]
  readResource(uri: string): Promise<{ text: AgentText; mimeType: string }>
  prompts: ServedPrompt[]
  /** Throws where there is no such prompt, or it lacks something. */
  getPrompt(name: string, input: Record<string, string>, client: string | undefined): Promise<AgentText>
}

/** One instance per connection or HTTP request; all of them share the offer. */
function createServer(offer: Offer, sending: Sending): Server {
  const { name, title, version, instructions } = offer
  const server = new Server(
    { name, title, version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
  )
  server.setRequestHandler('tools/list', (_, context) => ({
    tools: offer.tools(clientName(server, context)) as never,
  }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name } = params
    if (!offer.hasTool(name)) {
      const known = listOf(offer.tools(clientName(server, context)).map((tool) => tool.name))
      throw new ProtocolError(CODES.params, inertText(message(mcpTexts.unknownTool, { name, known }).en))
    }
    const answer = await offer.callTool(name, params.arguments ?? {}, clientName(server, context))
    if (answer.afterOutput) sending.after(context.mcpReq.id, answer.afterOutput)
    // No structured content: clients would show it to the model in place of the text, which is quoted and shorter.
    return {
      content: [{ type: 'text' as const, text: answer.text }],
      ...(answer.failed ? { isError: true } : {}),
    }
  })
  server.setRequestHandler('resources/list', async ({ params }) => {
    const { resources, next } = await offer.listResources(params?.cursor).catch(refuse)
    return { resources, ...(next ? { nextCursor: next } : {}) }
  })
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: offer.resourceTemplates }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }, { mcpReq }) => {
    const { text, mimeType } = await offer.readResource(uri).catch((error: unknown) => {
      if (!isMissing(error)) throw error
      // The envelope is what a request of 2026 has.
      if (!mcpReq.envelope) sending.noResource?.(mcpReq.id)
      throw new ResourceNotFoundError(uri, describe(error))
    })
    return { contents: [{ uri, mimeType, text }] }
  })
  server.setRequestHandler('prompts/list', () => ({ prompts: offer.prompts }))
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    const { name, arguments: given = {} } = params
    const text = await offer.getPrompt(name, given, clientName(server, context)).catch(refuse)
    return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
  })
  return server
}

function isMissing(error: unknown): error is MemdirError {
  return MemdirError.is(error) && (error.code === 'not_found' || error.code === 'ambiguous')
}

function isMistake(error: unknown): error is MemdirError {
  return isMissing(error) || (MemdirError.is(error) && error.code === 'usage')
}

/** A client may show it to the model, and it names what the call said. */
function describe({ message, fix }: MemdirError): AgentText {
  return inertText(fix ? `${message}. ${fix}` : message)
}

/** What the caller got wrong has a code of its own; everything else is a fault of ours. */
function refuse(error: unknown): never {
  throw isMistake(error) ? new ProtocolError(CODES.params, describe(error)) : error
}

/** Sent with every request since the 2026 revision, in the handshake before it. */
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

/** Serves until standard input ends or it is closed; the process has nothing else to keep it alive. */
export function serveOverStdio(offer: Offer): { close(): void } {
  const write = (line: string) => process.stdout.write(line)
  const input = process.stdin.pipe(
    boundedLines(LINE_BYTES, {
      pass: (line) => passMessage(line, write),
      onTooLong: (outline) => write(tooLong(outline)),
    }),
  )
  const waiting = new Map<unknown, () => void>()
  const missing = new Set<unknown>()
  const sending: Sending = {
    after: (request, act) => waiting.set(request, act),
    noResource: (request) => missing.add(request),
  }
  serveStdio(() => createServer(offer, sending), {
    transport: new NotingTransport(waiting, missing, [input, process.stdout]),
    onerror: (error) => process.stderr.write(`memdir: ${oneLine(error.message)}\n`),
  })
  return { close: () => void process.stdin.destroy() }
}

function passMessage(line: Buffer, write: (line: string) => void): string | undefined {
  const text = line.toString('utf8')
  if (text.trim() === '') return undefined
  const checked = checkMessage(text)
  if (checked.status === 'answered') write(`${checked.answer}\n`)
  return checked.status === 'passed' ? `${checked.text.trimEnd()}\n` : undefined
}

/** Clients show standard error as it is. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 300)
}

type WireMessage = Parameters<StdioServerTransport['send']>[0]

/** Does what waits for an answer when its last byte has left. */
class NotingTransport extends StdioServerTransport {
  readonly #waiting: Map<unknown, () => void>
  readonly #missing: Set<unknown>

  constructor(waiting: Map<unknown, () => void>, missing: Set<unknown>, streams: [Readable, Writable]) {
    super(...streams)
    this.#waiting = waiting
    this.#missing = missing
  }

  override async send(message: WireMessage): Promise<void> {
    const id = 'id' in message ? message.id : undefined
    // The SDK writes the code of 2026 to everybody.
    const old = this.#missing.delete(id) && 'error' in message
    await super.send(old ? { ...message, error: { ...message.error, code: CODES.noResource } } : message)
    const act = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (act) process.stdout.write('', (error) => error ?? act())
  }
}

/** A web-standard handler. Tokens, Host and Origin are checked before it. */
export function createHttpHandler(offer: Offer): (request: Request) => Promise<RouteResponse> {
  const waiting = new AsyncLocalStorage<(() => void)[]>()
  const sending: Sending = { after: (_, act) => waiting.getStore()?.push(act) }
  const handler = createMcpHandler(() => createServer(offer, sending))
  return async (request) => {
    const acts: (() => void)[] = []
    const response = await waiting.run(acts, () => handler.fetch(request))
    const sent = () => {
      for (const act of acts.splice(0)) act()
    }
    return { response, sent }
  }
}
