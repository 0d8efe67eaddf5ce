// The collections of one scope on a Chroma server: found once, made when something is put, looked for again when somebody
// deleted them.
import { decodeModel, encodeModel, scopeName } from '../flat-metadata.ts'
import { loadPeer } from '../load-peer.ts'
import { type StoreName, storeError } from '../store-error.ts'

export interface ChromaOptions {
  /** For example `http://localhost:8000`. */
  url: string
  scope: string
  tenant?: string | undefined
  database?: string | undefined
  token?: string | undefined
}

export type Metadata = Record<string, string | number | boolean | null>

interface Got {
  ids: string[]
  metadatas: (Metadata | null)[]
  embeddings?: (number[] | null)[]
}

export interface Collection {
  name: string
  upsert(records: { ids: string[]; embeddings: number[][]; metadatas: Metadata[] }): Promise<void>
  update(records: { ids: string[]; metadatas: Metadata[] }): Promise<void>
  delete(records: { ids: string[] }): Promise<unknown>
  count(): Promise<number>
  get(asked: { ids?: string[]; limit?: number; offset?: number; include: string[] }): Promise<Got>
  query(asked: {
    queryEmbeddings: number[][]
    nResults: number
    where?: unknown
    include: string[]
  }): Promise<{ ids: string[][]; distances: (number | null)[][] }>
}

interface Client {
  getOrCreateCollection(asked: Record<string, unknown>): Promise<Collection>
  getCollection(asked: { name: string }): Promise<Collection>
  listCollections(asked: { limit: number; offset: number }): Promise<{ name: string }[]>
  deleteCollection(asked: { name: string }): Promise<void>
}

interface Chroma {
  ChromaClient: new (options: Record<string, unknown>) => Client
}

/** Collections that a page of their list has. */
const PAGE = 1_000

class ChromaCollections {
  readonly #client: Client
  readonly #closing: AbortController
  readonly #name: StoreName
  readonly #prefix: string
  readonly #known = new Map<string, Collection>()

  constructor(client: Client, closing: AbortController, { scope, token }: ChromaOptions) {
    this.#client = client
    this.#closing = closing
    this.#name = { store: 'Chroma', variable: 'CHROMA_API_KEY', secret: token }
    this.#prefix = `memdir.${scopeName(scope)}.`
  }

  /** The one of a model, made where it is not there. */
  create(model: string): Promise<Collection> {
    return this.said(this.#create(model))
  }

  async #create(model: string): Promise<Collection> {
    const known = this.#known.get(model)
    if (known) return known
    const made = await this.#client.getOrCreateCollection({
      name: this.#named(model),
      embeddingFunction: null,
      configuration: { hnsw: { space: 'cosine', ef_construction: 200, ef_search: 200, max_neighbors: 24 } },
    })
    this.#known.set(model, made)
    return made
  }

  /** Models of which the scope has a collection. */
  async models(): Promise<string[]> {
    const found: string[] = []
    for (;;) {
      const page = await this.said(this.#client.listCollections({ limit: PAGE, offset: found.length }))
      found.push(...page.map((collection) => collection.name))
      if (page.length < PAGE) break
    }
    return found
      .filter((name) => name.startsWith(this.#prefix))
      .map((name) => decodeModel(name.slice(this.#prefix.length)))
  }

  /** A collection that somebody deleted is looked for again. */
  async using<T>(model: string, none: T, use: (collection: Collection) => Promise<T>): Promise<T> {
    try {
      const known = this.#known.get(model) ?? (await this.#client.getCollection({ name: this.#named(model) }))
      this.#known.set(model, known)
      return await use(known)
    } catch (error) {
      if (!isMissing(error)) throw this.#fault(error)
      this.#known.delete(model)
      return none
    }
  }

  async drop(model: string): Promise<void> {
    this.#known.delete(model)
    await this.#client.deleteCollection({ name: this.#named(model) }).catch((error: unknown) => {
      if (!isMissing(error)) throw this.#fault(error)
    })
  }

  /** What fails in it is said as the store's fault. */
  said<T>(asked: Promise<T>): Promise<T> {
    return asked.catch((error: unknown) => {
      throw this.#fault(error)
    })
  }

  close(): void {
    this.#closing.abort()
  }

  #named(model: string): string {
    return this.#prefix + encodeModel(model)
  }

  #fault(error: unknown): Error {
    return storeError(error, this.#name, statusOf(error))
  }
}

export async function openCollections(options: ChromaOptions): Promise<ChromaCollections> {
  const { ChromaClient } = await loadPeer<Chroma>('chromadb', 'Chroma')
  const { tenant, database, token } = options
  const { hostname, port, protocol } = new URL(options.url)
  const ssl = protocol === 'https:'
  // A server that never answers would keep the process.
  const closing = new AbortController()
  const client = new ChromaClient({
    ...{ host: hostname, port: Number(port) || (ssl ? 443 : 80), ssl },
    ...{ tenant: tenant ?? 'default_tenant', database: database ?? 'default_database' },
    fetchOptions: { signal: closing.signal },
    ...(token ? { headers: { 'x-chroma-token': token } } : {}),
  })
  return new ChromaCollections(client, closing, options)
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && /^(ChromaNotFoundError|InvalidCollectionError)$/.test(error.name)
}

/** Its errors say it by their names, and a busy server in the text. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.name === 'ChromaUnauthorizedError' || error.message === 'Unauthorized') return 401
  if (error.name === 'ChromaForbiddenError') return 403
  if (error.name === 'ChromaRateLimitError') return 429
  if (error.name === 'ChromaServerError') return 503
  const said = /\b(429|50[0234])\b/.exec(error.message)?.[1]
  return said === undefined ? undefined : Number(said)
}
