import { afterEach, expect, test } from 'vitest'
import { putVectors, testDocument } from '../../../test/support/published/test-document.ts'
import { closeSearchStore, searchStoreIn } from './catalog-files.ts'
import { nearFilePairs } from './near-file-pairs.ts'

const store = searchStoreIn()
afterEach(() => closeSearchStore(store))

const EMBEDDERS = [
  { model: 'english', languages: ['en'] },
  { model: 'chinese', languages: ['zh'] },
] as const

test('pairs are found by their stored vectors, each once, nearest first, within one language and time', async () => {
  store.text.upsert([
    testDocument('a', 'Deploys go out on Tuesdays.'),
    testDocument('b', 'Tuesday is when we deploy.'),
    testDocument('c', 'We release on Tuesdays, as a rule.'),
    testDocument('far', 'Use tabs.'),
    testDocument('old', 'Deploys went out on Tuesdays.', { expires: 50 }),
    testDocument('zh', '周二部署新版本。'),
    testDocument('zh2', '每周二发布新版本。'),
  ])
  const near = { a: [[1, 0, 0, 0]], b: [[1, 0.1, 0, 0]], c: [[1, 0.4, 0, 0]], far: [[0, 0, 1, 0]] }
  await putVectors(store, 'english', {
    ...near,
    old: [[1, 0, 0, 0]],
    zh: [[1, 0, 0, 0]],
    zh2: [[0, 1, 0, 0]],
  })
  await putVectors(store, 'chinese', { zh: [[1, 0, 0, 0]], zh2: [[1, 0.05, 0, 0]], a: [[0, 0, 0, 0]] })
  const find = (options: Partial<Parameters<typeof nearFilePairs>[2]>) =>
    nearFilePairs(store, EMBEDDERS, { atLeast: 0.98, now: 100, ...options })
  const files = ({ pairs }: Awaited<ReturnType<typeof find>>) => pairs.map((pair) => pair.files)
  const found = await find({})
  expect(found.compared.toSorted()).toEqual(['a', 'b', 'c', 'far', 'zh', 'zh2'])
  expect(found.model).toBe('english chinese')
  expect(files(found)).toEqual([
    ['zh', 'zh2'],
    ['a', 'b'],
  ])
  expect(files(await find({ atLeast: 0.9, of: ['c'] }))).toEqual([
    ['b', 'c'],
    ['a', 'c'],
  ])
  expect(await find({ deadline: 0 })).toMatchObject({ pairs: [], compared: [] })
  store.text.upsert([testDocument('late', 'Embedded some other time.')])
  expect(await find({ of: ['late', 'far'] })).toMatchObject({ pairs: [], compared: ['far'] })
})
