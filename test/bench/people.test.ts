// The figures of `npm run bench -- people`, by hand on a few prompts.
import { expect, it } from 'vitest'
import { scorePeople } from '../../bench/people/score-people.mjs'

const prompt = (kind: string, relevant: string[], also: string[] = []) => ({
  kind,
  lang: 'en',
  relevant,
  also,
})
const hits = (...ids: string[]) => ids.map((id) => ({ id }))

it('counts what is reached against all that is wrong, in full or in a line', () => {
  const asked = [
    { prompt: prompt('order', ['a'], ['z']), attached: hits('a', 'z', 'x'), lines: [] },
    { prompt: prompt('order', ['a', 'b']), attached: [], lines: hits('x', 'b') },
    { prompt: prompt('order', ['a']), attached: hits('x'), lines: hits('y') },
    { prompt: prompt('order', ['a']), attached: [], lines: [] },
    { prompt: prompt('order', [], ['z']), attached: hits('z'), lines: hits('x', 'y') },
    { prompt: prompt('talk', []), attached: hits('x'), lines: [] },
    { prompt: prompt('talk', []), attached: [], lines: [] },
  ]
  const { all, kind } = scorePeople(asked)
  expect(all).toEqual({ n: 7, reached: 50, attached: 25, riders: 1, false: 33.33, noise: 1, anything: 66.67 })
  expect(kind.order).toMatchObject({ n: 5, false: 0, noise: 2, anything: 100 })
  expect(kind.talk).toEqual({
    n: 2,
    reached: null,
    attached: null,
    riders: null,
    false: 50,
    noise: 0.5,
    anything: 50,
  })
})
