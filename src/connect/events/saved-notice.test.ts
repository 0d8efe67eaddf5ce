// What extraction saved is said once: in its own conversation, or where another one starts.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { addSavedNotice, readSavedNotices } from '../../learn/saved-notices.ts'
import { keepWaiting } from '../../memory/waiting-counts.ts'
import { type Engine, openEngine } from '../engine.ts'
import { savedNotice, waitingNotice } from './hook-notices.ts'

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

const notices = (kind: 'prompt' | 'start', conversation: string) =>
  savedNotice(engine, { kind, conversation }, place.env)

it('is said in its conversation, once', async () => {
  const { state } = engine.location
  addSavedNotice(state, {
    conversation: 'c1',
    files: ['pnpm.md'],
    names: ['Run pnpm test'],
    secrets: ['github-pat'],
  })
  expect(await notices('prompt', 'c2')).toEqual([])
  const [notice] = await notices('prompt', 'c1')
  expect(notice?.text).toContain('saved from what you said: “Run pnpm test” (pnpm.md)')
  expect(notice?.text).toContain('not what you meant? `memdir rm pnpm.md`')
  expect(notice?.text).toContain('github-pat')
  // Until it went out it is said again.
  expect(await notices('prompt', 'c1')).toHaveLength(1)
  await notice?.said()
  expect([await notices('prompt', 'c1'), readSavedNotices(state)]).toEqual([[], []])
})

it('is said at the start of another one where its own did not go on', async () => {
  const { state } = engine.location
  addSavedNotice(state, { conversation: 'c1', files: ['pnpm.md'], names: ['Run pnpm test'], secrets: [] })
  addSavedNotice(state, { conversation: 'c2', files: ['queue.md'], names: ['队列用 Kafka'], secrets: [] })
  const [notice, ...others] = await notices('start', 'c3')
  expect(others).toEqual([])
  expect(notice?.text).toMatch(/pnpm\.md.*queue\.md/s)
  expect(notice?.text).toContain('`memdir rm FILE` removes one')
})

it('that learning has stopped is said the same way, and not on another day', async () => {
  const { state } = engine.location
  const nothing = { conversation: 'c1', files: [], names: [], secrets: [] }
  const said = { en: 'learning stops', zh: '学习停止' }
  addSavedNotice(state, { ...nothing, stopped: { until: '2001-01-01T00:00:00Z', ...said } })
  expect([await notices('prompt', 'c1'), readSavedNotices(state)]).toEqual([[], []])
  addSavedNotice(state, { ...nothing, stopped: { until: '2901-01-01T00:00:00Z', ...said } })
  const [notice] = await notices('prompt', 'c1')
  expect(notice?.text).toBe('learning stops')
})

it('what waits in the inbox is said where a conversation starts, once, and not where that is switched off', async () => {
  const { state } = engine.location
  const counts = { candidates: 2, conflicts: 0, doubles: 0, quarantine: 1, imports: 0, proposals: 0 }
  keepWaiting(state, counts)
  const [notice] = waitingNotice(engine, place.env)
  expect(notice?.text).toBe('waiting for you in `memdir inbox`: perhaps worth keeping 2, held back 1')
  await notice?.said()
  expect(waitingNotice(engine, place.env)).toEqual([])
  keepWaiting(state, { ...counts, candidates: 3 })
  mkdirSync(place.home, { recursive: true })
  writeFileSync(join(place.home, 'settings.json'), JSON.stringify({ inbox: { notices: false } }))
  const off = openEngine({ directory: place.project, env: place.env })
  expect([waitingNotice(off, place.env), waitingNotice(engine, place.env).length]).toEqual([[], 1])
  await off.close()
})
