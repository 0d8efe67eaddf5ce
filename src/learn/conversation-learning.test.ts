import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../test/support/published/temporary-home.ts'
import type { ProjectContext } from '../search/project-context.ts'
import { conversationLearning } from './conversation-learning.ts'
import { spooledFiles } from './worker/spool-files.ts'

let place: TemporaryHome
beforeEach(() => {
  place = temporaryHome()
})
afterEach(() => place.remove())

it('a last extraction that fails at once is left to the worker', async () => {
  // Loaded before: a wait for the disk is none for extraction.
  await Promise.all([import('./extract/open-extraction.ts'), import('./fork-extractor.ts')])
  const state = join(place.home, 'state')
  mkdirSync(state, { recursive: true })
  const happened: string[] = []
  const context = {
    location: { memory: '/nowhere', state },
    settings: {
      get() {
        throw new Error('settings that cannot be read')
      },
    },
    ports: { requestWork: (reason: string) => happened.push(`worker: ${reason}`) },
  } as unknown as ProjectContext
  const learning = conversationLearning(context, {
    ...{ id: 'c', path: '/nowhere/c.jsonl', unattended: false, messages: () => [] },
    loadFork: async () => async () => {},
    onLearnt: () => happened.push('learnt'),
    onNotice: ({ en }) => happened.push(en),
  })
  await learning.end({ onWait: () => happened.push('waited') })
  expect(happened).toEqual([expect.stringContaining('settings that cannot be read'), 'worker: end'])
  expect(spooledFiles(state)).toHaveLength(1)
})
