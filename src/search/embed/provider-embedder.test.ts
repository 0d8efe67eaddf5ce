import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { MemdirError } from '../../base/values/errors.ts'
import { providerAddress } from './provider-address.ts'
import type { ProviderOptions } from './provider-embedder.ts'
import { createProviderEmbedder } from './provider-embedder.ts'

interface Asked {
  headers: IncomingMessage['headers']
  path: string
  body: { model: string; input: string[] }
}

type Answer = (asked: Asked, response: ServerResponse, count: number) => void

let server: Server | undefined

afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
  server = undefined
})

/** A real HTTP server that speaks the protocol; `answer` may depart from it. */
async function serve(answer: Answer = embedAll): Promise<{ asked: Asked[]; options: ProviderOptions }> {
  const asked: Asked[] = []
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      const one = { headers: request.headers, path: request.url ?? '', body: JSON.parse(text) }
      asked.push(one)
      answer(one, response, asked.length)
    })
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}/v1`
  return { asked, options: { baseUrl, model: 'nomic', apiKey: 'sk-very-secret', backoffMs: 1 } }
}

/** Three numbers of each text, deliberately out of order. */
function embedAll({ body }: Asked, response: ServerResponse): void {
  const data = body.input.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: [text.length, 2, 1],
  }))
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ object: 'list', data: data.reverse(), model: body.model, usage: {} }))
}

function failWith(status: number, message: string, headers: Record<string, string> = {}): Answer {
  return (_, response) => {
    response.writeHead(status, headers)
    response.end(JSON.stringify({ error: { message } }))
  }
}

async function faultOf(work: Promise<unknown>): Promise<MemdirError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!MemdirError.is(error)) throw new Error(`no MemdirError but ${String(error)}`)
  return error
}

const memory = { purpose: 'memory' } as const

describe('a provider', () => {
  it('reads no more of an answer than the vectors can take', async () => {
    const { options } = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => void response.write(' '.repeat(65_536), more)
      more()
    })
    await expect(createProviderEmbedder(options).embed(['one'], { purpose: 'memory' })).rejects.toMatchObject(
      {
        code: 'provider',
        message: expect.stringContaining('its answer is larger than'),
      },
    )
  })

  it('gets batches at /embeddings and answers unit vectors in the order of the texts', async () => {
    const { asked, options } = await serve()
    const embedder = createProviderEmbedder({ ...options, batchSize: 2 })
    const progress: number[] = []
    const vectors = await embedder.embed(['a', 'bb', 'ccc', '', 'e'], {
      ...memory,
      onProgress: (done) => progress.push(done),
    })
    expect(asked.map(({ path, body }) => [path, body.model, body.input.length])).toEqual([
      ['/v1/embeddings', 'nomic', 2],
      ['/v1/embeddings', 'nomic', 2],
      ['/v1/embeddings', 'nomic', 1],
    ])
    expect(asked[0]?.headers.authorization).toBe('Bearer sk-very-secret')
    expect(asked[1]?.body.input).toEqual(['ccc', ' '])
    expect(vectors.map((vector) => Math.round(vector[0]! / vector[2]!))).toEqual([1, 2, 3, 1, 1])
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5)
    expect([embedder.model, embedder.dimensions, progress]).toEqual(['provider/nomic', 3, [2, 4, 5]])
  })

  it('embeds long texts in pieces, never between the halves of a character, with the prefix of its purpose', async () => {
    const { asked, options } = await serve()
    const embedder = createProviderEmbedder({ ...options, maxCharacters: 5, queryPrefix: 'q: ' })
    const [vector] = await embedder.embed(['abcd😀efgh'], { purpose: 'query' })
    expect(asked[0]?.body.input).toEqual(['q: abcd', 'q: 😀efg', 'q: h'])
    expect(Math.hypot(...vector!)).toBeCloseTo(1, 5)
  })

  it.each([429, 500, 503])('is asked again after %i', async (status) => {
    const { asked, options } = await serve((one, response, count) =>
      count < 3
        ? failWith(status, 'busy', { 'retry-after': '0' })(one, response, count)
        : embedAll(one, response),
    )
    expect(await createProviderEmbedder(options).embed(['x'], memory)).toHaveLength(1)
    expect(asked).toHaveLength(3)
  })

  it('is waited for as long as it says, but not for minutes', async () => {
    const later = new Date(Date.now() + 600_000).toUTCString()
    const { asked, options } = await serve(failWith(429, 'slow down', { 'retry-after': later }))
    const fault = await faultOf(createProviderEmbedder(options).embed(['x'], memory))
    expect([fault.code, fault.details?.status, asked.length]).toEqual(['provider', 429, 1])
  })

  it.each([
    [401, 'API key'],
    [404, 'ollama pull nomic'],
    [400, 'settings'],
  ])('that refuses with %i is not asked again, and the person learns what to do', async (status, fix) => {
    const { asked, options } = await serve(failWith(status, `bad key sk-very-secret\nin line 2`))
    const fault = await faultOf(createProviderEmbedder(options).embed(['x'], memory))
    expect(asked).toHaveLength(1)
    expect(fault.code).toBe('provider')
    expect(fault.fix).toContain(fix)
    expect(fault.message).toContain('bad key … in line 2')
    expect(JSON.stringify([fault, fault.message, fault.stack, String(fault.cause)])).not.toContain(
      'very-secret',
    )
  })

  it.each([
    ['no JSON', 'hello'],
    ['another shape', '{"embeddings":[[1,2]]}'],
    ['too few vectors', '{"data":[{"index":0,"embedding":[1,2,3]}]}'],
    ['a hole', '{"data":[{"index":1,"embedding":[1]},{"index":1,"embedding":[1]}]}'],
    ['a place far away', '{"data":[{"index":1e9,"embedding":[1]},{"index":0,"embedding":[1]}]}'],
    ['a place before the first', '{"data":[{"index":-1,"embedding":[1]},{"index":0,"embedding":[1]}]}'],
    ['a place that is a name', '{"data":[{"index":"length","embedding":[1]},{"index":0,"embedding":[1]}]}'],
    ['more vectors than texts', `{"data":[${'{"embedding":[1]},'.repeat(2)}{"embedding":[1]}]}`],
    ['numbers without end', '{"data":[{"index":0,"embedding":[1e999]},{"index":1,"embedding":[1]}]}'],
    ['a vector of too many numbers', `{"data":[{"embedding":[${'1,'.repeat(9000)}1]},{"embedding":[1]}]}`],
    ['no object in its list', '{"data":[null,{"index":1,"embedding":[1]}]}'],
    ['no numbers', '{"data":[{"index":0,"embedding":["x"]},{"index":1,"embedding":[1]}]}'],
  ])('that answers with %s is a fault, not a wrong vector', async (_, body) => {
    const { options } = await serve((__, response) => response.end(body))
    expect((await faultOf(createProviderEmbedder(options).embed(['x', 'y'], memory))).code).toBe('provider')
  })

  it('that names a text which was not sent is told so, and nothing is made of the size that it names', async () => {
    const { options } = await serve((_, response) => response.end('{"data":[{"index":1e9,"embedding":[1]}]}'))
    const before = process.memoryUsage().rss
    const fault = await faultOf(createProviderEmbedder(options).embed(['x'], memory))
    expect(fault.message).toContain('text number 1000000000, but was sent 1 texts')
    expect(process.memoryUsage().rss - before).toBeLessThan(500e6)
  })

  it('whose vectors have another length than before is a fault', async () => {
    const { options } = await serve()
    const fault = await faultOf(createProviderEmbedder({ ...options, dimensions: 1536 }).embed(['x'], memory))
    expect(fault.message).toContain('3 numbers instead of 1536')
  })

  it('that does not answer in time is given up', async () => {
    const { options } = await serve(() => {})
    const embedder = createProviderEmbedder({ ...options, timeoutMs: 50, retries: 1 })
    expect((await faultOf(embedder.embed(['x'], memory))).message).toContain('no answer within')
  })

  it('that does not answer a question in time is not asked again: somebody waits', async () => {
    let asked = 0
    const { options } = await serve(() => {
      asked++
    })
    const embedder = createProviderEmbedder({ ...options, timeoutMs: 50, retries: 2, backoffMs: 1 })
    expect((await faultOf(embedder.embed(['x'], { purpose: 'query', waiting: true }))).message).toContain(
      'no answer within',
    )
    expect(asked).toBe(1)
    await faultOf(embedder.embed(['x'], memory))
    expect(asked).toBe(4)
  })

  it('that is not there is given up at once', async () => {
    const { options } = await serve()
    server?.close()
    const fault = await faultOf(
      createProviderEmbedder({ ...options, backoffMs: 60_000 }).embed(['x'], memory),
    )
    expect(fault.message).toContain('ECONNREFUSED')
  })

  it('can be cancelled, while asking and while waiting', async () => {
    const stop = new AbortController()
    const { options } = await serve(() => stop.abort())
    const embedder = createProviderEmbedder(options)
    expect((await faultOf(embedder.embed(['x'], { ...memory, signal: stop.signal }))).code).toBe('cancelled')

    const again = new AbortController()
    server?.close()
    const busy = await serve((one, response, count) => {
      failWith(503, 'busy')(one, response, count)
      setTimeout(() => again.abort(), 20)
    })
    const waiting = createProviderEmbedder({ ...busy.options, backoffMs: 20_000 })
    expect((await faultOf(waiting.embed(['x'], { ...memory, signal: again.signal }))).code).toBe('cancelled')
  })

  it('needs a web address', () => {
    expect(() => createProviderEmbedder({ baseUrl: 'localhost', model: 'm' })).toThrow(MemdirError)
    expect(() => createProviderEmbedder({ baseUrl: 'file:///etc', model: 'm' })).toThrow(MemdirError)
  })
})

describe('the address of a provider', () => {
  it.each([
    ['text-embedding-3-small', 'https://api.openai.com/v1'],
    ['voyage-3.5-lite', 'https://api.voyageai.com/v1'],
    ['nomic-embed-text:v1.5', 'http://localhost:11434/v1'],
  ])('is the usual one of %s where none is set', (model, address) => {
    expect(providerAddress({ model })).toBe(address)
    expect(providerAddress({ model, baseUrl: 'http://other/v1' })).toBe('http://other/v1')
  })

  it('is asked for, in both languages, where none is usual; and so is a model', () => {
    for (const options of [{ model: 'my-model' }, { model: '', baseUrl: 'http://other/v1' }]) {
      const error = (() => {
        try {
          createProviderEmbedder(options)
        } catch (thrown) {
          return thrown
        }
      })()
      expect(error).toMatchObject({ code: 'bad_settings' })
      expect(MemdirError.is(error) && error.messages.fix?.zh).toMatch(/请设置/)
    }
  })
})
