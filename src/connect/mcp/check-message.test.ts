import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkMessage } from './check-message.ts'

const request = (method: unknown, params?: unknown, id: unknown = 7) =>
  checkMessage(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
const error = (checked: ReturnType<typeof checkMessage>) =>
  checked.status === 'answered' ? JSON.parse(checked.answer) : checked.status

describe('a message from the wire', () => {
  it.each([
    ['tools/list', undefined],
    ['tools/call', { name: 'search', arguments: { query: 5 } }],
    ['resources/read', { uri: 'memory://index', _meta: {} }],
    ['prompts/get', { name: 'recall', arguments: { topic: 'tea' } }],
    ['of/another', { any: ['thing'] }],
  ])('passes as it came: %s', (method, params) => {
    const text = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })
    expect(checkMessage(text)).toEqual({ status: 'passed', text })
  })

  it('passes without params and arguments that are null', () => {
    expect(request('tools/list', null)).toEqual({
      status: 'passed',
      text: '{"jsonrpc":"2.0","method":"tools/list","id":7}',
    })
    expect(request('tools/call', { name: 'list', arguments: null })).toEqual({
      status: 'passed',
      text: '{"jsonrpc":"2.0","method":"tools/call","id":7,"params":{"name":"list"}}',
    })
  })

  it.each([
    ['tools/call', null, 'params.name has to be a string'],
    ['tools/call', { name: 'search', arguments: 'x' }, 'params.arguments has to be an object'],
    ['tools/call', { name: 5 }, 'params.name has to be a string'],
    ['resources/read', {}, 'params.uri has to be a string'],
    ['resources/list', { cursor: 5 }, 'params.cursor has to be a string'],
    ['prompts/get', { name: 'a', arguments: { topic: 5 } }, 'an object whose values are strings'],
    ['tools/list', [], 'params has to be an object'],
    ['nobody/knows', 'x', 'params has to be an object'],
    ['constructor', 5, 'params has to be an object'],
    ['initialize', null, 'params.protocolVersion has to be a string'],
  ])('is answered with -32602 where its params are wrong: %s %j', (method, params, says) => {
    expect(error(request(method, params))).toMatchObject({ id: 7, error: { code: -32_602 } })
    expect(error(request(method, params)).error.message).toContain(says)
  })

  it.each([
    ['{', -32_700, null],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32_600, null],
    ['null', -32_600, null],
    ['{"jsonrpc":"2.0","id":9}', -32_600, 9],
    ['{"id":9,"method":"ping"}', -32_600, 9],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600, null],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32_600, null],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32_600, null],
  ])('is answered where it is no request: %s', (text, code, id) => {
    expect(error(checkMessage(text))).toMatchObject({ id, error: { code } })
  })

  it('is dropped where nobody waits for an answer', () => {
    expect(checkMessage('{"jsonrpc":"2.0","method":"notifications/initialized","params":[]}')).toEqual({
      status: 'dropped',
    })
  })

  it('never throws, and answers in one line', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const checked = checkMessage(text)
        expect(checked.status === 'answered' ? checked.answer : '').not.toContain('\n')
      }),
    )
  })
})
