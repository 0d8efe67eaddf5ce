// The MCP server over HTTP, for clients that cannot start a program. Loopback only, random port, a token.
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { guardRequest } from '../http/http-guard.ts'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { attempt } from '../lib/attempt.ts'
import type { HttpAnswer } from './protocol.ts'

export interface HttpOptions {
  handle(request: Request): Promise<HttpAnswer>
  /** 0: any free port. */
  port: number
  /** The config home: the address and the token go into a private file there. */
  home: string
}

export interface HttpServing {
  url: string
  token: string
  /** Holds address and token, 0600. */
  file: string
  close(): Promise<void>
}

const BODY_BYTES = 1_000_000
const METHODS = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'])

export async function serveHttp({ handle, port, home }: HttpOptions): Promise<HttpServing> {
  const token = randomBytes(32).toString('base64url')
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 5_000, maxHeaderSize: 16_384 })
  server.maxConnections = 64
  await new Promise<void>((done, fail) => {
    server.once('error', fail).listen(port, '127.0.0.1', done)
  })
  const guard = { port: (server.address() as AddressInfo).port, token }
  server.on('request', (incoming, outgoing) => {
    const verdict = guardRequest(guard, incoming.headers)
    if (verdict.status === 'refused') return refuse(outgoing, verdict.code, verdict.reason)
    if (incoming.url?.split('?')[0] !== '/mcp') return refuse(outgoing, 404, 'the endpoint is /mcp')
    if (!METHODS.has(incoming.method ?? '')) return refuse(outgoing, 405, 'use GET, POST or DELETE')
    if (Number(incoming.headers['content-length'] ?? 0) > BODY_BYTES)
      return refuse(outgoing, 413, 'too large')
    answer(handle, incoming, outgoing, guard.port).catch(() => refuse(outgoing, 500, 'internal error'))
  })
  const url = `http://127.0.0.1:${guard.port}/mcp`
  const file = join(home, 'mcp-http.json')
  writeFileAtomic(file, `${JSON.stringify({ v: 1, url, token, pid: process.pid }, null, 2)}\n`, {
    mode: 0o600,
  })
  return { url, token, file, close: () => close(server, file) }
}

async function answer(
  handle: HttpOptions['handle'],
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  port: number,
): Promise<void> {
  const gone = new AbortController()
  outgoing.on('close', () => gone.abort())
  const body = await readBody(incoming)
  if (!body) return refuse(outgoing, 413, 'too large')
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  const request = new Request(`http://127.0.0.1:${port}${incoming.url}`, {
    method: incoming.method,
    headers,
    signal: gone.signal,
    ...(hasBody ? { body } : {}),
  })
  const { response, sent } = await handle(request)
  outgoing.on('finish', sent)
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (response.body) Readable.fromWeb(response.body as never).pipe(outgoing)
  else outgoing.end()
}

/** As far as it may go, also where no length was told before; undefined for more. */
async function readBody(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming) {
    bytes += (chunk as Buffer).length
    if (bytes > BODY_BYTES) return undefined
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

function refuse(outgoing: ServerResponse, code: number, reason: string): void {
  if (outgoing.headersSent) return void outgoing.destroy()
  outgoing.writeHead(code, { 'content-type': 'application/json', connection: 'close' })
  outgoing.end(JSON.stringify({ error: reason }))
}

function close(server: ReturnType<typeof createServer>, file: string): Promise<void> {
  attempt(() => rmSync(file, { force: true }))
  server.closeAllConnections()
  return new Promise((done) => {
    server.close(() => done())
  })
}
