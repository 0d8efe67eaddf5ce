import { readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import { keepPrompt, readPrompts, removeOldPrompts } from './typed-prompts.ts'

const textsOf = (state: string, conversation = 'c1') =>
  readPrompts(state, conversation).map(({ text }) => text)

it('are kept by conversation, in order, for their owner alone, and without secrets', async () => {
  const state = temporaryDirectory()
  await keepPrompt(state, { conversation: 'c1', id: 'm1', text: 'From now on, use pnpm.' })
  await keepPrompt(state, { conversation: 'c1', id: undefined, text: '以后用 pnpm' })
  await keepPrompt(state, { conversation: '../c2', id: 'm1', text: `key ghp_${'a1B2'.repeat(9)}` })
  expect(textsOf(state)).toEqual(['From now on, use pnpm.', '以后用 pnpm'])
  expect(readPrompts(state, 'c1').map(({ id }) => id)).toEqual(['m1', expect.stringMatching(/./)])
  // Nothing is learnt from what was typed with a secret: not even its words are kept.
  expect(readPrompts(state, '../c2')).toMatchObject([{ text: '', secrets: [expect.stringMatching(/\S/)] }])
  const directory = join(state, 'prompts')
  expect(readdirSync(directory).map((name) => statSync(join(directory, name)).mode & 0o777)).toEqual([
    0o600, 0o600,
  ])
})

it('are the words without the quotation marks that opencode puts around them', async () => {
  const state = temporaryDirectory()
  await keepPrompt(state, { conversation: 'c1', id: 'm1', text: '"say \\"hello\\" first"\n' })
  expect(textsOf(state)).toEqual(['say "hello" first'])
})

it('of a long one both ends, and of many the newest', async () => {
  const state = temporaryDirectory()
  for (let n = 0; n < 80; n++)
    await keepPrompt(state, {
      conversation: 'c1',
      id: `m${n}`,
      text: `first ${n} ${'word '.repeat(2_000)}last`,
    })
  const kept = readPrompts(state, 'c1')
  expect(kept.at(-1)).toMatchObject({ id: 'm79', text: expect.stringMatching(/^first 79 .*last$/s) })
  expect(kept.every(({ text }) => text.length <= 8_001)).toBe(true)
  expect(kept.length).toBeLessThan(60)
})

it('are gone a month after the last one', async () => {
  const state = temporaryDirectory()
  const directory = join(state, 'prompts')
  await keepPrompt(state, { conversation: 'old', id: 'm1', text: 'hello there' })
  for (const name of readdirSync(directory)) utimesSync(join(directory, name), 1, 1)
  await keepPrompt(state, { conversation: 'new', id: 'm1', text: 'hello again' })
  expect(removeOldPrompts(state, new Date())).toBe(1)
  expect([textsOf(state, 'old'), textsOf(state, 'new')]).toEqual([[], ['hello again']])
})
