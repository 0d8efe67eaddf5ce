import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { readResponse } from './read-response.ts'

test('an answer is read whole, or as far as it may go, and then the connection ends', async () => {
  let ended = () => {}
  const isEnded = new Promise<void>((resolve) => {
    ended = resolve
  })
  const server = createServer((request, response) => {
    if (request.url === '/short') return void response.end('日本')
    response.on('close', ended)
    const more = () => void response.write('x'.repeat(10_000), more)
    more()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    expect(await readResponse(await fetch(`${url}/short`), 6)).toEqual({ text: '日本', whole: true })
    expect(await readResponse(await fetch(`${url}/short`), 3)).toEqual({ text: '日', whole: false })
    const { text, whole } = await readResponse(await fetch(`${url}/endless`), 50_000)
    expect([text.length, whole]).toEqual([50_000, false])
    await isEnded
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('an answer without a body is empty', async () => {
  expect(await readResponse(new Response(null, { status: 204 }), 10)).toEqual({ text: '', whole: true })
})
