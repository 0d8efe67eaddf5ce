// Private keys without armour: as JSON (JWK), and as the bare base64 of their DER structure.
import type { Hit } from './finding.ts'
import { entropy, isFiller, isStandIn, RANK } from './judge-secret.ts'
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
    const close = text.slice(start, start + LONGEST_OBJECT).indexOf('}')
    const object = text.slice(
      open < 0 ? from : from + open,
      close < 0 ? start + LONGEST_OBJECT : start + close,
    )
    const base = open < 0 ? from : from + open
    const hits = [...object.matchAll(MEMBER)].flatMap((member) => memberHit(member, base, type) ?? [])
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
    if (start > 0 && /[A-Za-z0-9+/_-]/.test(text[start - 1]!)) return undefined
    const length = privateKeyLength(Buffer.from(text.slice(start, start + HEAD), 'base64'))
    if (length === undefined) return undefined
    const needed = Math.ceil((length * 4) / 3)
    const { end, count } = base64End(text, start, needed)
    // A few characters may have been cut off at the end; a sketch of a key is much shorter.
    if (count < needed * 0.9) return undefined
    return { rule: 'private-key', tier: 'block', start, end, rank: RANK.special }
  },
}

/** The length that a private key in DER says it has, or undefined where it is something else (a certificate, …). */
function privateKeyLength(bytes: Buffer): number | undefined {
  if (bytes[0] !== 0x30) return undefined
  const long = bytes[1]! > 0x80 ? bytes[1]! - 0x80 : 0
  if (long > 2) return undefined
  const at = 2 + long
  const length = at + (long === 0 ? bytes[1]! : bytes.readUIntBE(2, long))
  const version = bytes[at] === 0x02 && bytes[at + 1] === 0x01 ? bytes[at + 2] : undefined
  const next = bytes[at + 3]
  // PKCS#1: the modulus follows. PKCS#8: the algorithm, a sequence that starts with its name.
  if (version === 0 && next === 0x02 && bytes[at + 4]! >= 0x40) return length
  if ((version === 0 || version === 1) && next === 0x30 && bytes[at + 5] === 0x06) return length
  // SEC 1: the private number, 32 to 66 bytes.
  return version === 1 && next === 0x04 && bytes[at + 4]! >= 0x1c && bytes[at + 4]! <= 0x42
    ? length
    : undefined
}

/** Where base64 of about so many characters ends; it may be broken into lines, also escaped or quoted ones. */
function base64End(text: string, start: number, needed: number): { end: number; count: number } {
  let count = 0
  let end = start
  for (let i = start; i < text.length && i < start + LONGEST_KEY && count < needed; i++) {
    const character = text[i]!
    if (character === '\\' && /[nr]/.test(text[i + 1] ?? '')) i++
    else if (/[A-Za-z0-9+/_-]/.test(character)) {
      count++
      end = i + 1
    } else if (!/[\s"',+#>]/.test(character)) break
  }
  while (text[end] === '=') end++
  return { end, count }
}

export const KEY_RULES: readonly SpecialRule[] = [JWK_RULE, DER_RULE]
