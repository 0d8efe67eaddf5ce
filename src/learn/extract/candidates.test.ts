import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { MOST_REFUSED, REFUSED_FILE } from '../../memory/refused.ts'
import { MOST_CANDIDATES, openCandidates } from './candidates.ts'
import type { Statement } from './check-proposal.ts'
import { isConfirmed } from './promotion.ts'

const at = (day: number) => `2026-04-${String(day).padStart(2, '0')}T10:00:00Z`
const statement = (content: string, more: Partial<Statement> = {}): Statement => ({
  content,
  quote: content,
  tier: 'candidate',
  reason: 'preference',
  origin: 'user',
  message: 'm1',
  time: at(1),
  ...more,
})

test('the same words are one candidate, with every time that they were said', async () => {
  const directory = join(temporaryDirectory(), 'candidates')
  const candidates = openCandidates({ directory })
  const first = await candidates.note(statement('I prefer tabs.'), 'c1')
  const again = await candidates.note(statement('i prefer TABS', { time: at(3), message: 'm9' }), 'c2')
  await candidates.note(statement('I prefer spaces.', { time: at(2) }), 'c1')
  expect(again?.id).toBe(first?.id)
  expect(
    candidates.list().map(({ said }) => said.map(({ conversation, time }) => [conversation, time])),
  ).toEqual([
    [
      ['c1', at(1)],
      ['c2', at(3)],
    ],
    [['c1', at(2)]],
  ])
  const [name = ''] = readdirSync(directory).filter((entry) => entry.endsWith('.json'))
  expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600)
  expect(candidates.find(first?.id.slice(0, 7) ?? '').id).toBe(first?.id)
  expect(() => candidates.find('zzzz')).toThrow(expect.objectContaining({ code: 'not_found' }))
  expect(() => candidates.find('')).toThrow(expect.objectContaining({ code: 'not_found' }))
})

test('a message that comes twice, or in a fork, was said once', async () => {
  const candidates = openCandidates({ directory: temporaryDirectory() })
  await candidates.note(statement('I prefer tabs.'), 'c1')
  await candidates.note(statement('I prefer tabs.'), 'c1')
  await candidates.note(statement('I prefer tabs.', { message: 'copied' }), 'fork')
  await candidates.note(statement('I prefer tabs.', { time: at(2) }), 'c1')
  expect(candidates.list()[0]?.said).toHaveLength(1)
})

test('what the agent said and what the person said are two', async () => {
  const candidates = openCandidates({ directory: temporaryDirectory() })
  await candidates.note(statement('Staging is in Frankfurt', { origin: 'agent' }), 'c1')
  await candidates.note(statement('Staging is in Frankfurt'), 'c1')
  expect(
    candidates
      .list()
      .map(({ origin }) => origin)
      .sort(),
  ).toEqual(['agent', 'user'])
})

test('what was refused does not come back, in whatever case; its text is not kept for that', async () => {
  const directory = temporaryDirectory()
  const candidates = openCandidates({ directory })
  const noted = await candidates.note(statement('I prefer tabs.'), 'c1')
  if (!noted) throw new Error('not noted')
  await candidates.refuse(noted)
  expect(await candidates.note(statement('i PREFER tabs'), 'c2')).toBeUndefined()
  expect([candidates.list(), candidates.isRefused('I prefer tabs')]).toEqual([[], true])
  expect(readFileSync(join(directory, REFUSED_FILE), 'utf8')).not.toContain('tabs')
  const isRefused = candidates.readRefused()
  await candidates.unsettle('i prefer tabs')
  // Read once, however many are asked about.
  expect(['I prefer tabs', 'I prefer tea'].map(isRefused)).toEqual([true, false])
  expect(candidates.isRefused('I prefer tabs')).toBe(false)
})

test('so many refusals are kept; the oldest go', async () => {
  const directory = temporaryDirectory()
  const candidates = openCandidates({ directory })
  const prints = Array.from({ length: MOST_REFUSED }, (_, i) => i.toString(16).padStart(10, '0'))
  const texts = Object.fromEntries(prints.map((print, i) => [print, i === 7 ? '2020' : '2026']))
  writeFileSync(join(directory, REFUSED_FILE), JSON.stringify({ v: 1, texts }))
  const other = await candidates.note(statement('I prefer spaces.'), 'c1')
  if (!other) throw new Error('not noted')
  await candidates.refuse(other)
  const kept = JSON.parse(readFileSync(join(directory, REFUSED_FILE), 'utf8')) as { texts: object }
  expect([Object.keys(kept.texts).length, candidates.isRefused('I prefer spaces')]).toEqual([
    MOST_REFUSED,
    true,
  ])
  expect(Object.keys(kept.texts)).not.toContain(prints[7])
})

test('secrets are cut out, and files that are damaged or no candidates are passed over', async () => {
  const directory = temporaryDirectory()
  const candidates = openCandidates({ directory })
  mkdirSync(directory, { recursive: true })
  const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
  await candidates.note(statement(`The token is ${token}`), 'c1')
  writeFileSync(join(directory, 'torn.json'), '{"v":1,')
  writeFileSync(join(directory, 'other.json'), '{"v":2}')
  writeFileSync(join(directory, 'empty.json'), '{"v":1,"said":[],"proposal":{"content":"x"}}')
  expect(candidates.list()).toHaveLength(1)
  expect(JSON.stringify(candidates.list())).not.toContain(token)
})

test('there are at most so many: those that were not said for the longest time go', async () => {
  const directory = temporaryDirectory()
  const candidates = openCandidates({ directory })
  await candidates.note(statement('the oldest', { time: at(1) }), 'c1')
  await candidates.note(statement('old, but said again', { time: at(1) }), 'c1')
  await candidates.note(statement('old, but said again', { time: at(20), message: 'm2' }), 'c2')
  const [template] = candidates.list()
  for (let i = 2; i < MOST_CANDIDATES; i++)
    writeFileSync(
      join(directory, `x${i}.json`),
      JSON.stringify({
        v: 1,
        ...template,
        id: `x${i}`,
        proposal: { ...template?.proposal, content: `number ${i}` },
        said: [{ conversation: 'c', message: 'm', time: at(10), quote: 'q' }],
      }),
    )
  await candidates.note(statement('the newest', { time: at(21) }), 'c3')
  const left = candidates.list().map(({ proposal }) => proposal.content)
  expect([left.length, left.includes('the oldest'), left.includes('old, but said again')]).toEqual([
    MOST_CANDIDATES,
    false,
    true,
  ])
  expect(left).toContain('the newest')
})

test('a candidate is confirmed in three conversations, on two days, by the person', () => {
  const said = (...times: [string, number][]) =>
    times.map(([conversation, day]) => ({ conversation, message: 'm', time: at(day), quote: 'q' }))
  const of = (origin: 'user' | 'agent', ...times: [string, number][]) =>
    isConfirmed({ origin, said: said(...times) })
  expect(of('user', ['a', 1], ['b', 1], ['c', 2])).toBe(true)
  expect(of('user', ['a', 1], ['b', 1], ['c', 1])).toBe(false)
  expect(of('user', ['a', 1], ['b', 2], ['b', 3])).toBe(false)
  expect(of('agent', ['a', 1], ['b', 1], ['c', 2])).toBe(false)
})
