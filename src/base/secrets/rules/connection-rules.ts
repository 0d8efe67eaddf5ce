// Passwords in the places where programs keep them: connection strings without `user:password@`, `.netrc`, `.pgpass`,
// the configuration of Docker, a command line, a token in the address of a repository.
import { isStrong, passwordHit } from '../matching/judge-password.ts'
import { entropy, isFiller, RANK } from '../matching/judge-secret.ts'
import type { SpecialRule } from './special-rule.ts'

const ORACLE =
  /(?:thin|oci8?):([^\s/@'"`<>]{1,100})\/("?)([^\s@'"`<>/]{1,200})\2@(?:\/\/)?([A-Za-z0-9[][\w.\]-]{0,200})/iy

const ORACLE_RULE: SpecialRule = {
  ids: ['connection-string'],
  anchors: ['jdbc:oracle:'],
  match(text, _, end) {
    ORACLE.lastIndex = end
    const found = ORACLE.exec(text)
    if (!found) return undefined
    const [, user = '', quote = '', password = '', host] = found
    const at = end + found[0].indexOf(':') + 1 + user.length + 1 + quote.length
    return passwordHit('connection-string', password, at, host)
  },
}

/** `scheme://host:port/name?user=…&password=…`, and with `;` as SQL Server has it. */
const PARAMETERS =
  /\/\/([A-Za-z0-9[][\w.\]-]{0,200})[^\s'"`<>?;&]{0,200}(?:[?;&][\w.]{1,40}=[^\s'"`<>;&]{0,200}){0,12}?[?;&](?:password|passwd|pwd)=([^\s'"`<>;&]{1,200})/iy
const DRIVER = /[a-z0-9+]{2,20}(?::[a-z0-9]{2,20}){0,2}:(?=\/\/)/iy

const JDBC_RULE: SpecialRule = {
  ids: ['connection-string'],
  anchors: ['jdbc:', 'postgres:', 'postgresql:', 'mysql:', 'mariadb:', 'sqlserver:', 'clickhouse:'],
  match(text, start, end) {
    DRIVER.lastIndex = text[end] === '/' ? start : end
    if (!DRIVER.test(text)) return undefined
    const from = DRIVER.lastIndex
    PARAMETERS.lastIndex = from
    const found = PARAMETERS.exec(text)
    if (!found) return undefined
    const [whole, host, password = ''] = found
    return passwordHit('connection-string', password, from + whole.length - password.length, host)
  },
}

const LIBPQ_HOST = /(?:^|[\s"'`])host(?:addr)?[ ]?=[ ]?['"]?([\w.:-]{1,100})/i
const LIBPQ_REST = /(?:^|[\s"'`])(?:user|dbname|port)[ ]?=/i
const LIBPQ_PASSWORD = /[ ]?=[ ]?'?([^\s'"`]{4,100})/y
const LINE = 300

/** `host=… user=… password=…`, in any order, on one line. */
const LIBPQ_RULE: SpecialRule = {
  ids: ['connection-string'],
  anchors: [' password', '"password', "'password", '\npassword'],
  match(text, start, end) {
    LIBPQ_PASSWORD.lastIndex = end
    const found = LIBPQ_PASSWORD.exec(text)
    const password = found?.[1]
    if (!found || !password) return undefined
    const before = text.slice(Math.max(0, start - LINE), start + 1)
    const after = text.slice(end, end + LINE)
    const line = `${before.slice(before.lastIndexOf('\n', start === 0 ? 0 : before.length - 2) + 1)} ${after.split('\n', 1)[0]}`
    const host = LIBPQ_HOST.exec(line)?.[1]
    if (!host || !LIBPQ_REST.test(line)) return undefined
    return passwordHit('connection-string', password, end + found[0].length - password.length, host)
  },
}

const NETRC =
  /[ \t]{1,8}([^\s]{1,200})\s{1,40}(?:login\s{1,20}([^\s]{1,200})\s{1,40})?(?:account\s{1,20}[^\s]{1,100}\s{1,40})?password\s{1,20}([^\s]{1,255})/iy

const NETRC_RULE: SpecialRule = {
  ids: ['netrc-password'],
  anchors: ['machine'],
  match(text, start, end) {
    if (/\w/.test(text.charAt(start - 1))) return undefined
    NETRC.lastIndex = end
    const found = NETRC.exec(text)
    if (!found) return undefined
    const [whole, host = '', , written = ''] = found
    const password = written.replace(/["'`.,)]{1,3}$/, '')
    const at = end + whole.length - written.length
    return passwordHit('netrc-password', password, at, host.replace(/^["'`]/, ''))
  },
}

const PGPASS = /([\w.-]{1,100}|\*):(?:5432|6432|3306|\*):([\w.*-]{1,63}):([\w.*-]{1,63}):([^\s:'"`]{4,100})/y
const LONGEST_HOST = 100

const PGPASS_RULE: SpecialRule = {
  ids: ['pgpass-password'],
  anchors: [':5432:', ':6432:'],
  match(text, start) {
    let from = start
    while (start - from < LONGEST_HOST && /[\w.*-]/.test(text.charAt(from - 1))) from--
    PGPASS.lastIndex = from
    const found = PGPASS.exec(text)
    if (!found) return undefined
    const [whole, host, , , password = ''] = found
    return passwordHit('pgpass-password', password, from + whole.length - password.length, host)
  },
}

const DOCKER_AUTH = /\s{0,4}:\s{0,4}"([A-Za-z0-9+/]{12,400}={0,2})"/y

/** `"auth": "…"` in the configuration of Docker is `user:password` in base64. */
const DOCKER_AUTH_RULE: SpecialRule = {
  ids: ['docker-auth'],
  anchors: ['"auth"'],
  match(text, _, end) {
    DOCKER_AUTH.lastIndex = end
    const found = DOCKER_AUTH.exec(text)
    const value = found?.[1]
    if (!found || !value) return undefined
    const decoded = Buffer.from(value, 'base64').toString('latin1')
    const [, password] = /^[\w.@$%+-]{1,100}:([!-~]{4,300})$/.exec(decoded) ?? []
    if (!password) return undefined
    const hit = passwordHit('docker-auth', password, end, undefined)
    const at = end + found[0].indexOf(value)
    return hit && { ...hit, start: at, end: at + value.length }
  },
}

const USER_TOKEN = /([A-Za-z0-9_-]{20,255})(?::x-oauth-basic|:)?@([A-Za-z0-9][\w.-]{2,200})/y
const CODE_HOST = /(?:^|\.)(?:github|gitlab|bitbucket|gitee|codeberg|azure|visualstudio|gitea)\.(?:com|org)$/i

/** A token in the place of the user: `https://TOKEN@github.com/…`. */
const URL_TOKEN_RULE: SpecialRule = {
  ids: ['url-token'],
  anchors: ['http://', 'https://'],
  match(text, _, end) {
    USER_TOKEN.lastIndex = end
    const found = USER_TOKEN.exec(text)
    if (!found) return undefined
    const [, token = '', host = ''] = found
    const digits = token.replace(/[^0-9]/g, '').length
    if (digits < 3 || !/[A-Za-z]/.test(token) || entropy(token) < 3.2 || isFiller(token)) return undefined
    const tier = CODE_HOST.test(host) && isStrong(token) ? 'block' : 'warn'
    return { rule: 'url-token', tier, start: end, end: end + token.length, rank: RANK.special }
  },
}

const COMMAND_PASSWORD =
  /(?:[ \t]{1,4}(?!-p)[^\s|;&'"`]{1,100}|[ \t]{1,4}["'][^"'\n]{0,100}["']){0,12}?[ \t]{1,4}(?:-p[ ]?|-a |--password[= ]|--pass[= ])["']?([^\s"'`|;&<>-][^\s"'`|;&<>]{3,100})/y
const COMMAND_HOST = /(?:-h ?|--host[= ]|@)([\w.-]{2,100})/

/** `sshpass -p …`, `mysql -h … -p…`, `redis-cli -a …`. */
const COMMAND_RULE: SpecialRule = {
  ids: ['command-password'],
  anchors: ['sshpass', 'mysql', 'mysqldump', 'mysqladmin', 'mariadb', 'redis-cli', 'mongosh', 'docker login'],
  match(text, start, end) {
    if (/[\w.-]/.test(text.charAt(start - 1))) return undefined
    COMMAND_PASSWORD.lastIndex = end
    const found = COMMAND_PASSWORD.exec(text)
    const password = found?.[1]
    if (!found || !password || /^(?:\d{1,5}(?::\d{1,5})?|[a-z_]{1,20})$/.test(password)) return undefined
    const [rest = ''] = text.slice(end, end + LINE).split('\n', 1)
    const host = COMMAND_HOST.exec(rest)?.[1]
    return passwordHit(
      'command-password',
      password,
      end + found[0].length - password.length,
      host ?? 'localhost',
    )
  },
}

export const CONNECTION_RULES: readonly SpecialRule[] = [
  ORACLE_RULE,
  JDBC_RULE,
  LIBPQ_RULE,
  NETRC_RULE,
  PGPASS_RULE,
  DOCKER_AUTH_RULE,
  URL_TOKEN_RULE,
  COMMAND_RULE,
]
