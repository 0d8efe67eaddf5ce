import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { openFactOccurrences, type PlacedOccurrence } from './fact-occurrences.ts'

const said = (conversation: string, day: number, more: Partial<PlacedOccurrence> = {}): PlacedOccurrence => ({
  ...{ kind: 'command', subject: 'mise test', form: 'mise run test', content: 'Run `mise run test`' },
  ...{ quote: `please run mise test (${conversation})`, conversation, message: `${conversation}-1` },
  time: `2026-04-0${day}T09:00:00Z`,
  ...more,
})

const keptIn = (path: string): object[] => JSON.parse(readFileSync(path, 'utf8')).occurrences

it('keeps what was typed, and gives it when it was said in three conversations on two days', async () => {
  const directory = temporaryDirectory()
  const note = (...all: PlacedOccurrence[]) => openFactOccurrences(directory).note(all)
  expect(await note()).toEqual([])
  expect(await note(said('c1', 1))).toEqual([])
  // Ten times in one conversation are once.
  expect(await note(...Array.from({ length: 10 }, () => said('c1', 2)))).toEqual([])
  expect(keptIn(join(directory, 'fact-occurrences.json'))).toHaveLength(1)
  expect(await note(said('c2', 1), said('c2', 1, { subject: 'mise build' }))).toEqual([])
  const [recurring, ...others] = await note(said('c3', 2))
  expect(others).toEqual([])
  expect(recurring).toMatchObject({
    occurrence: { conversation: 'c3', message: 'c3-1' },
    proposal: { tier: 'write', content: 'Run `mise run test`', message: 'c3-1', kind: 'workflow' },
  })
})

it('does not give what was said on one day alone, or of another kind', async () => {
  const occurrences = openFactOccurrences(temporaryDirectory())
  for (const conversation of ['c1', 'c2', 'c3', 'c4'])
    expect(await occurrences.note([said(conversation, 1)])).toEqual([])
  expect(await occurrences.note([said('c5', 2, { kind: 'tracker' })])).toEqual([])
})

it('forgets what has become a memory, and nothing else', async () => {
  const occurrences = openFactOccurrences(temporaryDirectory())
  const both = (conversation: string, day: number) => [
    said(conversation, day),
    said(conversation, day, { subject: 'mise build', content: 'Run `mise build`' }),
  ]
  await occurrences.note(both('c1', 1))
  await occurrences.note(both('c2', 1))
  await occurrences.forget({ kind: 'command', subject: 'mise test' })
  const given = await occurrences.note(both('c3', 2))
  expect(given.map(({ occurrence }) => occurrence.subject)).toEqual(['mise build'])
})

it('reads past what is damaged, keeps no secret, and not more than its limit', async () => {
  const directory = temporaryDirectory()
  const path = join(directory, 'fact-occurrences.json')
  const occurrences = openFactOccurrences(directory)
  const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
  await occurrences.note([said('c1', 1, { quote: `use ${token} and run mise test` })])
  expect(readFileSync(path, 'utf8')).not.toContain(token)
  writeFileSync(
    path,
    JSON.stringify({ v: 1, occurrences: [...keptIn(path), { kind: 'command' }, 'nonsense'] }),
  )
  await occurrences.note([said('c2', 2)])
  expect(await occurrences.note([said('c3', 2)])).toHaveLength(1)
  const many = Array.from({ length: 2_100 }, (_, at) => said(`d${at}`, 1, { subject: `mise task${at}` }))
  await occurrences.note(many)
  const kept = keptIn(path)
  expect(kept).toHaveLength(2_000)
  expect(kept.at(-1)).toMatchObject({ subject: 'mise task2099' })
})
