import { afterEach, expect, test } from 'vitest'
import {
  type EmbeddingServer,
  startEmbeddingServer,
} from '../../../test/support/published/embedding-server.ts'
import { openQueryEmbedder, type QueryEmbedder } from './query-embedder.ts'

let server: EmbeddingServer | undefined
let queries: QueryEmbedder | undefined
afterEach(async () => {
  await queries?.close()
  await server?.close()
})

async function place() {
  server = await startEmbeddingServer()
  const meter = { allow: () => {}, record: () => {} }
  const provider = { model: 'org/some-model', baseUrl: server.url, meter }
  queries = openQueryEmbedder({ modelsDirectory: '', provider })
  return { server, queries }
}

test('the same texts that are asked at once or right after are embedded once, others for themselves', async () => {
  const { server, queries } = await place()
  const ask = () => queries.embed(['green tea', 'in the harbour'], undefined)
  const [one, other] = await Promise.all([ask(), ask()])
  expect(await ask()).toEqual(one)
  expect(other.vectors).toEqual(one.vectors)
  expect(one.vectors.map((vectors) => vectors.length)).toEqual([1, 1])
  expect(server.requests).toBe(1)
  await queries.embed(['green tea'], undefined)
  await queries.embed(['green tea', 'elsewhere'], undefined)
  expect(server.requests).toBe(3)
})

test('who joins one that gave up asks for itself, and what failed is asked again', async () => {
  const { server, queries } = await place()
  const hasty = new AbortController()
  const first = queries.embed(['green tea'], hasty.signal)
  const joining = queries.embed(['green tea'], undefined)
  hasty.abort()
  expect((await first).faults).toHaveLength(1)
  expect(await joining).toMatchObject({ faults: [], vectors: [[{}]] })
  server.status = 401
  expect((await queries.embed(['black tea'], undefined)).faults).toHaveLength(1)
  server.status = 200
  expect((await queries.embed(['black tea'], undefined)).faults).toEqual([])
})
