// Secrets that are known by what surrounds them: armoured private keys, JSON web tokens, Kubernetes manifests.

import { entropy, isFiller, isPublishedKey, RANK } from '../matching/judge-secret.ts'
import type { Hit } from '../secret-finding.ts'
import type { SpecialRule } from './special-rule.ts'

const LONGEST = 20_000
const HEADER = /-----?[ ]?BEGIN [A-Z0-9 _-]{0,60}?PRIVATE KEY(?: BLOCK)?[ ]?-----?/iy
const FOOTER = /-----?[ ]?END [A-Z0-9 _-]{0,60}?KEY(?: BLOCK)?[ ]?-----?/iy
/** Fewer characters of key material are a sketch of a key, not a key. */
const LEAST = 64

const PRIVATE_KEY_RULE: SpecialRule = {
  ids: ['private-key'],
  anchors: ['-----begin', '---- begin', 'private-lines:'],
  match(text, start, end) {
    if (text[start] === '-') {
      HEADER.lastIndex = start
      if (!HEADER.test(text)) return undefined
      return keyFrom(text, start, HEADER.lastIndex)
    }
    return keyFrom(text, start, end)
  },
}

function keyFrom(text: string, start: number, bodyStart: number): Hit | undefined {
  const { end, material, first } = keyBody(text, bodyStart)
  if (material < LEAST) return sketchFrom(text, start, bodyStart)
  FOOTER.lastIndex = end
  const close = FOOTER.test(text) ? FOOTER.lastIndex : end
  const published = isPublishedKey(text.slice(first, end))
  return { rule: 'private-key', tier: published ? 'warn' : 'block', start, end: close, rank: RANK.special }
}

/** Something long between the dashes that is not key material: suspicious. */
function sketchFrom(text: string, start: number, bodyStart: number): Hit | undefined {
  const close = text.slice(bodyStart, bodyStart + 4000).search(/-----?[ ]?END /)
  const body = close < 0 ? '' : text.slice(bodyStart, bodyStart + close)
  if (body.replace(/[^A-Za-z0-9+/]/g, '').length < LEAST - 16 || isFiller(body)) return undefined
  return { rule: 'private-key', tier: 'warn', start, end: bodyStart + close, rank: RANK.special }
}

/** Runs to the closing dashes or to what cannot be armour; counts the characters of long base64 runs only. */
function keyBody(text: string, from: number): { end: number; material: number; first: number } {
  const limit = Math.min(text.length, from + LONGEST)
  let material = 0
  let first = from
  let run = 0
  let last = from
  const kinds = new Set<number>()
  let i = from
  for (; i < limit; i++) {
    const code = text.charCodeAt(i)
    if (isBase64(code)) {
      run++
      if (kinds.size < 12) kinds.add(code)
      continue
    }
    if (run >= 16 && kinds.size >= 6) {
      if (material === 0) first = i - run
      material += run
      last = i
    }
    run = 0
    kinds.clear()
    if (code === 45 && text.charCodeAt(i + 1) === 45) break
    if (code === 92) i++
    else if (!isArmour(code)) break
  }
  if (run >= 16 && kinds.size >= 6) {
    if (material === 0) first = i - run
    material += run
    last = i
  }
  return { end: text.charCodeAt(i) === 45 ? i : last, material, first }
}

function isBase64(code: number): boolean {
  return (
    (code >= 47 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 43 ||
    code === 61
  )
}

/** Blank, line breaks, quotes, `\ , : ; . ( ) # > * | - @ <`: what wraps a key in code, comments and headers. */
function isArmour(code: number): boolean {
  return (
    code === 32 || (code >= 9 && code <= 13) || '"\'`\\,:;.()#>*|-@<&'.includes(String.fromCharCode(code))
  )
}

const JWT = /ey[A-Za-z0-9_-]{13,4000}[.]ey[A-Za-z0-9_/\\-]{12,8000}[.](?:[A-Za-z0-9_/\\-]{10,2000}={0,2})?/y
const VAULT = /s[.][A-Za-z0-9]{24}(?![A-Za-z0-9_.-])/y

const JWT_RULE: SpecialRule = {
  ids: ['jwt'],
  anchors: ['eyj', 'eya'],
  match(text, start) {
    if (/[A-Za-z0-9_-]/.test(text.charAt(start - 1))) return undefined
    JWT.lastIndex = start
    const token = JWT.exec(text)?.[0]
    if (!token || isFiller(token)) return undefined
    // Often a session that has long ended, and printed in every tutorial: it warns.
    return { rule: 'jwt', tier: 'warn', start, end: start + token.length, rank: RANK.special }
  },
}

const VAULT_LEGACY_RULE: SpecialRule = {
  ids: ['vault-legacy-token'],
  anchors: ['s.'],
  match(text, start) {
    if (/[\w.-]/.test(text.charAt(start - 1))) return undefined
    VAULT.lastIndex = start
    const token = VAULT.exec(text)?.[0]
    if (!token || isFiller(token) || !/[0-9]/.test(token) || entropy(token) < 3.5) return undefined
    return { rule: 'vault-legacy-token', tier: 'block', start, end: start + token.length, rank: RANK.format }
  },
}

const KIND = /kind:[ \t]{0,8}["']?secret["']?(?![\w-])/iy
const DATA = /(?:^|[\s"',{])["']?(?:data|stringData)["']?:/gi
const ENTRY =
  /[\s{,]["']?[\w.-]{1,80}["']?:[ \t]{0,8}(?:[|>][-+]?\s{1,20})?["']?([A-Za-z0-9+/]{10,4000}={0,3})["']?(?=[\s,}]|$)/g
const BEFORE = 600
const AFTER = 1200

const KUBERNETES_SECRET_RULE: SpecialRule = {
  ids: ['kubernetes-secret-yaml'],
  anchors: ['kind:'],
  match(text, start) {
    KIND.lastIndex = start
    if (!KIND.test(text)) return undefined
    const from = documentStart(text, start)
    const part = text.slice(from, documentEnd(text, start))
    const hits: Hit[] = []
    DATA.lastIndex = 0
    const data = DATA.exec(part)
    if (!data) return undefined
    ENTRY.lastIndex = data.index + data[0].length - 1
    for (let entry = ENTRY.exec(part); entry && hits.length < 20; entry = ENTRY.exec(part)) {
      const [, value = ''] = entry
      const at = from + entry.index + entry[0].indexOf(value)
      if (!isFiller(value) && !isManifestWord(value))
        hits.push({
          rule: 'kubernetes-secret-yaml',
          tier: 'warn',
          start: at,
          end: at + value.length,
          rank: RANK.special,
        })
      ENTRY.lastIndex = entry.index + entry[0].length
    }
    return hits
  },
}

function isManifestWord(value: string): boolean {
  return /^(?:Opaque|kubernetes|SealedSecret|namespace)$/i.test(value)
}

/** From the document's start, or the kind before: a value beyond that belongs to something else. */
function documentStart(text: string, at: number): number {
  const from = Math.max(0, at - BEFORE)
  const part = text.slice(from, at)
  return from + Math.max(0, part.lastIndexOf('\n---'), part.lastIndexOf('kind:'))
}

function documentEnd(text: string, at: number): number {
  const part = text.slice(at, at + AFTER)
  const ends = [part.indexOf('\n---'), part.indexOf('kind:', 1), part.length].filter((end) => end >= 0)
  return at + Math.min(...ends)
}

export const BLOCK_RULES: readonly SpecialRule[] = [
  PRIVATE_KEY_RULE,
  JWT_RULE,
  VAULT_LEGACY_RULE,
  KUBERNETES_SECRET_RULE,
]
