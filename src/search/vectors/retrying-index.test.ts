import { expect, it } from 'vitest'
import { verbatim } from '../../base/messages/message.ts'
import { MemdirError } from '../../base/values/errors.ts'
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

it.each(['count', 'put', 'get', 'nearest', 'remove', 'describe', 'drop'] as const)(
  'a store that never answers %s is given up, and not asked a second time',
  async (call) => {
    let calls = 0
    const never = () => {
      calls++
      return new Promise<never>(() => {})
    }
    const index = retrying({ settles: 'at once', [call]: never } as unknown as VectorIndex, {
      store: 'Test',
      answerMs: 30,
    })
    const asked = index[call] as (model: string, given: unknown) => Promise<unknown>
    const query = { vector: new Float32Array(2), limit: 1 }
    await expect(asked('m', call === 'nearest' ? query : [])).rejects.toMatchObject({
      message: 'Test did not answer in time.',
      details: { down: true },
    })
    expect(calls).toBe(1)
  },
)

it('a store is given longer for more entries', async () => {
  const slow = { settles: 'at once', put: () => new Promise((done) => setTimeout(done, 150)) }
  const index = retrying(slow as unknown as VectorIndex, { store: 'Test', answerMs: 20 })
  await expect(index.put('m', new Array(20).fill({}))).resolves.toBeUndefined()
  await expect(index.put('m', [])).rejects.toThrow('did not answer in time')
})
