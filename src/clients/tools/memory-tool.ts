// A tool as every protocol wants it: a name, a description for the model, a JSON schema, a function. MCP, the AI SDK
// and function calling differ only in how they wrap it.
import { MemdirError } from '../../lib/errors.ts'
import type { Caller, ClientHost } from '../client-host.ts'

export interface Property {
  type: 'string' | 'number' | 'integer' | 'boolean' | 'array'
  description: string
  enum?: readonly string[]
  items?: { type: 'string' }
  minimum?: number
  maximum?: number
}

export interface InputSchema {
  type: 'object'
  properties: Record<string, Property>
  required?: readonly string[]
  additionalProperties: false
}

export type ToolInput = Record<string, unknown>

export interface ToolAnswer {
  /** For the model. */
  text: string
  /** The same for programs. */
  data: Record<string, unknown>
  /** Call it once the text has gone out: only then does it count as read. Never throws. */
  afterOutput?(): void
}

export interface MemoryTool {
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
  /** Clients that load tools on demand should have this one from the start. */
  alwaysLoad?: boolean
  run(host: ClientHost, input: ToolInput, caller: Caller): Promise<ToolAnswer>
}

export const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const

/** Models make mistakes: the message says which field and what it may be. */
export function checkInput(schema: InputSchema, input: unknown): ToolInput {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw bad('the input is not an object')
  const given = input as ToolInput
  for (const name of schema.required ?? []) {
    if (given[name] === undefined || given[name] === null) throw bad(`"${name}" is missing`)
  }
  const known: ToolInput = {}
  for (const [name, value] of Object.entries(given)) {
    const property = schema.properties[name]
    if (!property)
      throw bad(`there is no field "${name}"`, `It may be: ${Object.keys(schema.properties).join(', ')}.`)
    if (value === undefined || value === null) continue
    const problem = problemOf(property, value)
    if (problem) throw bad(`"${name}" ${problem}`)
    known[name] = value
  }
  return known
}

function problemOf(property: Property, value: unknown): string | undefined {
  const { type, minimum, maximum } = property
  if (type === 'array')
    return Array.isArray(value) && value.every((item) => typeof item === 'string')
      ? undefined
      : 'must be a list of texts'
  if (type === 'number' || type === 'integer') {
    if (typeof value !== 'number' || (type === 'integer' && !Number.isInteger(value)))
      return 'must be a number'
    if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`
    return maximum !== undefined && value > maximum ? `must be at most ${maximum}` : undefined
  }
  if (typeof value !== type) return `must be ${type === 'boolean' ? 'true or false' : 'text'}`
  if (property.enum && !property.enum.includes(value as string))
    return `must be one of ${property.enum.join(', ')}`
  return undefined
}

function bad(message: string, fix = 'Correct the call and try again.'): MemdirError {
  return new MemdirError('usage', message, { fix })
}
