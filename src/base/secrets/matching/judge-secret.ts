// What a string that fits a rule is: a secret, something to warn about, or a placeholder.
import type { FormatOptions, Tier } from '../rules/rule-row.ts'

/** How specific a rule is: decides between rules that claim the same characters. */
export const RANK = { whole: 4, format: 3, keyword: 2, special: 1, generic: 0 } as const

const counts = new Uint32Array(128)

/** How random a string looks: Shannon entropy in bits per character. */
export function entropy(text: string): number {
  if (text.length === 0) return 0
  counts.fill(0)
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i) & 127
    counts[code] = (counts[code] ?? 0) + 1
  }
  let bits = 0
  for (const count of counts) if (count > 0) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** Nobody's secret: runs of a filler character, and the word that vendors put into their samples. */
const FILLER = /([xX*#•?])\1{4,}|[.]{4}|[.]{3}$|…|example|placeholder|redacted/i
/** Written by a person in place of a secret. A real one may hold such letters by chance, so it still warns. */
const STAND_IN =
  /your|insert|change-?me|dummy|sample|fake|foobar|my[-_]?(?:secret|token|key|pass)|abc123|deadbeef|cafebabe|([0-9b-z])\1{7,}/i

export function isFiller(secret: string): boolean {
  return FILLER.test(secret)
}

/** `abcdefghij`, `0123456789`: ten or more characters in alphabetical order. */
export function hasSequence(secret: string): boolean {
  let run = 1
  for (let i = 1; i < secret.length; i++) {
    run = secret.charCodeAt(i) === secret.charCodeAt(i - 1) + 1 ? run + 1 : 1
    if (run >= 10) return true
  }
  return false
}

export function isStandIn(secret: string): boolean {
  return STAND_IN.test(secret) || hasSequence(secret) || isKnownSample(secret)
}

/** The tier that a matched secret deserves, or undefined when it is a placeholder. */
export function judgeSecret(
  secret: string,
  options: Pick<FormatOptions, 'entropy' | 'tier' | 'checksum' | 'mixed'>,
): Tier | undefined {
  if (options.checksum && hasTokenChecksum(secret) && !isKnownSample(secret)) return options.tier ?? 'block'
  if (isFiller(secret) || (options.mixed && !isMixed(secret))) return undefined
  if (options.tier === 'warn') return 'warn'
  if (entropy(secret) < (options.entropy ?? 3)) return 'warn'
  return isStandIn(secret) ? 'warn' : 'block'
}

function isMixed(secret: string): boolean {
  return /[0-9]/.test(secret) && /[a-z]/.test(secret) && /[A-Z]/.test(secret)
}

/** Secrets printed in public documentation, by hash: they warn. */
const KNOWN: ReadonlySet<string> = new Set([
  '0e80244cf651754a', // the key of the HTTP signatures draft
  'dc8d2ca3edb3bf4b', // the key in the manual of node-rsa
  '7d44300a4f49c900', // the credentials of RFC 7617
  '0595bce5168614fd', // the same without a space
  'd8c5d369a219ae5d', // the client of RFC 6749
  'a1e947ac8ca19420', // the client of RFC 7009 and 7662
  'fcd17dab9c84abfa', // the access token of RFC 6749
  '8b00e4c8a9c9d5c9', // its refresh token
  'ada2fdd5134f3d60', // its authorization code
  '889e3528fe3ee8f2', // the UUID of every manual
])

/** FNV-1a, two halves of 32 bits: enough to tell samples apart, and nothing to import. */
function sampleHash(secret: string): string {
  let low = 0x811c9dc5
  let high = 0x01000193
  for (let i = 0; i < secret.length; i++) {
    const code = secret.charCodeAt(i)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ (code + i), 0x85ebca6b)
  }
  return (low >>> 0).toString(16).padStart(8, '0') + (high >>> 0).toString(16).padStart(8, '0')
}

/** Keys are known by the first characters of their material. */
export function isPublishedKey(material: string): boolean {
  return isKnownSample(material.slice(0, 48))
}

function isKnownSample(secret: string): boolean {
  return KNOWN.has(sampleHash(secret))
}

// The checksum that GitHub and npm put at the end of a token: CRC-32 of the rest, in base 62, six digits.
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

let table: Uint32Array | undefined

function crcTable(): Uint32Array {
  if (table) return table
  table = new Uint32Array(256)
  for (let n = 0; n < 256; n++) {
    let c = n
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
    table[n] = c >>> 0
  }
  return table
}

export function crc32(text: string): number {
  const lookup = crcTable()
  let crc = 0xffffffff
  for (let i = 0; i < text.length; i++) crc = (lookup[(crc ^ text.charCodeAt(i)) & 255] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

export function base62(value: number, width: number): string {
  let rest = value
  let digits = ''
  while (digits.length < width) {
    digits = DIGITS[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** True for `prefix_` + 30 characters + their checksum. Tokens of other lengths are not judged. */
export function hasTokenChecksum(token: string): boolean {
  const body = token.slice(token.indexOf('_') + 1)
  if (body.length !== 36) return false
  return base62(crc32(body.slice(0, 30)), 6) === body.slice(30)
}
