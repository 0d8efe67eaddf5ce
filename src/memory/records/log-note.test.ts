import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { openContext } from '../../connect/open-context.ts'
import { areLogsDue, distilLogs } from '../../learn/extract/distil-logs.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import { recallFor } from '../../search/recall-for.ts'
import { searchMemories } from '../../search/search-memories.ts'
import { logEntries } from '../daily-log.ts'
import { examine } from '../doctor.ts'
import { logNote } from './log-note.ts'

let place: TemporaryHome
let context: ProjectContext
const NOW = new Date(2026, 3, 9, 14, 3, 22)
const FILE = 'logs/2026/04/2026-04-09.md'
beforeEach(() => {
  place = temporaryHome()
  mkdirSync(place.home, { recursive: true })
  writeFileSync(join(place.home, 'settings.json'), JSON.stringify({ dailyLog: { enabled: true } }))
  context = openContext({ directory: place.project, env: place.env, clock: { now: () => NOW } })
})
afterEach(async () => {
  await context.close()
  place.remove()
})
const by = { actor: 'user' }

test('a line is appended, without secrets, whatever was there; it can be taken back', async () => {
  const path = join(context.location.memory, FILE)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '# Thursday\n- 09:00 Somebody else wrote this')
  const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
  const noted = await logNote(context, `Two\nlines, and ${secret}`, by)
  expect(noted.file).toBe(FILE)
  const text = readFileSync(path, 'utf8')
  expect(text).toMatch(/^# Thursday\n- 09:00 Somebody else wrote this\n- 14:03:22 Two lines, and \[redacted/)
  expect(text).not.toContain(secret)
  await Promise.all(Array.from({ length: 5 }, (_, at) => logNote(context, `Note ${at}`, by)))
  expect(logEntries(readFileSync(path, 'utf8'))).toHaveLength(7)
  await expect(logNote(context, '  ', by)).rejects.toThrow()
})

test('a log is no memory: not listed, without a pointer, nothing for the doctor', async () => {
  await logNote(context, 'The aquarium is cleaned by Mina', by)
  expect(context.store.list()).toEqual([])
  expect(() => readFileSync(join(context.location.memory, 'MEMORY.md'))).toThrow()
  expect(examine(context.location.memory, context.location.state).findings).toEqual([])
})

test('search and recall find single entries of it, also one that was just appended', async () => {
  await logNote(context, 'The aquarium is cleaned by Mina', by)
  await logNote(context, 'The release moved to the sixteenth of April', by)
  const found = async (query: string) =>
    (await searchMemories(context, { query, threshold: 0, limit: 3 })).hits.map(({ memory }) => [
      memory.file,
      memory.content.trim(),
    ])
  expect((await found('aquarium'))[0]).toEqual([`${FILE}#1`, 'The aquarium is cleaned by Mina'])
  await logNote(context, 'The lighthouse needs paint', by)
  expect((await found('lighthouse paint'))[0]).toEqual([`${FILE}#3`, 'The lighthouse needs paint'])
  const recalled = await recallFor(context, { prompt: 'Who cleans the aquarium these days?' })
  expect(recalled.text).toContain('cleaned by Mina')
  expect(recalled.text).not.toContain('lighthouse')
})

test('in recall an entry fills the places that memories leave, however near it is', async () => {
  await logNote(context, 'The lighthouse needs paint', by)
  await logNote(context, 'Who cleans the aquarium these days: the aquarium is cleaned by Mina', by)
  writeFileSync(
    join(context.location.memory, 'tank.md'),
    'Jan cleans the big aquarium in the lobby and sweeps the yard on Mondays.\n',
  )
  writeFileSync(join(context.location.memory, 'tea.md'), 'Caroline drinks green tea.\n')
  const recalled = await recallFor(context, { prompt: 'Who cleans the aquarium these days?' })
  expect(recalled.memories.map(({ memory }) => memory.file)).toEqual(['tank.md', `${FILE}#2`])
})

test('what the rules find in logs becomes memories with the entry as evidence, once', async () => {
  await logNote(context, 'From now on, always write commit messages in English.', by)
  await logNote(context, 'Nothing of importance happened', by)
  expect(areLogsDue(context)).toBe(false)
  expect(await distilLogs(context)).toEqual({ entries: 0, memories: 0 })
  const later = openContext({
    directory: place.project,
    env: place.env,
    clock: { now: () => new Date(NOW.getTime() + 86_400_000) },
  })
  expect(areLogsDue(later)).toBe(true)
  expect(await distilLogs(later)).toEqual({ entries: 2, memories: 1 })
  const [memory] = later.store.list()
  expect(memory?.evidence).toBe('From now on, always write commit messages in English.')
  expect(memory?.source).toMatchObject({ origin: 'agent', conversation: 'log-2026-04-09' })
  expect(memory?.created?.slice(0, 10), 'known since it was logged').toBe('2026-04-09')
  expect(areLogsDue(later)).toBe(false)
  expect(await distilLogs(later, { all: true })).toEqual({ entries: 0, memories: 0 })
  await later.close()
})
