// A server for programs on this machine: loopback only, a token, bounded bodies and times. What it serves is given by
// the face, as handlers of web-standard requests.
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { httpTexts } from '../../base/messages/http.ts'
import { type Message, message, verbatim } from '../../base/messages/message.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { guardRequest } from './http-guard.ts'

export interface HttpRoute {
  /** Exactly, without what follows `?`. */
  path: string
  methods: readonly string[]
  handle(request: Request): Promise<RouteResponse>
}

export interface RouteResponse {
  response: Response
  /** Called when the whole response has been sent. */
  sent?(): void
}

export interface HttpServerOptions {
  /** 0: any free port. */
  port: number
  routes: readonly HttpRoute[]
  /** What a request's body may have. Default 1,000,000. */
  bodyBytes?: number
  /** Milliseconds for a whole request to arrive. Default 30,000; its headers have 5,000. */
  requestMs?: number
}

export interface HttpServing {
  /** `http://127.0.0.1:PORT` */
  origin: string
  /** 256 random bits, `Authorization: Bearer …`. */
  token: string
  close(): Promise<void>
}

const BODY_BYTES = 1_000_000
const REQUEST_MS = 30_000
const HEADERS_MS = 5_000
const HEADER_BYTES = 16_384
const CONNECTIONS = 64

export async function startHttpServer(options: HttpServerOptions): Promise<HttpServing> {
  const { port, routes, bodyBytes = BODY_BYTES, requestMs = REQUEST_MS } = options
  const server = createServer({
    requestTimeout: requestMs,
    headersTimeout: Math.min(HEADERS_MS, requestMs),
    connectionsCheckingInterval: Math.min(5_000, requestMs),
    maxHeaderSize: HEADER_BYTES,
  })
  server.maxConnections = CONNECTIONS
  const guard = { port: await listen(server, port), token: randomBytes(32).toString('base64url') }
  const origin = `http://127.0.0.1:${guard.port}`
  server.on('request', (incoming, outgoing) => {
    const verdict = guardRequest(guard, incoming.headers)
    if (verdict.status === 'refused') return refuse(outgoing, verdict.code, verdict.reason)
    const path = incoming.url?.split('?')[0]
    const route = routes.find((one) => one.path === path)
    if (!route) {
      const paths = routes.map((one) => one.path).join(', ')
      return refuse(outgoing, 404, message(httpTexts.noSuchRoute, { paths }))
    }
    if (!route.methods.includes(incoming.method ?? ''))
      return refuse(outgoing, 405, message(httpTexts.wrongMethod, { methods: route.methods.join(', ') }))
    answer(route, incoming, outgoing, { origin, bodyBytes }).catch(() =>
      refuse(outgoing, 500, message(httpTexts.serverFault)),
    )
  })
  return { origin, token: guard.token, close: () => close(server) }
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((done, fail) => {
    server.once('error', fail).listen(port, '127.0.0.1', done)
  })
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new MemdirError('internal', verbatim('no port was opened'))
  return address.port
}

async function answer(
  route: HttpRoute,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { origin, bodyBytes }: { origin: string; bodyBytes: number },
): Promise<void> {
  const gone = new AbortController()
  outgoing.on('close', () => gone.abort())
  const body = await readBody(incoming, bodyBytes)
  if (!body) return refuse(outgoing, 413, message(httpTexts.bodyTooLarge, { bytes: bodyBytes }))
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  const request = new Request(`${origin}${incoming.url}`, {
    method: incoming.method,
    headers,
    signal: gone.signal,
    ...(hasBody ? { body } : {}),
  })
  const { response, sent } = await route.handle(request)
  if (sent) outgoing.on('finish', sent)
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (response.body) Readable.fromWeb(response.body as never).pipe(outgoing)
  else outgoing.end()
}

/** As far as it may go, whether or not a length was given before; undefined for more. */
async function readBody(incoming: IncomingMessage, most: number): Promise<Buffer<ArrayBuffer> | undefined> {
  if (Number(incoming.headers['content-length'] ?? 0) > most) return undefined
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming) {
    bytes += (chunk as Buffer).length
    if (bytes > most) return undefined
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

function refuse(outgoing: ServerResponse, status: number, reason: Message): void {
  if (outgoing.headersSent) return void outgoing.destroy()
  outgoing.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
  outgoing.end(JSON.stringify({ ok: false, error: { code: reason.key, message: reason.en } }))
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((done) => {
    server.close(() => done())
  })
}
