// A loopback server that speaks the REST form that Pinecone documents for the data of an index: upsert, query, fetch,
// update, delete, list, describe_index_stats. It refuses what Pinecone refuses, and shows what it was given later.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cosineOf } from '../../src/search/vectors/known-vectors.ts'

type Value = string | number | boolean | string[]

interface Stored {
  id: string
  values: number[]
  metadata: Record<string, Value>
  /** When it is shown. */
  from: number
}

export interface PineconeServer {
  url: string
  apiKey: string
  /** Milliseconds until what was written is seen. */
  lag: number
  /** Milliseconds that an answer takes. */
  delay: number
  /** What the n-th request is answered with instead, by its status. */
  fault?: ((request: number) => number | undefined) | undefined
  requests: number
  readonly namespaces: Map<string, Map<string, Stored>>
  close(): Promise<void>
}

const MOST_BYTES = 2 * 1024 * 1024
const MOST_IDS = 1_000
const MOST_NEAR = 10_000

class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export async function startPineconeServer(dimension = 512, port = 0): Promise<PineconeServer> {
  const namespaces = new Map<string, Map<string, Stored>>()
  const server = createServer(async (request, response) => {
    started.requests++
    if (started.delay > 0) await new Promise((resolve) => setTimeout(resolve, started.delay))
    try {
      const wrong = started.fault?.(started.requests)
      if (wrong !== undefined) throw new Refusal(wrong, `status ${wrong} as the test asked for`)
      if (request.headers['api-key'] !== started.apiKey) throw new Refusal(401, 'Invalid API Key')
      if (!request.headers['x-pinecone-api-version']) throw new Refusal(400, 'no X-Pinecone-API-Version')
      answer(response, 200, handle(request, await bodyOf(request)))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      answer(response, error.status, { code: error.status, message: error.message, details: [] })
    }
  })
  const seen = (namespace: string) =>
    [...(namespaces.get(namespace)?.values() ?? [])].filter(({ from }) => from <= Date.now())
  const from = () => Date.now() + started.lag

  function handle(request: IncomingMessage, body: Record<string, unknown>): unknown {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const namespace = String(body.namespace ?? searchParams.get('namespace') ?? '')
    switch (`${request.method} ${pathname}`) {
      case 'POST /vectors/upsert':
        return upsert(namespace, body)
      case 'POST /query':
        return query(namespace, body)
      case 'GET /vectors/fetch':
        return fetched(namespace, searchParams.getAll('ids'))
      case 'POST /vectors/update':
        return update(namespace, body)
      case 'POST /vectors/delete':
        return remove(namespace, body)
      case 'GET /vectors/list':
        return list(namespace, searchParams)
      case 'GET /describe_index_stats':
      case 'POST /describe_index_stats':
        return stats()
      default:
        throw new Refusal(404, `no such operation: ${request.method} ${pathname}`)
    }
  }

  function upsert(namespace: string, { vectors }: Record<string, unknown>): unknown {
    const given = vectors as { id: string; values: number[]; metadata?: Record<string, Value> }[]
    if (given.length > MOST_IDS) throw new Refusal(400, `at most ${MOST_IDS} vectors`)
    for (const { id, values, metadata } of given) {
      if (!/^[\x20-\x7e]{1,512}$/.test(id)) throw new Refusal(400, 'Vector ID must be ASCII')
      checkValues(values)
      checkMetadata(metadata ?? {})
    }
    const space = namespaces.get(namespace) ?? new Map<string, Stored>()
    namespaces.set(namespace, space)
    for (const { id, values, metadata = {} } of given) space.set(id, { id, values, metadata, from: from() })
    return { upsertedCount: given.length }
  }

  function checkValues(values: number[]): void {
    if (values.length !== dimension)
      throw new Refusal(
        400,
        `Vector dimension ${values.length} does not match the dimension of the index ${dimension}`,
      )
    if (!values.some((value) => value !== 0))
      throw new Refusal(400, 'Dense vectors must contain at least one non-zero value')
  }

