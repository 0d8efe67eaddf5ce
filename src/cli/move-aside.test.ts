import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../test/support/published/temporary-home.ts'
import { isAside, removeBelow } from './move-aside.ts'

let place: TemporaryHome
const inHome = (...parts: string[]) => join(place.home, ...parts)
beforeEach(() => {
  place = temporaryHome()
  for (const name of ['one', 'two', 'whole/three']) mkdirSync(inHome(name), { recursive: true })
  writeFileSync(inHome('one', 'file'), '')
})
afterEach(() => place.remove())

it('says what it moved, what is still where it was, and why', () => {
  const gone = inHome('gone')
  const file = inHome('one', 'file', 'is no directory')
  const { moved, failed, left } = removeBelow(place.home, [inHome('one'), gone, file, inHome('two')])
  expect([moved, left]).toEqual([[inHome('one'), inHome('two')], undefined])
  // Gone before is gone; below a file that went with `one` there is nothing either.
  expect(failed).toEqual([])
  expect(readdirSync(place.home)).toEqual(['whole'])
})

it('goes on where one cannot be moved, and leaves that one as it is', () => {
  // A directory cannot become a part of itself, whoever asks.
  const { moved, failed } = removeBelow(inHome('whole'), [
    inHome('whole'),
    inHome('whole', 'three'),
    inHome('two'),
  ])
  expect(moved).toEqual([inHome('whole', 'three'), inHome('two')])
  expect(failed.map(({ path }) => path)).toEqual([inHome('whole')])
  expect(failed[0]?.reason.en).toMatch(/\S/)
  expect(existsSync(inHome('whole'))).toBe(true)
})

it('knows again what it could not delete', () => {
  expect(['.removed-abc', 'removed', '.memdir-tmp-1'].map(isAside)).toEqual([true, false, false])
})
