// The server on real sockets.
import { request as httpRequest, type RequestOptions } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type HttpServerOptions, type HttpServing, startHttpServer } from './http-server.ts'

const open: HttpServing[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

const echo = {
  path: '/echo',
  methods: ['GET', 'POST'],
  async handle(request: Request) {
    const text = `${request.method} ${new URL(request.url).search} ${request.headers.get('x-mark')} ${await request.text()}`
    return { response: new Response(text, { status: 201, headers: { 'x-answer': 'yes' } }) }
  },
}

async function start(options: Partial<HttpServerOptions> = {}): Promise<HttpServing> {
  const server = await startHttpServer({ port: 0, routes: [echo], ...options })
  open.push(server)
  return server
}

interface Asked {
  status: number | undefined
  text: string
  headers: Record<string, unknown>
}

function ask(
  { origin, token }: HttpServing,
  path: string,
  { body, headers, ...options }: RequestOptions & { body?: string | string[] } = {},
): Promise<Asked> {
  return new Promise((done, fail) => {
    const sent = httpRequest(
      `${origin}${path}`,
      { ...options, headers: { authorization: `Bearer ${token}`, ...headers } },
      (answer) => {
        let text = ''
        answer.on('data', (chunk) => {
          text += chunk
        })
        answer.on('end', () => done({ status: answer.statusCode, text, headers: answer.headers }))
      },
    )
    sent.on('error', fail)
    for (const part of Array.isArray(body) ? body : []) sent.write(part)
    sent.end(Array.isArray(body) ? undefined : body)
  })
}

test('a request goes to its route with method, headers, query and body; the answer comes back whole', async () => {
  const server = await start()
  expect(server.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const posted = await ask(server, '/echo?a=1', { method: 'POST', body: '汉字', headers: { 'x-mark': 'm' } })
  expect([posted.status, posted.text, posted.headers['x-answer']]).toEqual([201, 'POST ?a=1 m 汉字', 'yes'])
  expect((await ask(server, '/echo')).text).toBe('GET  null ')
})

test('it listens on loopback alone, and each has a token of its own', async () => {
  const [one, other] = [await start(), await start()]
  expect(Buffer.from(one.token, 'base64url')).toHaveLength(32)
  expect(one.token).not.toBe(other.token)
  expect((await ask({ ...one, token: other.token }, '/echo')).status).toBe(401)
})

test('who has no token, or comes from elsewhere, gets nothing', async () => {
  const server = await start()
  const port = new URL(server.origin).port
  const status = async (headers: Record<string, string>) => {
    const { status: code, text } = await ask(server, '/echo', { headers })
    return `${code} ${code === 201 ? '' : JSON.parse(text).error.code}`
  }
  expect(await status({ authorization: '' })).toBe('401 http.wrong-token')
  expect(await status({ authorization: server.token })).toBe('401 http.wrong-token')
  expect(await status({ authorization: `Bearer ${server.token}x` })).toBe('401 http.wrong-token')
  expect(await status({ host: 'evil.example' })).toBe('403 http.wrong-host')
  expect(await status({ host: '127.0.0.1' })).toBe('403 http.wrong-host')
  expect(await status({ host: `localhost:${port}` })).toBe('201 ')
  expect(await status({ origin: 'https://evil.example' })).toBe('403 http.wrong-origin')
  expect(await status({ origin: 'null' })).toBe('403 http.wrong-origin')
  expect(await status({ origin: `http://localhost:${port}` })).toBe('201 ')
})

test('other paths and methods are refused, with what is served', async () => {
  const server = await start()
  const missing = await ask(server, '/other')
  expect([missing.status, JSON.parse(missing.text)]).toEqual([
    404,
    { ok: false, error: { code: 'http.no-such-route', message: 'there is nothing here; served are /echo' } },
  ])
  const method = await ask(server, '/echo', { method: 'DELETE' })
  expect([method.status, JSON.parse(method.text).error.message]).toEqual([405, 'use GET, POST'])
})

test('a body is taken up to its limit, whether its length was given or not', async () => {
  const server = await start({ bodyBytes: 10 })
  const post = async (body: string | string[], headers = {}) =>
    (await ask(server, '/echo', { method: 'POST', body, headers }).catch(() => ({ status: 413 }))).status
  expect(await post('x'.repeat(10))).toBe(201)
  expect(await post('x'.repeat(11))).toBe(413)
  expect(await post(['x'.repeat(5), 'x'.repeat(5)])).toBe(201)
  expect(await post(['x'.repeat(5), 'x'.repeat(6)])).toBe(413)
})

test('a handler that fails is a fault of the server, and says nothing of why', async () => {
  const handle = () => Promise.reject(new Error('a secret path'))
  const failed = await ask(await start({ routes: [{ ...echo, handle }] }), '/echo')
  expect([failed.status, failed.text.includes('secret')]).toEqual([500, false])
})

test('what waits for the end of an answer is done after it; a client that left aborts its request', async () => {
  const events: string[] = []
  const quick = { response: new Response('whole'), sent: () => void events.push('sent') }
  const slow = async (request: Request) => {
    request.signal.addEventListener('abort', () => events.push('aborted'))
    await new Promise(() => {})
    return quick
  }
  const server = await start({
    routes: [
      { ...echo, handle: async () => quick },
      { ...echo, path: '/slow', handle: slow },
    ],
  })
  expect((await ask(server, '/echo')).text).toBe('whole')
  await expect.poll(() => events).toEqual(['sent'])
  const leaving = httpRequest(`${server.origin}/slow`, {
    headers: { authorization: `Bearer ${server.token}` },
  })
  leaving.on('error', () => {})
  leaving.end()
  setTimeout(() => leaving.destroy(), 50)
  await expect.poll(() => events).toEqual(['sent', 'aborted'])
})

test('a request that never arrives whole is ended', async () => {
  const server = await start({ requestMs: 200 })
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.write('POST /echo HTTP/1.1\r\nHost: x\r\n')
  await new Promise((ended) => socket.once('close', ended))
  expect(text).toMatch(/^HTTP\/1\.1 408 /)
})

test('a port that is taken is a fault, and a closed server is gone', async () => {
  const server = await start()
  const port = Number(new URL(server.origin).port)
  await expect(startHttpServer({ port, routes: [] })).rejects.toThrow(/EADDRINUSE/)
  await server.close()
  await expect(ask(server, '/echo')).rejects.toThrow()
})
