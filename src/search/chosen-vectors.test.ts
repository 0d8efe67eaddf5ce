import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import { acquireLock } from '../base/files/lock.ts'
import { forgetStore, knownStores, rememberStore } from './chosen-vectors.ts'

const store = (name: string) => ({ backend: 'chroma' as const, place: `http://${name}:8000` })
const places = (state: string) => knownStores(state).map(({ place }) => place)

it('remembers each store once, without its key, and forgets one', async () => {
  const state = temporaryDirectory()
  await rememberStore(state, { ...store('a'), secret: 'ck-secret' })
  await rememberStore(state, store('a'))
  await rememberStore(state, store('b'))
  await rememberStore(state, { backend: 'postgres', place: 'postgres://me:geheim@host/db' })
  expect(knownStores(state)).toEqual([store('a'), store('b')])
  await forgetStore(state, store('a'))
  expect(places(state)).toEqual(['http://b:8000'])
})

it('loses none that another process adds meanwhile', async () => {
  const state = temporaryDirectory()
  const locks = join(state, 'locks')
  mkdirSync(locks)
  const lock = await acquireLock(locks, 'stores')
  const waiting = [rememberStore(state, store('a')), rememberStore(state, store('b'))]
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(places(state)).toEqual([])
  lock.release()
  await Promise.all(waiting)
  expect(places(state).sort()).toEqual(['http://a:8000', 'http://b:8000'])
})
