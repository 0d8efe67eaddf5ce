import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import { noteSeen, readSeen, removeOldSeen } from './seen-prompts.ts'
import { promptMark } from './transcript/seen-by-hook.ts'

it('says of a prompt that it was seen, by client, for its owner alone and without its text', () => {
  const state = temporaryDirectory()
  expect(readSeen(state, 'codex')).toEqual({ since: undefined, times: new Map() })
  noteSeen(state, 'codex', 'the password is hunter2')
  noteSeen(state, 'codex', 'use tabs')
  const { since, times } = readSeen(state, 'codex')
  expect([...times.keys()]).toEqual(['the password is hunter2', 'use tabs'].map(promptMark))
  expect(Date.parse(since ?? '')).toBeLessThanOrEqual(Date.now())
  expect(readSeen(state, 'gemini').since).toBeUndefined()
  const path = join(state, 'seen', 'codex')
  expect(readFileSync(path, 'utf8')).not.toMatch(/hunter|tabs/)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it('keeps the newest of very many, and since when there are any', () => {
  const state = temporaryDirectory()
  const line = (day: number, text: string) =>
    `${new Date(Date.UTC(2026, 0, day)).toISOString()} ${promptMark(text)}\n`
  mkdirSync(join(state, 'seen'))
  const many = Array.from({ length: 26_000 }, (_, i) => line(2, `prompt ${i}`)).join('')
  writeFileSync(join(state, 'seen', 'codex'), `${line(1, 'first')}torn li\n${many}${line(3, 'last')}`)
  removeOldSeen(state)
  const { since, times } = readSeen(state, 'codex')
  expect(since).toBe('2026-01-01T00:00:00.000Z')
  expect(times.has(promptMark('last'))).toBe(true)
  expect(times.has(promptMark('prompt 10'))).toBe(false)
  expect(times.size).toBeLessThan(14_000)
  removeOldSeen(state)
  expect(readSeen(state, 'codex').times.size).toBe(times.size)
})
