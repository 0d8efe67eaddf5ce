// The configuration of MCP servers as files write it (`mcpServers`), checked and with its variables put in.

import { mcpClientTexts } from '../../base/messages/mcp-client.ts'
import { listOf, type Message, message } from '../../base/messages/message.ts'
import type { Environment } from '../../base/settings/environment.ts'
import { isObject } from '../../base/values/is-object.ts'
import { expandVariables } from './expand-variables.ts'

interface Common {
  readonly name: string
  /** How long a call may take; where it is left out, as the settings say. */
  readonly callTimeoutMs?: number
}

export interface ProcessServer extends Common {
  readonly kind: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  /** In addition to the environment of commands. */
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string
}

interface HttpServer extends Common {
  readonly kind: 'http'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export type ServerConfig = ProcessServer | HttpServer

interface ReadServers {
  configs: ServerConfig[]
  problems: { name: string; problem: Message }[]
}

/** More are a mistake, or an attempt to start many programs. */
const MAX_SERVERS = 50

/** By name, as they are written. One that is `disabled` is left out. */
export function readServerConfigs(written: Readonly<Record<string, unknown>>, env: Environment): ReadServers {
  const read: ReadServers = { configs: [], problems: [] }
  for (const [name, value] of Object.entries(written)) {
    if (isObject(value) && value.disabled === true) continue
    const config =
      read.configs.length < MAX_SERVERS
        ? readServerConfig(name, value, env)
        : message(mcpClientTexts.tooManyServers, { most: MAX_SERVERS })
    if ('kind' in config) read.configs.push(config)
    else read.problems.push({ name, problem: config })
  }
  return read
}

const HTTP_TYPES: readonly unknown[] = ['http', 'streamable-http', 'streamableHttp']

function readServerConfig(name: string, written: unknown, env: Environment): ServerConfig | Message {
  if (!isObject(written)) return message(mcpClientTexts.configNotObject)
  const { type } = written
  if (type !== undefined && type !== 'stdio' && !HTTP_TYPES.includes(type))
    return message(mcpClientTexts.configType, { type: String(type) })
  const missing = new Set<string>()
  const expand = (text: string) => expandVariables(text, env, missing)
  const isProcess = type === undefined ? written.command !== undefined : type === 'stdio'
  const config = isProcess ? processServer(name, written, expand) : httpServer(name, written, expand)
  if (missing.size > 0) return message(mcpClientTexts.configVariables, { names: listOf([...missing]) })
  return config
}

type Written = Record<string, unknown>
type Expand = (text: string) => string

function processServer(name: string, written: Written, expand: Expand): ProcessServer | Message {
  const { command, args = [], env = {}, cwd } = written
  if (command === undefined) return message(mcpClientTexts.configNoTarget)
  if (typeof command !== 'string' || command.trim() === '') return wrong('command')
  if (!isTexts(args)) return wrong('args')
  const own = texts(env, expand)
  if (!own) return wrong('env')
  if (cwd !== undefined && typeof cwd !== 'string') return wrong('cwd')
  return {
    kind: 'stdio',
    name,
    command: expand(command),
    args: args.map(expand),
    env: own,
    ...(cwd !== undefined && { cwd: expand(cwd) }),
    ...timeout(written),
  }
}

function httpServer(name: string, written: Written, expand: Expand): HttpServer | Message {
  if (written.url === undefined) return message(mcpClientTexts.configNoTarget)
  if (typeof written.url !== 'string') return wrong('url')
  const headers = texts(written.headers ?? {}, expand)
  if (!headers) return wrong('headers')
  const url = expand(written.url)
  const protocol = URL.canParse(url) ? new URL(url).protocol : ''
  if (protocol !== 'http:' && protocol !== 'https:') return message(mcpClientTexts.configUrl)
  return { kind: 'http', name, url, headers, ...timeout(written) }
}

/** Milliseconds. */
function timeout({ timeout }: Written): { callTimeoutMs?: number } {
  return typeof timeout === 'number' && timeout > 0 ? { callTimeoutMs: timeout } : {}
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((part) => typeof part === 'string')
}

/** Numbers and switches are written without quotes by many. */
function texts(value: unknown, expand: Expand): Record<string, string> | undefined {
  if (!isObject(value)) return undefined
  const entries = Object.entries(value)
  if (entries.some(([, one]) => !['string', 'number', 'boolean'].includes(typeof one))) return undefined
  return Object.fromEntries(entries.map(([name, one]) => [name, expand(String(one))]))
}

function wrong(field: string): Message {
  return message(mcpClientTexts.wrongField, { field })
}
