// Cuts secrets out of text that others wrote, before it is shown. The scanner is loaded only for text that could hold
// one: most memories have no long run of letters and digits, no address with a password, no key.
import { loadScanner } from '../secrets/load-scanner.ts'
import type { CleanCheck } from './memory-snapshot.ts'

const SUSPECT =
  /-----BEGIN|\bsig=|[rsp]k_(?:live|test|prod)|xox[a-z]-|:[\da-f]{8}@|:\/\/[^\s/:@]{1,100}:[^\s@]{1,200}@|(?:pass|secret|token|key|pwd|auth|密码|口令|密钥)[\w ]{0,20}[:=：]|[\u00ad\u200b-\u200f\u2060-\u2064\ufeff０-９Ａ-Ｚａ-ｚ\u{1d400}-\u{1d7ff}]/iu
/** No secret that is known by its spelling alone is shorter. */
const TOKEN = /[\w+.=~-]{16,}/g

/** False: there is nothing to cut out. A look that costs next to nothing. */
export function mayHoldSecret(text: string): boolean {
  return hasLongToken(text) || SUSPECT.test(text)
}

/**
 * A run of letters and digits, with what may stand between them in a token (not `/`, or every path would be one), that
 * no word or name looks like: with a digit, in capitals throughout, or changing between small and capital letters.
 */
function hasLongToken(text: string): boolean {
  for (const [token] of text.matchAll(TOKEN))
    if (/\d|[A-Z]{16}/.test(token) || (token.match(/[a-z][A-Z]/g)?.length ?? 0) > 2) return true
  return false
}

export async function redactMemory(text: string): Promise<string> {
  if (!mayHoldSecret(text)) return text
  const { redactSecrets } = await loadScanner()
  return redactSecrets(text, { from: 'block' }).text
}

/** The same for every text in a value, however deep, and for the names of its fields. */
export async function redactValues<T>(value: T): Promise<T> {
  return (await redactAny(value)) as T
}

async function redactAny(value: unknown): Promise<unknown> {
  if (typeof value === 'string') return redactMemory(value)
  if (Array.isArray(value)) return Promise.all(value.map(redactAny))
  if (Object.prototype.toString.call(value) !== '[object Object]') return value
  const entries = Object.entries(value as object).map(
    async ([key, one]) => [await redactMemory(key), await redactAny(one)] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

/** For thousands of memories: whether nothing of one would be cut out. */
export async function loadCleanCheck(): Promise<CleanCheck> {
  const { scanSecrets } = await loadScanner()
  const isClean = (text: string) =>
    !mayHoldSecret(text) || scanSecrets(text).every(({ tier }) => tier !== 'block')
  return (memory) => textsOf(memory).every(isClean)
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}
