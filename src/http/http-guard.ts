// Who may talk to a server on a developer's machine: programs that know the token, and no web page. Loopback alone
// is not enough: pages can send requests to it, and names can be made to point to it.
import { createHash, timingSafeEqual } from 'node:crypto'

export interface HttpGuard {
  port: number
  token: string
}

export interface GuardedHeaders {
  host?: string
  origin?: string
  authorization?: string
}

export type GuardVerdict = { status: 'go' } | { status: 'refused'; code: 401 | 403; reason: string }

export function guardRequest({ port, token }: HttpGuard, headers: GuardedHeaders): GuardVerdict {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  if (!hosts.includes(headers.host ?? ''))
    return { status: 'refused', code: 403, reason: 'this Host is not served' }
  // Programs send no Origin; a page's must be our own.
  if (headers.origin !== undefined && !hosts.some((host) => headers.origin === `http://${host}`)) {
    return { status: 'refused', code: 403, reason: 'this Origin is not served' }
  }
  const given = /^Bearer ([\w-]{20,200})$/.exec(headers.authorization ?? '')?.[1]
  if (!given || !sameText(given, token))
    return { status: 'refused', code: 401, reason: 'the token is missing or wrong' }
  return { status: 'go' }
}

/** Takes the same time wherever the texts differ. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
