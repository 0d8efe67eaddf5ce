import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { openInputHistory } from './input-history.ts'

const open = (state: string) => openInputHistory({ state, holdsSecret: (text) => text.includes('hunter2') })

it('keeps what was typed, newest first, each once, for the next conversation, in a private file', () => {
  const state = join(temporaryDirectory(), 'state')
  mkdirSync(state)
  const history = open(state)
  for (const text of ['one', '两行\n文字', 'three', 'one', '   ']) history.add(text)
  expect(open(state).newest()).toEqual(['one', 'three', '两行\n文字'])
  expect(statSync(join(state, 'input-history.json')).mode & 0o777).toBe(0o600)
})

it('keeps no secret and nothing endless, and no more than its bound', () => {
  const state = temporaryDirectory()
  const history = open(state)
  history.add('my password is hunter2')
  history.add('x'.repeat(5_001))
  expect(history.newest()).toEqual([])
  for (let at = 0; at < 310; at++) history.add(`message ${at}`)
  const kept = history.newest()
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([300, 'message 309', 'message 10'])
  expect(readFileSync(join(state, 'input-history.json'), 'utf8')).not.toContain('hunter2')
})

it('loses nothing that another conversation has added', () => {
  const state = temporaryDirectory()
  const [one, other] = [open(state), open(state)]
  one.add('here')
  other.add('there')
  one.add('here again')
  expect(other.newest()).toEqual(['here again', 'there', 'here'])
})

it.each(['', '{', '{"v":2,"messages":["x"]}', '{"v":1,"messages":[1,null]}', '[]'])(
  'takes what is damaged for none: %s',
  (text) => {
    const state = temporaryDirectory()
    writeFileSync(join(state, 'input-history.json'), text)
    const history = open(state)
    expect(history.newest()).toEqual([])
    history.add('again')
    expect(history.newest()).toEqual(['again'])
  },
)

it('where it cannot be written, the conversation goes on', () => {
  const state = temporaryDirectory()
  symlinkSync('/proc/self/none/x', join(state, 'none'))
  const history = open(join(state, 'none', 'deeper'))
  history.add('one')
  expect(history.newest()).toEqual([])
})
