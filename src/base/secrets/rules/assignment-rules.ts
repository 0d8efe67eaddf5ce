// Credentials that are known by their place on the right of an assignment. They warn.

import { isReference, isStrong, isWeakWord } from '../matching/judge-password.ts'
import { entropy, isFiller, RANK } from '../matching/judge-secret.ts'
import { assignedValue } from '../matching/match-keyword.ts'
import type { Hit } from '../secret-finding.ts'
import type { SpecialRule } from './special-rule.ts'

const TOKEN = /[\w.=+/-]{10,150}/y
const PASSWORD = /[^\s'"`<>,;]{4,100}/y
const TOKEN_ENTROPY = 3.5
/** Names that hold `key`, `auth`, … without meaning a credential. */
const INNOCENT =
  /(?:public|primary|foreign|partition|sort|idx|schema|bucket|natural|cache|hot|short|object|translation)[_.-]?key|key[_.-]?(?:board|code|name|id|word|words|frame|frames|path|down|up|press|stroke|chain|ring|size|length|file|store|s?pace|pair|note)|author(?!iz)|authority|access(?:ib|or|_?log|ed|es)|csrf|xsrf|monkey|turkey|token(?:iz|s\b|_?(?:type|url|uri|endpoint|count|limit|file|name|path|id))|tokens?_used|secret[_.-]?(?:name|id|size|length|ref|path)|rapid|capital|apiversion|api[_.-]?(?:version|name|id|url|host|server)|apis\b|endpoint|integrity|sha\d|checksum/i
/** Members, paths, names with a version, dates. */
const CODE_LIKE =
  /^(?:[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+|[Hh]ttps?|[a-z._-]+\/[\w./-]+|[A-Za-z]+[-_.]?v?\d{1,3}(?:\.\d{1,4}){0,3}|\d[\d.:T/-]*Z?)$/

/** The rest of a connection string before its password: `Server=…;User ID=…;`. */
const CONNECTION =
  /(?:server|data source|host|addr(?:ess)?|endpoint)=[^;=\n]{1,100};(?:[^;=\n]{1,40}=[^;\n]{0,80};){0,8}$/i

const ASSIGNMENT_RULE: SpecialRule = {
  ids: ['generic-api-key'],
  anchors: ['secret', 'token', 'api', 'key', 'auth', 'access', 'credential', 'creds', 'client_id'],
  match(text, start, end) {
    const value = assignedValue(text, end)
    if (!value || value.form === 'spoken') return undefined
    TOKEN.lastIndex = value.at
    const secret = TOKEN.exec(text)?.[0].replace(/[.]+$/, '')
    if (!secret || secret.length < 10) return undefined
    const next = text[value.at + secret.length]
    if (next !== undefined && !/[\s"'`;,)\]}\\<&.|]/.test(next)) return undefined
    if (!/[0-9]/.test(secret) || !/[A-Za-z]/.test(secret) || CODE_LIKE.test(secret) || isFiller(secret))
      return undefined
    if (entropy(secret) < TOKEN_ENTROPY) return undefined
    if (INNOCENT.test(text.slice(Math.max(0, start - 20), value.at))) return undefined
    return warning('generic-api-key', value.at, secret.length)
  },
}

const PASSWORD_RULE: SpecialRule = {
  ids: ['generic-password', 'database-password', 'connection-string'],
  anchors: ['password', 'passwd', 'pwd', 'passphrase'],
  match(text, start, end) {
    const value = assignedValue(text, end)
    if (!value) return undefined
    PASSWORD.lastIndex = value.at
    const secret = trimmed(PASSWORD.exec(text)?.[0])
    if (!secret || secret.length < 4 || isReference(secret) || isFiller(secret) || isWeakWord(secret))
      return undefined
    const quoted =
      /["'`]/.test(text[value.at - 1] ?? '') && /["'`]/.test(text[value.at + secret.length] ?? '')
    const store = /(?:db|database|sql|pg)[_.-]?$/i.test(text.slice(Math.max(0, start - 10), start))
    if (store && value.form === 'assigned') return warning('database-password', value.at, secret.length)
    if (isStrong(secret) && CONNECTION.test(text.slice(Math.max(0, start - 200), start)))
      return { ...warning('connection-string', value.at, secret.length), tier: 'block' }
    if (!isStrong(secret) && !(quoted && value.form === 'assigned' && secret.length >= 8)) return undefined
    if (value.form === 'spoken' && !/[0-9]/.test(secret)) return undefined
    return warning('generic-password', value.at, secret.length)
  },
}

/** Chinese names of a password, and English ones in a Chinese sentence. The finder knows ASCII only; full-width
 * operators are folded before. */
const CHINESE_NAME =
  /(?:(?:密码|密碼|口令|密钥|密鑰|私钥|私鑰|令牌|凭证|秘钥)["'`”」』】)*]{0,3}[ \t]{0,4}(?:[:=]|是|为|為)|(?:app ?secret|api ?key|access ?key|secret|token|password)["'`]{0,3}[ \t]{0,4}(?:是|为|為)[ \t]{0,2}:?)[ \t]{0,4}["'`“「『]{0,2}/gi
/** The secret of an app of WeChat: 32 digits that only their surroundings give away. */
const WECHAT = /微信|公众号|公眾號|小程序|wechat|weixin|app ?secret/i
const WECHAT_SECRET = /^[a-f0-9]{32}$/
/** Chinese follows without a space, so a value ends with ASCII. */
const ASCII_VALUE = /[!#-&(-+\--:=?-_a-~]{4,100}/y
const CHINESE_STORE = /(?:数据库|資料庫|数据源|db|database|sql|pg)[ _.-]?$/i
const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/

/** The same as for `password`, where the name is Chinese; a sentence (`密码是 …`) needs a digit too. */
export function matchChinesePasswords(text: string, add: (hit: Hit) => void): void {
  for (const { 0: name, index } of text.matchAll(CHINESE_NAME)) {
    const at = index + name.length
    ASCII_VALUE.lastIndex = at
    const secret = trimmed(ASCII_VALUE.exec(text)?.[0])
    if (!secret || secret.length < 4 || isReference(secret) || isFiller(secret) || isWeakWord(secret))
      continue
    if (CODE_LIKE.test(secret) || VARIABLE.test(secret)) continue
    if (WECHAT_SECRET.test(secret) && WECHAT.test(text.slice(Math.max(0, index - 24), at))) {
      if (isStrong(secret)) add({ ...warning('wechat-app-secret', at, secret.length), tier: 'block' })
      continue
    }
    const spoken = !/[:=]/.test(name)
    const store = CHINESE_STORE.test(text.slice(Math.max(0, index - 10), index))
    if (store && !spoken) add(warning('database-password', at, secret.length))
    else if (
      spoken ? isStrong(secret) && /[0-9]/.test(secret) : isStrong(secret) || isQuoted(text, at, secret)
    )
      add(warning('generic-password', at, secret.length))
  }
}

/** Without what ends the sentence, or the words of a link: an index names memories as `[password: …](file.md)`. */
function trimmed(value: string | undefined): string | undefined {
  return value?.split('](', 1)[0]?.replace(/[.,:)\]}!?]+$/, '')
}

function isQuoted(text: string, at: number, secret: string): boolean {
  return (
    secret.length >= 8 &&
    /["'`“「『]/.test(text[at - 1] ?? '') &&
    /["'`”」』]/.test(text[at + secret.length] ?? '')
  )
}

function warning(rule: string, start: number, length: number): Hit {
  return { rule, tier: 'warn', start, end: start + length, rank: RANK.generic }
}

export const ASSIGNMENT_RULES: readonly SpecialRule[] = [PASSWORD_RULE, ASSIGNMENT_RULE]
