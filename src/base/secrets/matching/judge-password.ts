// What makes a password look real, and a host that others can reach.

import type { Hit } from '../secret-finding.ts'
import { entropy, isFiller, isStandIn, RANK } from './judge-secret.ts'

const WEAK_WORD =
  /^(?:pass(?:w(?:or)?d|phrase)?|pwd|pw|secret|user(?:name)?|admin|root|test(?:ing)?|guest|postgres|mysql|mongo(?:db)?|redis|rabbit(?:mq)?|default|demo|dev|local|letmein|hunter2|token|key|foo|bar|baz|qwerty|abc|change_?(?:me|it)|xyz|s3cr3t|p@ssw0rd|12345678?9?0?)[\w!]{0,4}$/i
const WEAK_PART = /passw|secret|passwd|p4ss|p@ss/i
/** This machine, or only in documentation. */
const NOWHERE =
  /^(?:127\.|0\.0\.0\.0|\[::1|(?:[\w-]+\.)*(?:example|your[\w-]*|my-?(?:host|domain|server|site|company)|host(?:name)?|server|domain|foo|bar|local|test|invalid|localhost)(?:[.:,]|$))/i
/** A name of the local network: `cache`, `db:5432`. */
const DOTLESS = /^[^.[]*$/
const MEMBER = /^[a-z_$][\w$]*(?:\.[a-z_$][\w$]*)+$/i

/** Not a placeholder for a password, and more than lower-case letters. */
export function isStrong(password: string): boolean {
  if (password.length < 8 || WEAK_WORD.test(password) || WEAK_PART.test(password) || isStandIn(password))
    return false
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length
  return kinds >= 2 && entropy(password) >= 2.5
}

export function isWeakWord(password: string): boolean {
  return WEAK_WORD.test(password)
}

/** On the same machine or network, or only in documentation. */
export function isLocalHost(host: string): boolean {
  return DOTLESS.test(host) || NOWHERE.test(host)
}

/** Where nobody's data are. Those of a store in a network of containers are somebody's: `redis://…@cache`. */
export function isNoStore(host: string): boolean {
  return NOWHERE.test(host)
}

/** A variable, a call, a template or a type: not the password itself. */
export function isReference(secret: string): boolean {
  return (
    /^\$|\$[({]|[{}()[\]|]|^[%@*]|::|=>|\\/.test(secret) ||
    MEMBER.test(secret) ||
    /^(?:true|false|null|none|undefined|string|required|optional)$/i.test(secret)
  )
}

/** Blocks where host and password look real, warns where it is only likely, and is silent for stand-ins. */
export function passwordHit(
  rule: string,
  password: string,
  at: number,
  host: string | undefined,
): Hit | undefined {
  if (password.length < 4 || isReference(password) || isFiller(password)) return undefined
  const sure = isStrong(password) && (host === undefined || !isLocalHost(host))
  if (!sure && isWeakWord(password) && (host === undefined || isLocalHost(host))) return undefined
  return { rule, tier: sure ? 'block' : 'warn', start: at, end: at + password.length, rank: RANK.special }
}
