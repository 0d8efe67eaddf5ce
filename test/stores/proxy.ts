// Hands every request on to a server, or answers it with a fault of its own.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Proxy {
  url: string
  close(): Promise<void>
}

export async function startProxy(
  target: string,
  fault: (call: number) => number | undefined,
): Promise<Proxy> {
  let calls = 0
  const server = createServer(async (request, response) => {
    const status = fault(++calls)
    if (status !== undefined) {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: 'Fault', message: `status ${status}` }))
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const isSent = request.method !== 'GET' && request.method !== 'DELETE'
    const answer = await fetch(target + request.url, {
      method: request.method ?? 'GET',
      headers: { 'content-type': 'application/json' },
      ...(isSent ? { body: Buffer.concat(chunks) } : {}),
    })
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