  function query(namespace: string, body: Record<string, unknown>): unknown {
    const { vector, topK, filter, includeMetadata } = body as {
      vector: number[]
      topK: number
      filter?: Filter
      includeMetadata?: boolean
    }
    checkValues(vector)
    if (!(topK >= 1 && topK <= MOST_NEAR)) throw new Refusal(400, `topK must be 1 to ${MOST_NEAR}`)
    const matches = seen(namespace)
      .filter(({ metadata }) => passes(metadata, filter))
      .map(({ id, values, metadata }) => ({
        ...{ id, score: cosineOf(Float32Array.from(values), Float32Array.from(vector)) },
        ...(includeMetadata ? { metadata } : {}),
      }))
      .sort((a, b) => b.score - a.score)
      .slice(0, topK)
    return { matches, namespace, usage: { readUnits: 1 } }
  }

  function fetched(namespace: string, ids: string[]): unknown {
    if (ids.length > MOST_IDS) throw new Refusal(400, `at most ${MOST_IDS} ids`)
    const found = seen(namespace).filter(({ id }) => ids.includes(id))
    return {
      vectors: Object.fromEntries(found.map(({ id, values, metadata }) => [id, { id, values, metadata }])),
      namespace,
    }
  }

  function update(namespace: string, body: Record<string, unknown>): unknown {
    const { id, setMetadata } = body as { id: string; setMetadata?: Record<string, Value> }
    checkMetadata(setMetadata ?? {})
    const known = namespaces.get(namespace)?.get(id)
    if (known) known.metadata = { ...known.metadata, ...setMetadata }
    return {}
  }

  function remove(namespace: string, body: Record<string, unknown>): unknown {
    const space = namespaces.get(namespace)
    if (!space) throw new Refusal(404, 'Namespace not found')
    if (body.deleteAll) namespaces.delete(namespace)
    const ids = (body.ids ?? []) as string[]
    if (ids.length > MOST_IDS) throw new Refusal(400, `at most ${MOST_IDS} ids`)
    for (const id of ids) space.delete(id)
    return {}
  }

  function list(namespace: string, asked: URLSearchParams): unknown {
    const limit = Number(asked.get('limit') ?? 100)
    if (limit > 100) throw new Refusal(400, 'limit must be at most 100')
    const all = seen(namespace).sort((a, b) => (a.id < b.id ? -1 : 1))
    const at = Number(asked.get('paginationToken') ?? 0)
    const next = at + limit < all.length ? { pagination: { next: String(at + limit) } } : {}
    return { vectors: all.slice(at, at + limit).map(({ id }) => ({ id })), namespace, ...next }
  }

  function stats(): unknown {
    const counts = [...namespaces.keys()].map((name) => [name, { vectorCount: seen(name).length }] as const)
    const totalVectorCount = counts.reduce((sum, [, { vectorCount }]) => sum + vectorCount, 0)
    return { namespaces: Object.fromEntries(counts), dimension, indexFullness: 0, totalVectorCount }
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const started: PineconeServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: 'pc-loopback',
    lag: 0,
    delay: 0,
    requests: 0,
    namespaces,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return started
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request) text += chunk
  if (Buffer.byteLength(text) > MOST_BYTES) throw new Refusal(400, 'the request is larger than 2 MB')
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

function checkMetadata(metadata: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(metadata)) {
    const isList = Array.isArray(value) && value.every((each) => typeof each === 'string')
    if (!isList && !['string', 'number', 'boolean'].includes(typeof value))
      throw new Refusal(400, `Metadata value must be a string, number, boolean or list of strings: ${key}`)
  }
}

type Filter = { [key: string]: unknown }

const COMPARE: Record<string, (value: Value | undefined, wanted: never) => boolean> = {
  $eq: (value, wanted) => value === wanted,
  $gt: (value, wanted) => typeof value === 'number' && value > wanted,
  $gte: (value, wanted) => typeof value === 'number' && value >= wanted,
  $lt: (value, wanted) => typeof value === 'number' && value < wanted,
  $in: (value, wanted: readonly Value[]) =>
    (Array.isArray(value) ? value : [value]).some((each) => wanted.includes(each as Value)),
}

function passes(metadata: Record<string, Value>, filter: Filter | undefined): boolean {
  return Object.entries(filter ?? {}).every(([key, condition]) => {
    if (key === '$and') return (condition as Filter[]).every((each) => passes(metadata, each))
    return Object.entries(condition as Filter).every(([operator, wanted]) => {
      const compare = COMPARE[operator]
      if (!compare) throw new Refusal(400, `unknown operator ${operator}`)
      return compare(metadata[key], wanted as never)
    })
  })
}
