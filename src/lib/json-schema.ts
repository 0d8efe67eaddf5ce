// The part of JSON Schema that tools and structured answers use. Small, because a schema library costs more to load
// than everything else on most paths: type, enum, const, properties, required, additionalProperties, items, anyOf,
// minimum, maximum, minLength, maxLength, minItems, maxItems. Other keywords are ignored, as the standard demands.

type Schema = Record<string, unknown>

/** The first thing that is wrong, with its place (`$.memories[2].name: expected a string`), or undefined. */
export function schemaProblem(schema: Schema, value: unknown, at = '$'): string | undefined {
  return (
    typeProblem(schema, value, at) ??
    choiceProblem(schema, value, at) ??
    rangeProblem(schema, value, at) ??
    objectProblem(schema, value, at) ??
    itemsProblem(schema, value, at)
  )
}

function typeProblem(schema: Schema, value: unknown, at: string): string | undefined {
  const types = schema.type === undefined ? [] : [schema.type].flat().map(String)
  if (types.length === 0 || types.some((type) => hasType(value, type))) return undefined
  return `${at}: expected ${types.join(' or ')}, got ${typeName(value)}`
}

function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return typeof value === 'number'
    case 'object':
      return typeName(value) === 'object'
    default:
      return typeName(value) === type
  }
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function choiceProblem(schema: Schema, value: unknown, at: string): string | undefined {
  const { anyOf } = schema
  const options = 'const' in schema ? [schema.const] : schema.enum
  const same = (option: unknown) => option === value || JSON.stringify(option) === JSON.stringify(value)
  if (Array.isArray(options) && !options.some(same)) {
    return `${at}: expected one of ${options.map((option) => JSON.stringify(option)).join(', ')}`
  }
  if (!Array.isArray(anyOf) || anyOf.some((one: Schema) => schemaProblem(one, value, at) === undefined))
    return undefined
  return `${at}: fits none of the allowed forms`
}

function rangeProblem(schema: Schema, value: unknown, at: string): string | undefined {
  const limits: [unknown, string, string, string][] = [
    [typeof value === 'number' ? value : undefined, 'minimum', 'maximum', ''],
    [typeof value === 'string' ? [...value].length : undefined, 'minLength', 'maxLength', ' characters'],
    [Array.isArray(value) ? value.length : undefined, 'minItems', 'maxItems', ' items'],
  ]
  for (const [size, least, most, unit] of limits) {
    if (typeof size !== 'number') continue
    if (typeof schema[least] === 'number' && size < schema[least])
      return `${at}: at least ${schema[least]}${unit}`
    if (typeof schema[most] === 'number' && size > schema[most])
      return `${at}: at most ${schema[most]}${unit}`
  }
  return undefined
}

function objectProblem(schema: Schema, value: unknown, at: string): string | undefined {
  if (typeName(value) !== 'object') return undefined
  const object = value as Record<string, unknown>
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []
  const missing = required.find((name) => !Object.hasOwn(object, name))
  if (missing !== undefined) return `${at}: "${missing}" is missing`
  for (const [name, inner] of Object.entries(object)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties
    if (known === false) return `${at}: "${name}" is not known here`
    if (typeof known === 'object' && known !== null) {
      const problem = schemaProblem(known as Schema, inner, `${at}.${name}`)
      if (problem) return problem
    }
  }
  return undefined
}

function itemsProblem(schema: Schema, value: unknown, at: string): string | undefined {
  if (!Array.isArray(value) || typeof schema.items !== 'object' || schema.items === null) return undefined
  for (const [index, item] of value.entries()) {
    const problem = schemaProblem(schema.items as Schema, item, `${at}[${index}]`)
    if (problem) return problem
  }
  return undefined
}
