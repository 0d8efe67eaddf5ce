// One page over http or https: bounded in bytes and time, never from an address that is not public. The address is
// checked where the connection is made, so that a name cannot lead elsewhere between the check and the connection.
import { lookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'

export const MAX_PAGE_BYTES = 1_000_000
export const PAGE_TIMEOUT_MS = 20_000
const MAX_REDIRECTS = 5

interface FetchPageOptions {
  isAllowed(address: string): boolean
  signal: AbortSignal
  timeoutMs?: number
}

export type FetchedPage =
  | { status: 'fetched'; url: string; code: number; type: string; bytes: Buffer; whole: boolean }
  /** To another host, which nobody was asked about. */
  | { status: 'elsewhere'; url: string; to: string }
  | { status: 'failed'; reason: 'address' | 'timeout' | 'redirects' | 'network'; detail: string }

export async function fetchPage(url: URL, options: FetchPageOptions): Promise<FetchedPage> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? PAGE_TIMEOUT_MS)
  const signal = AbortSignal.any([options.signal, timeout])
  try {
    return await follow(url, { ...options, signal })
  } catch (error) {
    if (options.signal.aborted) throw error
    if (timeout.aborted) return failed('timeout', '')
    const { code, message } = error as NodeJS.ErrnoException
    return code === NOT_PUBLIC ? failed('address', message) : failed('network', code ?? message)
  }
}

const NOT_PUBLIC = 'ERR_NOT_PUBLIC'

async function follow(start: URL, options: FetchPageOptions): Promise<FetchedPage> {
  let url = start
  for (let step = 0; step <= MAX_REDIRECTS; step++) {
    const response = await get(url, options)
    const to = redirectOf(response, url)
    if (to === undefined) return read(response, url)
    response.destroy()
    if (to.protocol !== 'http:' && to.protocol !== 'https:')
      return failed('network', `redirect to ${to.protocol}`)
    if (to.host !== start.host) return { status: 'elsewhere', url: start.href, to: to.href }
    url = to
  }
  return failed('redirects', String(MAX_REDIRECTS))
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, url: URL): URL | undefined {
  const { location } = headers
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return undefined
  return URL.canParse(location, url.href) ? new URL(location, url.href) : undefined
}

function get(url: URL, { isAllowed, signal }: FetchPageOptions): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isAllowed(host)) return Promise.reject(notPublic(host))
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      // A connection that was kept open would not be looked up again.
      agent: false,
      lookup: checkedLookup(isAllowed),
      signal,
      headers: {
        accept: 'text/html, text/markdown, text/plain, application/json, */*;q=0.5',
        'accept-encoding': 'gzip, deflate, br',
        'user-agent': 'memdir',
      },
    })
    sent.once('response', resolve)
    sent.once('error', reject)
    sent.end()
  })
}

/** Every address that the name has must be public. */
function checkedLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '')
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isAllowed(address))) return done(notPublic(host), '')
      if (options.all)
        return (done as unknown as (error: null, all: typeof addresses) => void)(null, addresses)
      done(null, first.address, first.family)
    })
  }
}

function notPublic(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(host), { code: NOT_PUBLIC })
}

async function read(response: IncomingMessage, url: URL): Promise<FetchedPage> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of decoded(response) as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > MAX_PAGE_BYTES) break
  }
  response.destroy()
  return {
    status: 'fetched',
    url: url.href,
    code: response.statusCode ?? 0,
    type: response.headers['content-type'] ?? '',
    bytes: Buffer.concat(chunks).subarray(0, MAX_PAGE_BYTES),
    whole: bytes <= MAX_PAGE_BYTES,
  }
}

/** The bound is on what comes out: a small body may unpack to a large one. */
function decoded(response: IncomingMessage): Readable {
  const coding = response.headers['content-encoding']?.trim().toLowerCase()
  if (coding === undefined || coding === 'identity' || coding === '') return response
  const unpack = coding === 'br' ? createBrotliDecompress() : createUnzip()
  response.once('error', (error) => unpack.destroy(error))
  return response.pipe(unpack)
}

function failed(reason: Extract<FetchedPage, { status: 'failed' }>['reason'], detail: string): FetchedPage {
  return { status: 'failed', reason, detail }
}
