// A tool as every protocol wants it: a name, a description for the model, a JSON schema, a function. MCP, the AI SDK
// and function calling differ only in how they wrap it.

import { memoryActionsTexts } from '../../base/messages/memory-actions.ts'
import { message } from '../../base/messages/message.ts'
import type { AgentText } from '../../base/text/agent-text.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { checkSchema, type InputSchema, type JsonSchema } from '../../base/values/json-schema.ts'
import type { Caller, ClientHost } from '../client-host.ts'

export type ClientToolInput = Record<string, unknown>

export interface ToolAnswer {
  /** For the model. */
  text: AgentText
  /** The same for programs. */
  data: Record<string, unknown>
  /** Call it once the text has gone out: only then does it count as read. Never throws. */
  afterOutput?(): void
}

export interface ClientTool {
  name: string
  title: string
  description: string
  inputSchema: InputSchema
  annotations: {
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    openWorldHint: false
  }
  /** Fields for special cases: not listed where every request carries every tool, and taken all the same. */
  rare?: readonly string[]
  /** Clients that load tools on demand should have this one from the start. */
  alwaysLoad?: boolean
  run(host: ClientHost, input: ClientToolInput, caller: Caller): Promise<ToolAnswer>
}

/** What is listed where every request carries it: without the fields for special cases, which are taken all the same. */
export function briefSchema({ inputSchema, rare = [] }: ClientTool): JsonSchema {
  const { type, properties, required } = inputSchema
  const listed = Object.entries(properties).filter(([name]) => !rare.includes(name))
  return { type, properties: Object.fromEntries(listed), required }
}

export const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const

/** Models make mistakes: the message says which field and what it may be. Null is taken as left out. */
export function checkInput(schema: InputSchema, input: unknown): ClientToolInput {
  const given = withoutNulls(input)
  const problem = checkSchema(schema, given)
  if (problem)
    throw new MemdirError('usage', problem.message, { fix: message(memoryActionsTexts.correctTheCall) })
  return given as ClientToolInput
}

function withoutNulls(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== null && value !== undefined),
  )
}
