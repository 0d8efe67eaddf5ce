import { expect, it } from 'vitest'
import type { ProjectContext } from '../../search/project-context.ts'
import { conversationExtraction } from './conversation-extraction.ts'

it('a last extraction that fails at once is left to the worker', async () => {
  // Loaded before: a wait for the disk is none for extraction.
  await Promise.all([import('../../learn/open-extraction.ts'), import('./fork-extractor.ts')])
  const context = {
    location: { memory: '/nowhere' },
    settings: {
      get() {
        throw new Error('settings that cannot be read')
      },
    },
  } as unknown as ProjectContext
  const happened: string[] = []
  const extraction = conversationExtraction(context, {
    ...{ id: 'c', unattended: false, messages: () => [] },
    forkPoint: () => Promise.reject(new Error('no fork')),
    model: () => {
      throw new Error('no model')
    },
    onDone: () => happened.push('done'),
    onGivenUp: () => 0,
    onProblem: () => happened.push('problem'),
    spool: async () => {
      happened.push('spooled')
      return { drop: () => happened.push('dropped') }
    },
    startWorker: () => happened.push('worker'),
  })
  await extraction.end({ onWait: () => happened.push('waited') })
  expect(happened).toEqual(['problem', 'spooled', 'worker'])
})
