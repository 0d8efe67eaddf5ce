// Private keys without armour: as JSON (JWK), and as the bare base64 of their DER structure.

import { isAlphanumeric } from '../match-format.ts'
import { entropy, isFiller, isPublishedKey, isStandIn, RANK } from '../matching/judge-secret.ts'
import type { Hit } from '../secret-finding.ts'
import type { SpecialRule } from './special-rule.ts'

/** An RSA key of 4,096 bits is written in some 3,300 characters. */
const LONGEST_OBJECT = 8_000
/** 32 bytes in base64url, the shortest in use, are 43 characters. */
const MEMBER = /[\s{,"']["']?(d|p|q|dp|dq|qi|k)["']?[ \t]{0,4}:\s{0,8}["']([A-Za-z0-9_-]{42,1400})={0,2}["']/g
const KEY_TYPE = /kty["']?[ \t]{0,4}:\s{0,8}["'](RSA|EC|OKP|oct)["']/y

const JWK_RULE: SpecialRule = {
  ids: ['private-jwk'],
  anchors: ['kty'],
  match(text, start) {
    KEY_TYPE.lastIndex = start
    const type = KEY_TYPE.exec(text)?.[1]
    if (!type) return undefined
    const from = Math.max(0, start - LONGEST_OBJECT)
    const open = text.slice(from, start).lastIndexOf('{')
    // Only the first in an object looks through it: a text that repeats it would be looked through again and again.
    if (open < 0 || text.slice(from + open, start).includes('kty')) return undefined
    const rest = text.slice(start, start + LONGEST_OBJECT)
    const close = rest.search(/[{}]/)
    const object = text.slice(from + open, close < 0 ? start + LONGEST_OBJECT : start + close)
    const hits = [...object.matchAll(MEMBER)].flatMap((member) => memberHit(member, from + open, type) ?? [])
    // The primes of a key alone give it away; a `k` is one only where the type says so.
    return hits.length > 0 ? hits : undefined
  },
}

function memberHit(member: RegExpExecArray, base: number, type: string): Hit | undefined {
  const [whole, name, value = ''] = member
  if ((name === 'k') !== (type === 'oct') || isFiller(value)) return undefined
  const start = base + member.index + whole.indexOf(value)
  const sure = entropy(value) >= 3.5 && !isStandIn(value)
  return {
    rule: 'private-jwk',
    tier: sure ? 'block' : 'warn',
    start,
    end: start + value.length,
    rank: RANK.special,
  }
}

const LONGEST_KEY = 20_000
/** Enough for the structure's head: its length, the version and what follows. */
const HEAD = 40

const DER_RULE: SpecialRule = {
  ids: ['private-key'],
  // 0x30 0x82 or 0x81 and a length of two bytes or one, and the two short keys on elliptic curves.
  anchors: ['mii', 'mig', 'mih', 'mhcc', 'mc4c'],
  match(text, start) {
    if (/[A-Za-z0-9+/_-]/.test(text.charAt(start - 1))) return undefined
    const length = privateKeyLength(Buffer.from(text.slice(start, start + HEAD), 'base64'))
    if (length === undefined) return undefined
    const needed = Math.ceil((length * 4) / 3)
    const { end, count } = base64End(text, start, needed)
    // A few characters may have been cut off at the end; a sketch of a key is much shorter.
    if (count < needed * 0.9) return undefined
    const tier = isPublishedKey(text.slice(start, end)) ? 'warn' : 'block'
    return { rule: 'private-key', tier, start, end, rank: RANK.special }
  },
}

/** The length that a private key in DER says it has, or undefined where it is something else (a certificate, …). */
function privateKeyLength(bytes: Buffer): number | undefined {
  const [tag, size = 0] = bytes
  if (tag !== 0x30) return undefined
  const long = size > 0x80 ? size - 0x80 : 0
  if (long > 2 || bytes.length < 2 + long) return undefined
  const at = 2 + long
  const length = at + (long === 0 ? size : bytes.readUIntBE(2, long))
  const version = bytes[at] === 0x02 && bytes[at + 1] === 0x01 ? bytes[at + 2] : undefined
  const next = bytes[at + 3]
  const inner = bytes[at + 4] ?? 0
  // PKCS#1: the modulus follows. PKCS#8: the algorithm, a sequence that starts with its name.
  if (version === 0 && next === 0x02 && inner >= 0x40) return length
  if ((version === 0 || version === 1) && next === 0x30 && bytes[at + 5] === 0x06) return length
  // SEC 1: the private number, 32 to 66 bytes.
  return version === 1 && next === 0x04 && inner >= 0x1c && inner <= 0x42 ? length : undefined
}

/** The end of a line and what may start the next: a key in code, in a comment, in a string. */
const BREAK = /["',+ \t]{0,6}(?:\r?\n|\\r?\\?n)[ \t>#"'*+]{0,16}/y

/** Where base64 of about so many characters ends; it may be broken into lines, also escaped or quoted ones. */
function base64End(text: string, start: number, needed: number): { end: number; count: number } {
  let count = 0
  let at = start
  let end = start
  const limit = Math.min(text.length, start + LONGEST_KEY)
  while (at < limit && count < needed) {
    if (isBase64(text.charCodeAt(at))) {
      count++
      end = ++at
      continue
    }
    BREAK.lastIndex = at
    if (!BREAK.test(text)) break
    at = BREAK.lastIndex
  }
  while (text[end] === '=') end++
  return { end, count }
}

/** In either alphabet. */
function isBase64(code: number): boolean {
  return isAlphanumeric(code) || code === 43 || code === 47 || code === 45 || code === 95
}

export const KEY_RULES: readonly SpecialRule[] = [JWK_RULE, DER_RULE]
