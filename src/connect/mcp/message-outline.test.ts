import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createOutline } from './message-outline.ts'

function outline(text: string, cuts: readonly number[] = []) {
  const bytes = Buffer.from(text)
  const made = createOutline()
  let from = 0
  for (const cut of [...cuts.map((at) => at % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]) {
    made.feed(bytes.subarray(from, cut))
    from = cut
  }
  return made.value()
}

test('the top level stays, what is nested or long goes', () => {
  const message = {
    method: 'tools/call',
    params: { id: 99, list: [{ id: 98 }], text: '"id": 97, \\" }' },
    note: '好'.repeat(300),
    jsonrpc: '2.0',
    id: 7,
  }
  expect(outline(JSON.stringify(message))).toEqual({
    method: 'tools/call',
    params: null,
    note: null,
    jsonrpc: '2.0',
    id: 7,
  })
})

test('what is no JSON object has no outline', () => {
  for (const text of [
    '',
    'x',
    '[{"id":1}]',
    '"id"',
    '{"id":1',
    '{"id":1}}',
    '{"id":1} {"id":2}',
    '}{',
    '{{"id":1}}',
  ])
    expect(outline(text), text).toBeUndefined()
  expect(outline(`{${Array.from({ length: 3_000 }, (_, i) => `"k${i}":1`).join()},"id":1}`)).toBeUndefined()
})

test('of whatever message, cut wherever, the id is that of the message or none', () => {
  const message = fc.record(
    {
      id: fc.oneof(fc.integer(), fc.string({ maxLength: 40 })),
      method: fc.string(),
      params: fc.jsonValue(),
      more: fc.string({ unit: 'binary', maxLength: 300 }),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(message, fc.array(fc.nat(), { maxLength: 5 }), fc.boolean(), (value, cuts, spaced) => {
      const parsed = JSON.parse(JSON.stringify(value)) as Record<string, unknown>
      expect(outline(JSON.stringify(parsed, null, spaced ? 1 : 0), cuts)?.id).toEqual(parsed.id)
    }),
    { numRuns: 500 },
  )
})
