import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeEmbedder, fakeEmbedders } from '../../../test/support/published/fake-embedders.ts'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { embedQuestions } from './question-vectors.ts'

const QUESTIONS = ['Which port is it?', 'Who broke the build?', 'Which port is it?']

let directory: string
beforeEach(() => {
  directory = temporaryDirectory()
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

test('every question has its own vector, in their order, and is asked once for all stores', async () => {
  const embedder = fakeEmbedder('fake', 32)
  const ask = () => embedQuestions(fakeEmbedders(embedder), QUESTIONS, { directory })
  const made = await ask()
  const vectors = await embedder.embed(QUESTIONS, { purpose: 'query' })
  expect(made.map((ofOne) => ofOne.map(({ vector }) => [...vector]))).toEqual(
    vectors.map((one) => [[...one]]),
  )
  embedder.seen.length = 0
  const again = await ask()
  expect(embedder.seen).toEqual([])
  expect(again.map(([one]) => [...one!.vector])).toEqual(made.map(([one]) => [...one!.vector]))
})
