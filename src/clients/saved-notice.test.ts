// What extraction saved is said once: in its own conversation, or where another one starts.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Engine, openEngine } from '../engine/engine.ts'
import { addSavedNotice, readSavedNotices } from '../extract/saved-notices.ts'
import { type TemporaryHome, temporaryHome } from '../testing/temporary-home.ts'
import { savedNotice } from './hook-notices.ts'

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
  addSavedNotice(state, { conversation: 'c1', files: ['pnpm.md'], secrets: ['github-pat'] })
  expect(await notices('prompt', 'c2')).toEqual([])
  const [notice] = await notices('prompt', 'c1')
  expect(notice?.text).toContain('pnpm.md')
  expect(notice?.text).toContain('github-pat')
  // Until it went out it is said again.
  expect(await notices('prompt', 'c1')).toHaveLength(1)
  await notice?.said()
  expect([await notices('prompt', 'c1'), readSavedNotices(state)]).toEqual([[], []])
})

it('is said at the start of another one where its own did not go on', async () => {
  const { state } = engine.location
  addSavedNotice(state, { conversation: 'c1', files: ['pnpm.md'], secrets: [] })
  addSavedNotice(state, { conversation: 'c2', files: ['queue.md'], secrets: [] })
  const [notice, ...others] = await notices('start', 'c3')
  expect(others).toEqual([])
  expect(notice?.text).toMatch(/pnpm\.md.*queue\.md/s)
})
