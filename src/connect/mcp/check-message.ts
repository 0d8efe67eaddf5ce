// What comes over the wire before the SDK sees it: a message that it would drop without an answer, or answer with a dump
// of its schemas, is answered here in one line and with the code that the protocol has for it.
import { attempt } from '../../base/values/attempt.ts'
import { isObject } from '../../base/values/is-object.ts'

export const CODES = { parse: -32_700, request: -32_600, params: -32_602, noResource: -32_002 } as const

type CheckedMessage =
  /** `text` goes on to the SDK. */
  | { status: 'passed'; text: string }
  | { status: 'answered'; answer: string }
  /** A notification that cannot be read: nobody waits for an answer. */
  | { status: 'dropped' }

export function checkMessage(text: string): CheckedMessage {
  const data: unknown = attempt(() => JSON.parse(text))
  if (data === undefined) return answered(null, CODES.parse, 'this is not JSON')
  if (!isObject(data)) return answered(null, CODES.request, 'expected one message, an object')
  const { jsonrpc, method, params, ...rest } = data
  const id = isId(rest.id) ? rest.id : null
  if (jsonrpc !== '2.0') return answered(id, CODES.request, 'jsonrpc has to be "2.0"')
  if (method === undefined && ('result' in rest || 'error' in rest)) return { status: 'passed', text }
  if (typeof method !== 'string') return answered(id, CODES.request, 'method has to be a string')
  if ('id' in rest && id === null) return answered(null, CODES.request, 'id has to be a string or an integer')
  // Some clients write null where there is nothing.
  const given = params === null ? undefined : isObject(params) ? withoutNulls(params) : params
  const problem = problemIn(method, given ?? {})
  if (problem !== undefined)
    return id === null ? { status: 'dropped' } : answered(id, CODES.params, `${method}: ${problem}`)
  if (given === params) return { status: 'passed', text }
  return { status: 'passed', text: JSON.stringify({ jsonrpc, method, ...rest, params: given }) }
}

/** The same object where it has none. */
function withoutNulls(params: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(params)
  const kept = entries.filter(([, value]) => value !== null)
  return kept.length === entries.length ? params : Object.fromEntries(kept)
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || Number.isInteger(id)
}

function answered(id: string | number | null, code: number, message: string): CheckedMessage {
  return { status: 'answered', answer: JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }) }
}

type Check = (value: unknown) => string | undefined

const text: Check = (value) => (typeof value === 'string' ? undefined : 'a string')
const object: Check = (value) => (isObject(value) ? undefined : 'an object')
const texts: Check = (value) =>
  isObject(value) && Object.values(value).every((item) => typeof item === 'string')
    ? undefined
    : 'an object whose values are strings'
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined ? undefined : check(value)

/** What the methods that are served here take. */
const PARAMS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  'tools/list': { cursor: optional(text) },
  'tools/call': { name: text, arguments: optional(object) },
  'resources/list': { cursor: optional(text) },
  'resources/templates/list': { cursor: optional(text) },
  'resources/read': { uri: text },
  'prompts/list': { cursor: optional(text) },
  'prompts/get': { name: text, arguments: optional(texts) },
  initialize: { protocolVersion: text, capabilities: object, clientInfo: object },
}

function problemIn(method: string, params: unknown): string | undefined {
  if (!isObject(params)) return 'params has to be an object'
  const checks = Object.hasOwn(PARAMS, method) ? PARAMS[method] : undefined
  for (const [name, check] of Object.entries(checks ?? {})) {
    const wanted = check(params[name])
    if (wanted !== undefined) return `params.${name} has to be ${wanted}`
  }
  return undefined
}
