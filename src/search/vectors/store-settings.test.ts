import { expect, test } from 'vitest'
import { MemdirError } from '../../lib/errors.ts'
import { checkStore, withoutSecrets } from './store-settings.ts'

const PASSWORD = 'kX9f2LmQz7Tb'

test.each([
  ['postgres', `postgres://me:${PASSWORD}@db.example:5432/vectors`],
  ['postgres', `postgres://me:${PASSWORD}@2@db.example/vectors`],
  ['postgres', `postgresql://me@db.example/vectors?sslmode=require&password=${PASSWORD}`],
  ['chroma', `http://localhost:8000/?token=${PASSWORD}`],
  ['chroma', `https://:${PASSWORD}@chroma.example`],
  ['pinecone', `https://name.svc.pinecone.io?api_key=${PASSWORD}`],
] as const)('an address of %s with a password in it is refused, and never said: %s', (backend, place) => {
  expect(withoutSecrets(place)).not.toContain(PASSWORD)
  const refused = (() => {
    try {
      return checkStore({ backend, place, secret: 'given' })
    } catch (error) {
      return error
    }
  })()
  expect(MemdirError.is(refused) && refused.code).toBe('bad_settings')
  expect(JSON.stringify(MemdirError.is(refused) && [refused.messages, refused.fix])).not.toContain(PASSWORD)
})

test.each([
  ['postgres', 'postgres://me@db.example:5432/vectors?sslmode=verify-full&sslkey=/home/me/client.key'],
  ['chroma', 'http://localhost:8000'],
] as const)('other addresses of %s are shown as they are', (backend, place) => {
  expect(withoutSecrets(place)).toBe(place)
  expect(() => checkStore({ backend, place })).not.toThrow()
})
