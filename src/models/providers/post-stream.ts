// One request to a provider, read by the stream reader of its official package. Neither the package's client nor
// `fetch` is loaded: the one brings every resource of the API along, 150 to 300 files, the other takes as long as a
// bare Node; together they took longer than all of memdir.
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { loadSdk, type SdkName } from './load-sdk.ts'

interface StreamReader {
  Stream: {
    fromSSEResponse(
      response: { body: AsyncIterable<Uint8Array>; headers: ReadHeaders },
      controller: AbortController,
      /** Without a logger it prints nothing; its own would print bodies. */
      client: { logger: undefined },
    ): AsyncIterable<unknown>
  }
}

interface ReadHeaders {
  get(name: string): string | null
}

interface StreamRequest {
  /** Whose stream reader is used. */
  sdk: Exclude<SdkName, 'ollama'>
  baseUrl: string
  /** Begins with a slash. */
  path: string
  headers: Readonly<Record<string, string>>
  /** Sent unchanged. */
  body: string
  signal: AbortSignal
}

/** One attempt. What the provider refuses is thrown in the form of the package's own errors. */
export async function postStream(request: StreamRequest): Promise<AsyncIterable<unknown>> {
  const { Stream } = await loadSdk<StreamReader>(request.sdk, 'core/streaming')
  const controller = new AbortController()
  if (request.signal.aborted) controller.abort()
  else request.signal.addEventListener('abort', () => controller.abort(), { once: true })
  const response = await post(request, controller.signal)
  const headers = headersOf(response)
  const status = response.statusCode ?? 0
  if (status < 200 || status > 299) throw await refusal(status, headers, response)
  return Stream.fromSSEResponse({ body: response, headers }, controller, { logger: undefined })
}

async function post(
  { baseUrl, path, headers, body }: StreamRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}${path}`)
  const request = url.protocol === 'https:' ? (await import('node:https')).request : requestHttp
  return new Promise((done, fail) => {
    const sent = request(url, {
      method: 'POST',
      headers: {
        accept: 'text/event-stream, application/json',
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'memdir',
        ...headers,
      },
    })
    const stop = () => sent.destroy()
    sent.on('error', fail)
    sent.on('response', (response) => {
      // Whoever reads it gets the error; what breaks while nobody reads must not end the process.
      response.on('error', () => undefined)
      done(response)
    })
    sent.on('close', () => signal.removeEventListener('abort', stop))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    sent.end(body)
  })
}

function headersOf({ headers }: IncomingMessage): ReadHeaders {
  return { get: (name) => headers[name.toLowerCase()]?.toString() ?? null }
}

async function refusal(status: number, headers: ReadHeaders, response: IncomingMessage): Promise<Error> {
  const answer = await textOf(response).catch(() => '')
  let error: unknown
  try {
    error = JSON.parse(answer)
  } catch {
    // A proxy's page: passed on as it is.
  }
  return Object.assign(new Error(answer || `status ${status}`), { status, headers, error })
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
