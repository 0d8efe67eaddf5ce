import { expect, test } from 'vitest'
import { MemdirError } from '../base/values/errors.ts'
import { checkStore, refuseSecret, withoutSecrets } from './store-settings.ts'

const PASSWORD = 'kX9f2LmQz7Tb'

test.each([
  ['postgres', `postgres://me:${PASSWORD}@db.example:5432/vectors`],
  ['postgres', `postgres://me:${PASSWORD}@2@db.example/vectors`],
  ['postgres', `postgresql://me@db.example/vectors?sslmode=require&password=${PASSWORD}`],
  ['chroma', `http://localhost:8000/?token=${PASSWORD}`],
  ['chroma', `https://:${PASSWORD}@chroma.example`],
  ['pinecone', `https://name.svc.pinecone.io?api_key=${PASSWORD}`],
  ['postgres', `postgres://me:a/b?${PASSWORD}@db.example/vectors`],
  ['postgres', `me:${PASSWORD}@db.example:5432/vectors`],
  ['chroma', `https://${PASSWORD}@chroma.example`],
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
  ['chroma', 'http://localhost:8000/a@b'],
] as const)('other addresses of %s are shown as they are', (backend, place) => {
  expect(withoutSecrets(place)).toBe(place)
  expect(() => checkStore({ backend, place })).not.toThrow()
})

test('whoever sets an address with a password is told the variable of that kind of store', () => {
  const fixOf = (place: string) => {
    try {
      refuseSecret(place)
    } catch (error) {
      return MemdirError.is(error) ? error.fix : undefined
    }
    return undefined
  }
  expect(fixOf(`postgres://me:${PASSWORD}@db.example/vectors`)).toMatch(
    /variable MEMDIR_POSTGRES_PASSWORD\.$/,
  )
  expect(fixOf(`https://me:${PASSWORD}@chroma.example`)).toMatch(
    /variable CHROMA_API_KEY, PINECONE_API_KEY\.$/,
  )
})
