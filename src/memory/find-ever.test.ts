import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../test/support/published/temporary-home.ts'
import { type Engine, openEngine } from '../connect/engine.ts'
import { findEver, isOfMemory, readLog } from './history.ts'

let place: TemporaryHome
let engine: Engine
beforeEach(() => {
  place = temporaryHome()
  engine = openEngine({ directory: place.project, env: place.env })
})
afterEach(async () => {
  await engine.close()
  place.remove()
})

const by = { actor: 'user' }
/** No id of ours has a `u`. */
const add = async (content: string, file: string, id: string) => {
  const { memory } = await engine.store.add({ content, name: content, file }, by)
  return (await engine.store.edit(memory, { fields: { id } }, by)).memory
}
const found = (reference: string) => findEver(engine.store, reference).content.trim()

test('one that was removed is found as it was last, by its id, a beginning of it, or its file', async () => {
  const memory = await add('first', 'note.md', 'uu12')
  const { memory: edited } = await engine.store.edit(memory, { content: 'second' }, by)
  await engine.store.remove(edited, by)
  await add('another', 'another.md', 'zu99')
  for (const reference of ['uu12', 'uu', 'note.md', 'note'])
    expect(found(reference), reference).toBe('second')
  expect(found('another')).toBe('another')
})

test('what was never there is not found, and what is meant by two is asked for', async () => {
  for (const [file, id] of [
    ['one.md', 'uu12'],
    ['two.md', 'uu34'],
  ] as const)
    await engine.store.remove(await add(file, file, id), by)
  expect(() => found('nothing')).toThrow(expect.objectContaining({ code: 'not_found' }))
  expect(() => found('uu')).toThrow(expect.objectContaining({ code: 'ambiguous' }))
  await add('x', 'three.md', 'vu12')
  await add('y', 'four.md', 'vu34')
  expect(() => found('vu')).toThrow(expect.objectContaining({ code: 'ambiguous' }))
})

test('a change is of a memory by its id or its file, with and without its ending', async () => {
  await add('first', 'note.md', 'uu12')
  const change = readLog(engine.store.writer).find(({ file }) => file === 'note.md')
  const isOf = (reference: string) => change && isOfMemory(change, reference)
  expect(['uu12', 'note.md', 'note'].map(isOf)).toEqual([true, true, true])
  expect(['uu1', 'note.m', 'other.md', ''].map(isOf)).toEqual([false, false, false, false])
})
