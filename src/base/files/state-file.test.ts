import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import {
  keptAside,
  lookAtState,
  parseState,
  readState,
  readStates,
  type StateKind,
  stateText,
  updateState,
  updateStates,
  writeState,
} from './state-file.ts'

interface Count {
  count: number
}
const KIND: StateKind<Count> = {
  read: ({ count }) => (typeof count === 'number' ? { count } : undefined),
}
const REBUILT = { ...KIND, rebuilt: true }
const file = () => join(temporaryDirectory(), 'count.json')
const one = (now: Count | undefined) => ({ count: (now?.count ?? 0) + 1 })

test('says what was written, and nothing where nothing is', () => {
  const path = file()
  expect([readState(path, KIND), lookAtState(path, KIND).status]).toEqual([undefined, 'missing'])
  writeState(path, KIND, { count: 3 })
  expect(readState(path, KIND)).toEqual({ count: 3 })
  expect(readFileSync(path, 'utf8')).toBe('{"v":1,"count":3}')
})

test.each([
  ['{"v":1,"count":"3"}', 'damaged'],
  ['{"v":1,"cou', 'damaged'],
  ['{"count":3}', 'damaged'],
  ['{"v":"1","count":3}', 'damaged'],
  ['[1]', 'damaged'],
  ['', 'damaged'],
  ['{"v":2,"count":3}', 'newer'],
] as const)('never misreads %s', async (text, status) => {
  expect(parseState(text, KIND)).toEqual({ status })
  const path = file()
  writeFileSync(path, text)
  expect(readState(path, KIND)).toBeUndefined()
  const update = updateState(path, KIND, one)
  if (status === 'newer') {
    await expect(update).rejects.toMatchObject({ code: 'broken_file', fix: 'Update memdir.' })
    expect(readFileSync(path, 'utf8')).toBe(text)
  } else {
    expect(await update).toEqual({ count: 1 })
    const [kept = '', ...others] = keptAside(path)
    expect([readFileSync(join(path, '..', kept), 'utf8'), others]).toEqual([text, []])
  }
  writeFileSync(path, text)
  await updateState(path, REBUILT, one)
  expect(readState(path, REBUILT)).toEqual({ count: 1 })
})

test('a reader that throws is a damaged file, and so is one that is too large or no file', () => {
  const path = file()
  const throwing: StateKind<Count> = {
    read: () => {
      throw new Error('no')
    },
  }
  writeState(path, KIND, { count: 1 })
  expect(lookAtState(path, throwing).status).toBe('damaged')
  expect(lookAtState(path, { ...KIND, most: 5 }).status).toBe('damaged')
  mkdirSync(`${path}.d`)
  expect(lookAtState(`${path}.d`, KIND).status).toBe('damaged')
})

test('is not written where nothing changes, also not where the change is made in place', async () => {
  const path = file()
  writeFileSync(path, '{ "v": 1, "count": 3 }')
  expect(await updateState(path, KIND, () => undefined)).toEqual({ count: 3 })
  expect(await updateState(path, KIND, (now) => now)).toEqual({ count: 3 })
  expect(readFileSync(path, 'utf8')).toBe('{ "v": 1, "count": 3 }')
  await updateState(path, KIND, (now) => {
    if (now) now.count = 4
    return now
  })
  expect(readState(path, KIND)).toEqual({ count: 4 })
})

test('a directory of them leaves out what cannot be read and what is named otherwise', () => {
  const path = file()
  const directory = join(path, '..')
  for (const name of ['a1', 'b2']) writeState(join(directory, `${name}.json`), KIND, { count: name.length })
  writeFileSync(join(directory, 'c3.json'), 'no')
  writeFileSync(join(directory, 'd4-x.json'), stateText({ count: 1 }))
  expect(readStates(directory, KIND)).toEqual([{ count: 2 }, { count: 2 }])
  expect(readStates(join(directory, 'nowhere'), KIND)).toEqual([])
})

test('a directory of them is changed by what it says: put and removed by id', async () => {
  const directory = join(file(), '..')
  const kind: StateKind<Count & { id: string }> = {
    read: ({ id, count }) =>
      typeof id === 'string' && typeof count === 'number' ? { id, count } : undefined,
  }
  await updateStates(directory, kind, () => ({
    put: [
      { id: 'a', count: 1 },
      { id: 'b', count: 2 },
    ],
  }))
  await updateStates(directory, kind, (all) => ({
    put: all.filter(({ id }) => id === 'b').map((entry) => ({ ...entry, count: 3 })),
    remove: ['a', 'gone'],
  }))
  expect(readStates(directory, kind)).toEqual([{ id: 'b', count: 3 }])
})
