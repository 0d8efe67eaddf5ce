import { describe, expect, it } from 'vitest'
import { evaluateWriting, findPromotions } from '../../bench/evaluate/evaluate-writing.mjs'
import type { SetMessage } from '../../bench/evaluate/read-set.mjs'

const message = (text: string, keep?: SetMessage['keep'], at = 1): SetMessage => ({
  id: text,
  text,
  conversation: `c${at}`,
  time: `2026-03-0${at}T10:00:00.000Z`,
  ...(keep && { keep }),
})

describe('evaluateWriting', () => {
  it('counts by message, and maybe neither way', () => {
    const { scores } = evaluateWriting([
      message('Always run the linter before you commit.', 'yes'),
      message('I prefer tabs over spaces.', 'yes'),
      message('The parser is slow today.', 'yes'),
      message('We decided to drop Redis because of its licence.', 'maybe'),
      message('From now on, answer in German.', 'no'),
      message('why does it fail?', 'no'),
      message('thanks', 'no'),
      message('go on', 'no'),
    ])
    expect(scores.n).toBe(8)
    expect(scores.precision).toBeCloseTo(66.67, 1)
    expect(scores.recall).toBeCloseTo(66.67, 1)
    expect(scores.junk).toBe(25)
    expect(scores.written).toBe(25)
    expect(scores.candidates).toBe(25)
    expect(scores.wrong_written).toBe(12.5)
  })

  it('says of what has no label only what is written', () => {
    const { scores } = evaluateWriting([message('Always run the linter before you commit.')])
    expect(scores).toMatchObject({
      n: 1,
      precision: null,
      recall: null,
      junk: null,
      written: 100,
      wrong_written: 0,
    })
  })

  it('finds what recurs in the order of time, once', () => {
    const texts = ['pnpm run check fails', 'run pnpm check', 'pnpm check is red', 'pnpm run check again']
    const messages = texts.map((text, at) => message(text, undefined, at + 1)).toReversed()
    expect(findPromotions(messages)).toMatchObject([
      {
        kind: 'command',
        conversation: 'c3',
        conversations: 3,
        text: 'A command in regular use here: `pnpm check`',
      },
    ])
  })
})
