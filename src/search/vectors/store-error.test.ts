import { expect, it } from 'vitest'
import { isRetryable, silent, storeError } from './store-error.ts'

const NAME = { store: 'Chroma', variable: 'CHROMA_TOKEN', secret: 'ck-1234' }
const withCode = (code: string) => Object.assign(new Error('no'), { code })

it.each([
  ['408', Object.assign(new Error('no'), { status: 408 })],
  ['504', Object.assign(new Error('no'), { statusCode: 504 })],
  ['no headers in time', new Error('fetch failed', { cause: withCode('UND_ERR_HEADERS_TIMEOUT') })],
])('%s is silence', (_, error) => {
  expect(storeError(error, NAME)).toMatchObject({ message: silent(NAME).message, details: { down: true } })
})

it('what is busy or was cut off is tried again, what is not there is not', () => {
  const retried = (error: unknown) => isRetryable(storeError(error, NAME))
  for (const status of [425, 429, 500, 502, 503]) expect(retried({ status })).toBe(true)
  for (const code of ['ECONNRESET', 'EPIPE', 'EAI_AGAIN']) expect(retried(withCode(code))).toBe(true)
  for (const code of ['ECONNREFUSED', 'ENOTFOUND']) expect(retried(withCode(code))).toBe(false)
  for (const status of [400, 401, 403, 404]) expect(retried({ status })).toBe(false)
})

it('repeats no key', () => {
  const said = storeError(new Error('the token ck-1234 is wrong, ck-1234'), NAME)
  expect(said.message).toContain('the token … is wrong, …')
})
