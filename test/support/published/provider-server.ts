// A model provider on 127.0.0.1 that speaks a real protocol and answers by script. It refuses what the real one would.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Protocol } from './protocol.ts'
import { asReply, DROPPED_TEXT, type Reply, type ReplyLike, replyUsage, type Say } from './reply.ts'

export interface ReceivedRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The bytes as they came. */
  readonly raw: string
  readonly body: Record<string, unknown>
}

export type Script = readonly ReplyLike[] | ((request: ReceivedRequest, number: number) => ReplyLike)

export interface ProviderServer {
  readonly url: string
  readonly requests: readonly ReceivedRequest[]
  /** Requests that were refused as invalid, with the reason. */
  readonly refused: readonly string[]
  close(): Promise<void>
}

export async function startProviderServer(protocol: Protocol, script: Script): Promise<ProviderServer> {
  const requests: ReceivedRequest[] = []
  const refused: string[] = []
  const server = createServer((incoming, outgoing) => {
    receive(incoming)
      .then((request) => {
        requests.push(request)
        return answer(protocol, request, outgoing, script, requests.length, refused)
      })
      .catch(() => incoming.socket.destroy())
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    refused,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

async function receive(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const raw = Buffer.concat(chunks).toString()
  const body = JSON.parse(raw || '{}') as Record<string, unknown>
  const [path = ''] = (incoming.url ?? '').split('?')
  return { path, headers: incoming.headers, raw, body }
}

async function answer(
  protocol: Protocol,
  request: ReceivedRequest,
  outgoing: ServerResponse,
  script: Script,
  number: number,
  refused: string[],
): Promise<void> {
  if (!protocol.path.test(request.path))
    return send(outgoing, { status: 404, body: { error: 'no such path' } })
  const problem = protocol.problem(request.body, request.headers)
  if (problem) {
    refused.push(problem)
    return send(outgoing, protocol.refuse(problem))
  }
  const next = typeof script === 'function' ? script(request, number) : script[number - 1]
  const reply = asReply(next ?? 'Nothing more in the script.')
  if ('fail' in reply && !reply.midStream) return send(outgoing, protocol.failure(reply))
  if ('drop' in reply && reply.drop === 'before') return void outgoing.socket?.destroy()
  await stream(protocol, reply, outgoing, { request, number })
}

function send(
  outgoing: ServerResponse,
  { status, headers, body }: { status: number; headers?: Record<string, string>; body: unknown },
): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
  outgoing.end(JSON.stringify(body))
}

async function stream(
  protocol: Protocol,
  reply: Reply,
  outgoing: ServerResponse,
  { request, number }: { request: ReceivedRequest; number: number },
): Promise<void> {
  const say: Say = 'say' in reply ? reply : { say: [{ text: DROPPED_TEXT }] }
  await pause(say.delayMs ?? 0)
  outgoing.writeHead(200, { 'content-type': protocol.contentType })
  const usage = replyUsage(say, Buffer.byteLength(request.raw))
  const frames = protocol.frames(say, {
    number,
    model: String(request.body.model),
    usage,
    body: request.body,
  })
  if ('say' in reply) {
    await write(outgoing, frames.join(''), reply.slow)
    outgoing.end()
    return
  }
  // The answer begins well: the first frames, up to its first words.
  const begin = frames.slice(0, Math.max(1, frames.length - 3)).join('')
  await write(outgoing, 'fail' in reply ? begin + protocol.failureFrame(reply) : begin, undefined)
  if ('fail' in reply) outgoing.end()
  else if (reply.drop === 'midway') setTimeout(() => outgoing.socket?.destroy(), 5)
}

async function write(outgoing: ServerResponse, text: string, slow: Say['slow']): Promise<void> {
  if (!slow) return void outgoing.write(text)
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length && !outgoing.destroyed; at += slow.bytes) {
    outgoing.write(bytes.subarray(at, at + slow.bytes))
    await pause(slow.pauseMs)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((wake) => (ms > 0 ? setTimeout(wake, ms) : setImmediate(wake)))
}
