// The small part of JSON Schema that tool inputs use, and its check: no schema library on this path.

export interface ToolInputProperty {
  type: 'string' | 'integer' | 'boolean' | 'array'
  description: string
  /** Lists are lists of texts. */
  items?: { type: 'string' }
  enum?: readonly string[]
  minimum?: number
  maximum?: number
}

export interface ToolInputSchema {
  type: 'object'
  properties: Record<string, ToolInputProperty>
  required: readonly string[]
  additionalProperties: false
}

/** Writes a schema without the parts that are always the same. */
export function inputSchema(
  properties: Record<string, ToolInputProperty>,
  required: readonly string[],
): ToolInputSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

/** Why the input does not fit, or undefined. */
export function checkToolInput(schema: ToolInputSchema, input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return 'it is not an object'
  const fields = input as Record<string, unknown>
  for (const name of schema.required) {
    if (fields[name] === undefined) return `"${name}" is missing`
  }
  for (const [name, value] of Object.entries(fields)) {
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    if (!property) return `"${name.slice(0, 60)}" is not known`
    if (value === undefined) continue
    const problem = checkProperty(property, value)
    if (problem) return `"${name}" ${problem}`
  }
  return undefined
}

function checkProperty(property: ToolInputProperty, value: unknown): string | undefined {
  if (property.type === 'integer') {
    if (!Number.isSafeInteger(value)) return 'must be a whole number'
    if (property.minimum !== undefined && (value as number) < property.minimum)
      return `must be at least ${property.minimum}`
    if (property.maximum !== undefined && (value as number) > property.maximum)
      return `must be at most ${property.maximum}`
    return undefined
  }
  if (property.type === 'array') return isTexts(value) ? undefined : 'must be a list of texts'
  if (typeof value !== property.type)
    return `must be ${property.type === 'string' ? 'text' : 'true or false'}`
  if (property.enum && !property.enum.includes(value as string))
    return `must be one of ${property.enum.join(', ')}`
  return undefined
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
