import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { checkSchema, inputSchema, type JsonSchema } from './json-schema.ts'

test.each<[JsonSchema, unknown, string | undefined]>([
  [{ type: 'string' }, 1, 'the value: expected string, got 1'],
  [{ type: ['string', 'null'] }, null, undefined],
  [{ type: ['string', 'null'] }, [], 'the value: expected string | null, got array'],
  [{ enum: ['a', 'b'] }, 'c', 'the value: expected one of "a", "b", got "c"'],
  [{ type: 'integer', minimum: 1 }, 0, 'the value: expected at least 1, got 0'],
  [{ type: 'number', maximum: 5 }, 9, 'the value: expected at most 5, got 9'],
  [{ type: 'integer' }, 1.5, 'the value: expected integer, got 1.5'],
  [{ maxLength: 2 }, '好好', undefined],
  [{ maxLength: 1 }, '😀', undefined],
  [{ minLength: 1 }, '', 'the value: expected at least 1 characters, got 0'],
  [{ type: 'array', maxItems: 1 }, ['a', 'b'], 'the value: expected at most 1 items, got 2'],
  [{ properties: { a: { items: { const: 1 } } } }, { a: [1, 2] }, 'a[1]: expected one of 1, got 2'],
  [{ properties: { a: { required: ['b'] } } }, { a: {} }, 'a.b is missing'],
  [{ required: ['a'] }, { a: undefined }, 'a is missing'],
  [inputSchema({ a: {}, b: {} }), { c: 1 }, 'c is not known; known are: a, b'],
  [inputSchema({}), { constructor: 1 }, 'constructor is not known; known are: '],
  [inputSchema({ a: { type: 'string' } }), { a: undefined }, undefined],
  [{ additionalProperties: { type: 'string' } }, { x: 1 }, 'x: expected string, got 1'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 3, 'the value: fits none of the allowed forms'],
  [{ type: 'object' }, null, 'the value: expected object, got null'],
])('%j of %j', (schema, value, problem) => {
  expect(checkSchema(schema, value)?.message.en).toBe(problem)
})

it('says it in Chinese too, with the unit', () => {
  expect(checkSchema({ minItems: 2 }, [1])?.message.zh).toBe('值：至少应为 2 项，实际为 1')
})

/** A schema with a value that fits it. */
type Pair = { schema: JsonSchema; value: unknown }

const { pair } = fc.letrec<{ pair: Pair }>((tie) => ({
  pair: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.string().map((value): Pair => ({ schema: { type: 'string', maxLength: [...value].length }, value })),
    fc
      .integer()
      .map((value): Pair => ({ schema: { type: 'integer', minimum: value, maximum: value }, value })),
    fc.double({ noNaN: true }).map((value): Pair => ({ schema: { type: 'number' }, value })),
    fc.boolean().map((value): Pair => ({ schema: { type: ['null', 'boolean'] }, value })),
    fc.jsonValue({ maxDepth: 1 }).map((value): Pair => ({ schema: { enum: ['other', value] }, value })),
    fc.tuple(tie('pair'), fc.nat({ max: 3 })).map(
      ([{ schema, value }, count]): Pair => ({
        schema: { type: 'array', items: schema, minItems: count, maxItems: count },
        value: Array.from({ length: count }, () => value),
      }),
    ),
    fc.dictionary(fc.string(), tie('pair'), { maxKeys: 3 }).map(
      (fields): Pair => ({
        schema: {
          type: 'object',
          properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
          required: Object.keys(fields),
          additionalProperties: false,
        },
        value: Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value])),
      }),
    ),
    tie('pair').map(({ schema, value }): Pair => ({ schema: { anyOf: [{ enum: [] }, schema] }, value })),
  ),
}))

describe('whatever the schema', () => {
  it('a value that was made for it fits', () => {
    fc.assert(fc.property(pair, ({ schema, value }) => checkSchema(schema, value) === undefined))
  })

  it('a wrong value deep inside is found where it is, by its code', () => {
    const name = fc.string({ minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(pair, name, fc.nat({ max: 3 }), ({ schema, value }, field, index) => {
        const list = Array.from({ length: index + 1 }, (_, at) =>
          at === index ? Symbol.for('wrong') : value,
        )
        const outer = inputSchema({ [field]: { type: 'array', items: { type: typesOf(schema), ...schema } } })
        expect(checkSchema(outer, { [field]: list })).toMatchObject({ path: `${field}[${index}]` })
        expect(checkSchema(outer, {})).toBeUndefined()
        expect(checkSchema({ ...outer, required: [field] }, {})).toMatchObject({
          code: 'missing',
          path: field,
        })
        expect(checkSchema(inputSchema({}), { [field]: value })).toMatchObject({
          code: 'unknown',
          path: field,
        })
      }),
    )
  })
})

/** A symbol has none of these. */
function typesOf({ type }: JsonSchema): JsonSchema['type'] {
  return type ?? ['string', 'number', 'boolean', 'object', 'array', 'null']
}
