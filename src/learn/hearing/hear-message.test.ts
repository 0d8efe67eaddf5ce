import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { heardHome } from '../../../test/heard-home.ts'
import type { SaidMessage } from '../extract/proposal.ts'
import { hearMessage } from './hear-message.ts'
import { openJudges } from './judge-units.ts'
import { openHearing } from './open-hearing.ts'

/** A Wednesday. */
const TIME = '2026-11-18T12:00:00.000Z'
const hear = openHearing(heardHome())

function said(text: string, id = 'm1'): SaidMessage {
  return { id, role: 'user', text, time: TIME }
}

const kept = async (text: string, before: SaidMessage[] = []) => {
  const { written, candidates } = await hear(said(text), before)
  return [...written, ...candidates].map(({ content }) => content)
}

describe('what is heard', () => {
  it.each([
    ['From now on, always run pnpm test before you commit.', /run pnpm test before you commit/],
    ['Remember that the staging database is read-only on Sundays.', /^The staging database is read-only/],
    ['stop summarising at the end of every answer, I can read the diff', /^Stop summarising/],
    ['以后提交信息都用英文写。', /提交信息都用英文写/],
    ['别 mock 数据库', /别 mock 数据库/],
    ['支付这块归老王管', /支付这块归老王管/],
  ])('%s', async (text, expected) => {
    expect((await kept(text)).join('\n')).toMatch(expected)
  })

  it('is written at once where it is plainly standing, with the words as they stand', async () => {
    const text = 'Fix it.  And by the way, from now on always squash before you merge!'
    const { written } = await hear(said(text), [])
    expect(written).toMatchObject([{ reason: 'instruction', message: 'm1' }])
    expect(text).toContain(written[0]?.quote)
    expect(written[0]?.content).not.toMatch(/^(?:And )?by the way/i)
  })

  it('takes the points of a list that the person asks to remember, and not what follows it', async () => {
    const text =
      'Please remember:\n- the API allows ten requests a second\n- deploys happen on Tuesdays\n\nNow fix the parser.'
    expect(await kept(text)).toEqual(['The API allows ten requests a second', 'Deploys happen on Tuesdays'])
  })

  it('takes what was said before where the person says only "remember that"', async () => {
    const before = said('The invoices table is append-only.', 'm0')
    const { written } = await hear(said('Remember that.'), [before])
    expect(written).toMatchObject([{ content: 'The invoices table is append-only', message: 'm0' }])
  })

  it('asks what is worth keeping of what is only pointed at', async () => {
    expect(await hear(said('remember this PR list'), [])).toEqual({
      written: [],
      candidates: [],
      asked: ['remember this PR list'],
    })
    expect((await hear(said('记住本周的 PR 列表'), [])).asked).toHaveLength(1)
  })
})

describe('what is nothing', () => {
  it.each([
    'commit and push',
    'Fix the dialog, and remember to close the modal',
    'why is it committing the offset before the write?',
    'thanks, that looks great!',
    '这里为什么总是要加锁',
    '谢谢，做得很好！周末愉快。',
    '> Always squash commits\n\nis this right?',
    '```\nAlways use tabs in here\n```\nfix it',
  ])('%s', async (text) => {
    expect(await kept(text)).toEqual([])
  })

  it('what the assistant says', async () => {
    const heard = await hear({ ...said('From now on, always run pnpm test.'), role: 'assistant' }, [])
    expect(heard).toEqual({ written: [], candidates: [], asked: [] })
  })
})

describe('a day', () => {
  it('ends a deadline a week later', async () => {
    const { written } = await hear(said('The code freeze starts Thursday.'), [])
    expect(written).toMatchObject([
      { content: 'The code freeze starts Thursday (2026-11-19)', expires: '2026-11-26T23:59:59.000Z' },
    ])
  })

  it.each(['The release freeze starts every Friday at noon.', '每周五封版，之后不合并代码'])(
    'that recurs ends nothing: %s',
    async (text) => {
      const { written, candidates } = await hear(said(text), [])
      for (const one of [...written, ...candidates]) expect(one).not.toHaveProperty('expires')
    },
  )
})

it('whatever is typed, what is heard is quoted from it, on one line', async () => {
  const ear = {
    judges: openJudges(),
    vectorsOf: async (texts: readonly string[]) => texts.map(() => vector()),
  }
  const vector = () => Float32Array.from({ length: 512 }, (_, at) => Math.sin(at) / 16)
  const words = fc.constantFrom(
    ...'remember that always never from now on I prefer we use 以后 都 用 记住 我 不要 , . ? ! : " ( ) \n - > ``` the this is at https://a.example/x by Friday 周四 截止 。 ，'.split(
      ' ',
    ),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(words, { maxLength: 60 }), async (parts) => {
      const text = parts.join(' ')
      const { written, candidates } = await hearMessage(said(text), [], ear)
      for (const { content, quote } of [...written, ...candidates]) {
        expect(text).toContain(quote)
        expect(quote.length).toBeLessThanOrEqual(500)
        expect(content).not.toMatch(/\n/)
      }
    }),
    { numRuns: 300 },
  )
})
