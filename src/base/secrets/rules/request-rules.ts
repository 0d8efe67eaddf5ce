// Credentials in an address and in the head of a request. They block where they look random and the host is not of
// this machine or of a manual, and warn otherwise.

import { isAlphanumeric } from '../match-format.ts'
import { isLocalHost, isNoStore, isStrong } from '../matching/judge-password.ts'
import { entropy, isFiller, isStandIn, RANK } from '../matching/judge-secret.ts'
import type { Hit } from '../secret-finding.ts'
import type { SpecialRule } from './special-rule.ts'

const LONGEST_SCHEME = 24
const USER_INFO = /([^\s:@/'"`<>\\?#]{0,100}):([^\s@'"`<>\\/]{1,200})@([A-Za-z0-9[][\w.:\]-]{0,200})/y
const STORES =
  /^(?:jdbc:)?(?:postgres(?:ql)?(?:\+\w+)?|mysql(?:x|\+\w+)?|mariadb(?:\+\w+)?|mongodb(?:\+srv)?|rediss?|valkeys?|amqps?|mssql(?:\+\w+)?|sqlserver|oracle(?:\+\w+)?|cockroachdb|clickhouses?|snowflake|cassandra|couchbases?|couchdb|neo4j(?:\+s)?|bolt|influxdb|ldaps?|ftps?|sftp|ssh|smtps?|imaps?|kafka|nats|mqtts?|libsql|rabbitmq|elasticsearch|prisma|redshift|trino|presto|databricks|hive2?|vertica|db2)$/i
/** A `$` inside is a character like others; where it starts a name it is a variable. */
const REFERENCE = /^\$|\$[({]|[{}[\]()*|]|^%[A-Z_]+%?$|^:/

const URL_CREDENTIALS_RULE: SpecialRule = {
  ids: ['connection-string', 'url-credentials'],
  anchors: ['://'],
  match(text, start, end) {
    USER_INFO.lastIndex = end
    const found = USER_INFO.exec(text)
    if (!found) return undefined
    const [, user = '', password = '', host = ''] = found
    if (REFERENCE.test(password) || REFERENCE.test(user) || isFiller(password)) return undefined
    // The token is in the place of the user: see `url-token`.
    if (password === 'x-oauth-basic') return undefined
    const scheme = text.slice(schemeStart(text, start), start)
    const store = STORES.test(scheme)
    const sure = isStrong(password) && !(store ? isNoStore(host) : isLocalHost(host))
    const at = end + user.length + 1
    return {
      rule: store ? 'connection-string' : 'url-credentials',
      tier: sure ? 'block' : 'warn',
      start: at,
      end: at + password.length,
      rank: RANK.special,
    }
  },
}

function schemeStart(text: string, end: number): number {
  let start = end
  while (start > 0 && end - start < LONGEST_SCHEME) {
    const code = text.charCodeAt(start - 1)
    if (!isAlphanumeric(code) && code !== 43 && code !== 58) break
    start--
  }
  return start
}

const HEADER =
  /["']?[ \t]{0,5}[:=,][ \t]{0,5}["'`]?(?:(?:Basic|Bearer|Api-?Token|Token|ApiKey|Key|SSWS|Splunk|GenieKey)[ \t]{1,5})?([\w=~@.+/:-]{8,2000})/iy
const HEADER_ENTROPY = 2.5
/** `ACCESS_TOKEN`: the name of a value, not the value. */
const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/
const AUTHORIZATION_RULE: SpecialRule = {
  ids: ['authorization-header'],
  anchors: ['authorization', 'x-api-key', 'x-auth-token', 'x-access-token', 'private-token', 'apikey:'],
  match(text, start, end) {
    const colon = text[end - 1] === ':' ? end - 1 : end
    HEADER.lastIndex = colon
    const found = HEADER.exec(text)
    const value = found?.[1]
    if (!found || !value || isFiller(value) || entropy(value) < HEADER_ENTROPY) return undefined
    if (/^[A-Za-z.-]{1,30}$/.test(value) || VARIABLE.test(value)) return undefined
    const stop = colon + found[0].length
    // A request in prose or code has a quote or blank after the value; anything else is a longer expression.
    if (/[^\s"'`;,)\]}\\<&|]/.test(text.charAt(stop))) return undefined
    if (start === stop) return undefined
    return {
      rule: 'authorization-header',
      tier: 'warn',
      start: stop - value.length,
      end: stop,
      rank: RANK.special,
    }
  },
}

/** The scheme and its token, also where a string ends between them: `"Bearer " + "…"`. */
const BEARER =
  /(?:[ \t\\]{1,5}|[ ]?["'`]\s{0,8}[+.&]\s{0,8}["'`])([A-Za-z0-9][\w.~+/-]{15,4000}={0,2})(?=[\s"'`;,)\]}\\<&|]|$)/y
const BASIC =
  /(?:[ \t\\]{1,5}|[ ]?["'`]\s{0,8}[+.&]\s{0,8}["'`])([A-Za-z0-9+/]{8,800}={0,2})(?=[\s"'`;,)\]}\\<&|]|$)/y
const BEARER_ENTROPY = 3.2
/** Typed on the row of digits: as in manuals. */
const COUNTED = /123456789|987654321/

const BEARER_RULE: SpecialRule = {
  ids: ['bearer-token'],
  anchors: ['bearer'],
  match: (text, start, end) => schemeHit('bearer-token', BEARER, text, start, end, isBearer),
}

const BASIC_RULE: SpecialRule = {
  ids: ['basic-credentials'],
  anchors: ['basic'],
  match: (text, start, end) => schemeHit('basic-credentials', BASIC, text, start, end, isBasic),
}

function schemeHit(
  rule: string,
  spelling: RegExp,
  text: string,
  start: number,
  end: number,
  isSecret: (value: string) => boolean,
): Hit | undefined {
  if (start > 0 && isAlphanumeric(text.charCodeAt(start - 1))) return undefined
  spelling.lastIndex = end
  const found = spelling.exec(text)
  const [whole = '', secret = ''] = found ?? []
  if (!found || !isSecret(secret)) return undefined
  const stop = end + whole.length
  return { rule, tier: 'block', start: stop - secret.length, end: stop, rank: RANK.special }
}

function isBearer(token: string): boolean {
  if (isFiller(token) || isStandIn(token) || COUNTED.test(token) || isSampleJwt(token)) return false
  return /[0-9]/.test(token) && /[A-Za-z]/.test(token) && entropy(token) >= BEARER_ENTROPY
}

/** `user:password` in base64; a key may be in the place of the user, with an empty password. */
function isBasic(value: string): boolean {
  if (isStandIn(value)) return false
  const decoded = Buffer.from(value, 'base64').toString('latin1')
  const [, user = '', password = ''] = /^([!-9;-~]{0,200}):([ -~]{0,300})$/.exec(decoded) ?? []
  const secret = password === '' || password === 'x-oauth-basic' ? user : password
  return isStrong(secret) && !isFiller(secret) && !COUNTED.test(secret)
}

/** What a manual prints: the payload says so, or it says next to nothing. */
function isSampleJwt(token: string): boolean {
  const payload = /^ey[\w-]{8,}\.(ey[\w-]*)/.exec(token)?.[1]
  if (payload === undefined) return token.startsWith('eyJ') && !token.includes('.')
  const claims = Buffer.from(payload.slice(0, 4000), 'base64url').toString('latin1')
  return claims.length < 24 || /1234567890|John Doe|example|@test|foo|bar"/i.test(claims)
}

const USER = /[ \t]{0,4}=?[ \t]{0,4}["']?([^\s:'"$<{[(]{0,100})["']?:["']?([^\s'"$<{[(]{3,100})?/y
const STAND_IN = /^(?:change(?:it|me)|pass(?:word)?|pwd|test|token|secret|x+|\*+|api[_-]?key|key)$/i
/** `curl` may be this far before its option. */
const REACH = 800

const CURL_USER_RULE: SpecialRule = {
  ids: ['curl-auth-user'],
  anchors: [' -u', ' --user', '\n-u', '\n--user'],
  match(text, start, end) {
    USER.lastIndex = end
    const found = USER.exec(text)
    // A token may be in the place of the user, with an empty password.
    const secret = found?.[2] ?? found?.[1]
    if (!found || !secret || STAND_IN.test(secret) || isFiller(secret)) return undefined
    if (found[2] === undefined && !isStrong(secret)) return undefined
    if (!text.slice(Math.max(0, start - REACH), start + 1).includes('curl')) return undefined
    const at = end + found[0].lastIndexOf(secret)
    return { rule: 'curl-auth-user', tier: 'warn', start: at, end: at + secret.length, rank: RANK.special }
  },
}

export const REQUEST_RULES: readonly SpecialRule[] = [
  URL_CREDENTIALS_RULE,
  AUTHORIZATION_RULE,
  BEARER_RULE,
  BASIC_RULE,
  CURL_USER_RULE,
]
