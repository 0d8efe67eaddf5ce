// The part of JSON Schema that tools and structured answers use, and the one check of a value against it. Small,
// because a schema library costs more to load than everything else on most paths. Other keywords are ignored, as the
// standard demands.

import { type Message, type MessageValue, message } from '../messages/message.ts'
import { schemaTexts } from '../messages/schema.ts'
import { isObject } from './is-object.ts'

type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null'

export interface JsonSchema {
  readonly type?: TypeName | readonly TypeName[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** The input of a tool: nothing but what it names. */
export interface InputSchema extends JsonSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties: false
}

export function inputSchema(
  properties: InputSchema['properties'],
  required: readonly string[] = [],
): InputSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

interface SchemaProblem {
  code: 'type' | 'choice' | 'form' | 'missing' | 'unknown' | 'least' | 'most'
  /** `memories[2].name`; empty for the value itself. */
  path: string
  message: Message
}

/** The first thing that is wrong. A property whose value is undefined counts as absent. */
export function checkSchema(schema: JsonSchema, value: unknown, path = ''): SchemaProblem | undefined {
  return (
    checkType(schema, value, path) ??
    checkChoice(schema, value, path) ??
    checkRange(schema, value, path) ??
    (isObject(value) ? checkProperties(schema, value, path) : undefined) ??
    (Array.isArray(value) ? checkItems(schema, value, path) : undefined)
  )
}

function checkType({ type }: JsonSchema, value: unknown, path: string): SchemaProblem | undefined {
  const types = [type ?? []].flat()
  if (types.length === 0 || types.some((one) => hasType(value, one))) return undefined
  const got = typeof value === 'number' ? shortJson(value) : typeName(value)
  return {
    code: 'type',
    path,
    message: message(schemaTexts.schemaType, { path: named(path), expected: types.join(' | '), got }),
  }
}

function hasType(value: unknown, type: TypeName): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeName(value) === type
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function checkChoice(schema: JsonSchema, value: unknown, path: string): SchemaProblem | undefined {
  const options = 'const' in schema ? [schema.const] : schema.enum
  if (options && !options.some((option) => isSame(option, value))) {
    const expected = options.map((option) => JSON.stringify(option)).join(', ')
    const said = message(schemaTexts.schemaChoice, { path: named(path), expected, got: shortJson(value) })
    return { code: 'choice', path, message: said }
  }
  if (!schema.anyOf || schema.anyOf.some((form) => !checkSchema(form, value, path))) return undefined
  return { code: 'form', path, message: message(schemaTexts.schemaForm, { path: named(path) }) }
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

function checkRange(schema: JsonSchema, value: unknown, path: string): SchemaProblem | undefined {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema
  if (typeof value === 'number') return outOf({ size: value, least: minimum, most: maximum }, path)
  if (typeof value === 'string') {
    if (minLength === undefined && maxLength === undefined) return undefined
    return outOf(
      { size: [...value].length, least: minLength, most: maxLength, unit: schemaTexts.schemaCharacters },
      path,
    )
  }
  if (!Array.isArray(value)) return undefined
  return outOf({ size: value.length, least: minItems, most: maxItems, unit: schemaTexts.schemaItems }, path)
}

interface Range {
  size: number
  least: number | undefined
  most: number | undefined
  unit?: typeof schemaTexts.schemaCharacters | typeof schemaTexts.schemaItems
}

function outOf({ size, least, most, unit }: Range, path: string): SchemaProblem | undefined {
  const say = (count: number) => (unit ? message(unit, { count }) : count)
  const values = { path: named(path), got: size }
  if (least !== undefined && size < least)
    return {
      code: 'least',
      path,
      message: message(schemaTexts.schemaLeast, { ...values, expected: say(least) }),
    }
  if (most !== undefined && size > most)
    return {
      code: 'most',
      path,
      message: message(schemaTexts.schemaMost, { ...values, expected: say(most) }),
    }
  return undefined
}

function checkProperties(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  value: Record<string, unknown>,
  path: string,
): SchemaProblem | undefined {
  const missing = required.find((name) => !Object.hasOwn(value, name) || value[name] === undefined)
  if (missing !== undefined) {
    const place = at(path, missing)
    return { code: 'missing', path: place, message: message(schemaTexts.schemaMissing, { path: place }) }
  }
  for (const [name, inner] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
    const place = at(path, name.slice(0, MAX_SHOWN))
    if (known === false) {
      const expected = Object.keys(properties).join(', ')
      return {
        code: 'unknown',
        path: place,
        message: message(schemaTexts.schemaUnknown, { path: place, expected }),
      }
    }
    if (typeof known !== 'object' || inner === undefined) continue
    const found = checkSchema(known, inner, place)
    if (found) return found
  }
  return undefined
}

function checkItems({ items }: JsonSchema, value: unknown[], path: string): SchemaProblem | undefined {
  if (!items) return undefined
  for (const [index, item] of value.entries()) {
    const found = checkSchema(items, item, `${path}[${index}]`)
    if (found) return found
  }
  return undefined
}

const MAX_SHOWN = 60

function named(path: string): MessageValue {
  return path === '' ? message(schemaTexts.schemaRoot) : path
}

function at(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

function shortJson(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, MAX_SHOWN)
}
