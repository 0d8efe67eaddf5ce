import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { mapBounded } from './map-bounded.ts'

test('keeps the order, and no more than the bound under way', async () => {
  let running = 0
  let most = 0
  const items = Array.from({ length: 40 }, (_, n) => n)
  const doubled = await mapBounded(items, 4, async (n) => {
    most = Math.max(most, ++running)
    await wait((n * 7) % 5)
    running--
    return n * 2
  })
  expect(doubled).toEqual(items.map((n) => n * 2))
  expect(most).toBe(4)
  expect(await mapBounded([], 4, async () => 1)).toEqual([])
})

test('fails as its work fails', async () => {
  const failing = mapBounded([1, 2, 3], 2, async (n) => {
    if (n === 2) throw new Error('two')
  })
  await expect(failing).rejects.toThrow('two')
})
