// A loopback server that speaks OpenAI's `/embeddings` and keeps what it was sent: a text's vector is a bag of its terms.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fakeEmbedder } from './fake-embedders.ts'

export interface EmbeddingServer {
  /** To configure: `…/v1`. */
  url: string
  /** Every text that was sent, in order, and how many requests there were. */
  readonly texts: string[]
  requests: number
  /** The model of each request, in order. */
  readonly models: string[]
  /** Other than 200: what it answers instead of vectors. */
  status: number
  close(): Promise<void>
}

export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  const embedder = fakeEmbedder('loopback', 64)
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { input, model } = JSON.parse(body) as { input: string[]; model: string }
    started.requests++
    started.models.push(model)
    response.statusCode = started.status
    if (started.status !== 200) {
      response.end(JSON.stringify({ error: { message: 'not for you' } }))
      return
    }
    started.texts.push(...input)
    const vectors = await embedder.embed(input, { purpose: 'memory' })
    const data = vectors.map((vector, index) => ({ index, embedding: [...vector] }))
    response.setHeader('content-type', 'application/json')
    const tokens = input.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0)
    response.end(JSON.stringify({ data, usage: { prompt_tokens: tokens, total_tokens: tokens } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const started: EmbeddingServer = {
    url: `http://127.0.0.1:${port}/v1`,
    texts: [],
    models: [],
    requests: 0,
    status: 200,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return started
}
