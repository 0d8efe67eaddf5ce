import { expect, it } from 'vitest'
import { MemdirError } from '../../lib/errors.ts'
import { verbatim } from '../../messages/message.ts'
import { retrying } from './retrying-index.ts'
import type { VectorIndex } from './vector-index.ts'

it('a store that was closed is not asked again: whoever gave up waits for nothing', async () => {
  let calls = 0
  const busy = {
    settles: 'at once',
    count: async () => {
      calls++
      throw new MemdirError('unavailable', verbatim('busy'), { details: { retryable: true } })
    },
    close: async () => {},
  } as unknown as VectorIndex
  const index = retrying(busy, { store: 'Test', retries: 3, pauseMs: 1 })
  await expect(index.count()).rejects.toThrow('busy')
  expect(calls).toBe(4)
  await index.close()
  await expect(index.count()).rejects.toThrow('busy')
  expect(calls).toBe(5)
})
