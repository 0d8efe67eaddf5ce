// Who may talk to a server on a developer's machine: programs that know the token, and no web page. Loopback alone
// is not enough: pages can send requests to it, and names can be made to point to it.
import { createHash, timingSafeEqual } from 'node:crypto'
import { httpTexts } from '../../base/messages/http.ts'
import { type Message, message } from '../../base/messages/message.ts'

interface HttpGuard {
  port: number
  token: string
}

interface GuardedHeaders {
  host?: string
  origin?: string
  authorization?: string
}

type GuardVerdict = { status: 'go' } | { status: 'refused'; code: 401 | 403; reason: Message }

export function guardRequest({ port, token }: HttpGuard, headers: GuardedHeaders): GuardVerdict {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  if (!hosts.includes(headers.host ?? ''))
    return { status: 'refused', code: 403, reason: message(httpTexts.wrongHost) }
  // Programs send no Origin; a page's must be our own.
  if (headers.origin !== undefined && !hosts.some((host) => headers.origin === `http://${host}`)) {
    return { status: 'refused', code: 403, reason: message(httpTexts.wrongOrigin) }
  }
  const given = /^Bearer ([\w-]{20,200})$/.exec(headers.authorization ?? '')?.[1]
  if (!given || !isSameText(given, token))
    return { status: 'refused', code: 401, reason: message(httpTexts.wrongToken) }
  return { status: 'go' }
}

/** Takes the same time wherever the texts differ. */
function isSameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
