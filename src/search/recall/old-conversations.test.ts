import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asReminder } from '../../base/text/inert-text.ts'
import { keepAttached, readAttached, removeOldConversations } from '../attached-record.ts'
import { readShown, recordShown } from '../shown-record.ts'

let state = ''
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'memdir-old-'))
})
afterEach(() => rmSync(state, { recursive: true, force: true }))

test('the records of conversations that are over are removed, not those that continue', () => {
  const now = Date.now()
  const days = (count: number) => new Date(now + count * 86_400_000)
  for (const name of ['c1', 'c2']) {
    recordShown(state, name, { shown: [`${name}.md`] })
    keepAttached(state, name, { said: 'x', text: asReminder(name), files: [] }, [])
    if (name === 'c2') break
    for (const folder of ['shown', 'attached'])
      utimesSync(join(state, folder, readdirSync(join(state, folder))[0]!), days(-31), days(-31))
  }
  expect(removeOldConversations(join(state, 'none'), days(99))).toBe(0)
  expect(removeOldConversations(state, days(-2))).toBe(0)
  expect(removeOldConversations(state, new Date(now))).toBe(2)
  expect(readShown(state, 'c1').shown).toEqual([])
  expect([readShown(state, 'c2').shown, readAttached(state, 'c2')]).toEqual([
    ['c2.md'],
    [{ said: 'x', text: asReminder('c2'), files: [] }],
  ])
  expect(readAttached(state, 'c1')).toEqual([])
})
