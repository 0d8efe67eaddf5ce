import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TranscriptMessage } from '../transcript-message.ts'
import { judgeTyped, typedTexts } from '../typed-messages.ts'
import { agreeWithHook, promptMark } from './seen-by-hook.ts'

const BEFORE = '2026-11-18T09:00:00.000Z'
const SINCE = '2026-11-18T10:00:00.000Z'
const AFTER = '2026-11-18T11:00:00.000Z'

const user = (text: string, time = AFTER, more: Partial<TranscriptMessage> = {}): TranscriptMessage => ({
  ...{ id: text, parent: null, role: 'user', time, content: [{ type: 'text', text }] },
  ...more,
})
/** Each at the moment at which `user` puts it. */
const seen = (...texts: string[]) => ({
  since: SINCE,
  times: new Map(texts.map((text) => [promptMark(text), [Date.parse(AFTER)]])),
})
const typed = (messages: TranscriptMessage[], ...texts: string[]) =>
  typedTexts(agreeWithHook(messages, seen(...texts)))

describe('what the hook saw', () => {
  it('counts where the log agrees, and nothing else does', () => {
    expect(typed([user('use tabs'), user('use spaces')], 'use tabs')).toEqual(['use tabs'])
    expect(typed([], 'use tabs')).toEqual([])
    const [message] = agreeWithHook([user('use spaces')], seen('use tabs'))
    expect(message && judgeTyped(message)).toEqual({ typed: false, why: 'unseen' })
  })

  it('decides nothing where the hook was never called, or not yet', () => {
    const messages = [user('use tabs', BEFORE), user('use spaces')]
    expect(typedTexts(agreeWithHook(messages, { since: undefined, times: new Map() }))).toHaveLength(2)
    expect(typed(messages)).toEqual(['use tabs'])
  })

  it('is asked for of a message that says that it is from before, behind one that came later', () => {
    const messages = [user('use tabs', BEFORE), user('fix it'), user('use spaces', BEFORE)]
    expect(typed(messages, 'fix it')).toEqual(['use tabs', 'fix it'])
    expect(typed([user('', ''), ...messages], 'fix it')).toEqual(['use tabs', 'fix it'])
  })

  it('is asked for of a message without a time', () => {
    expect(typed([user('use tabs', '')])).toEqual([])
    // No client that calls the hook writes one; at another day it would be said again.
    expect(typed([user('use tabs', '')], 'use tabs')).toEqual([])
  })

  it('makes nobody’s words typed: what the log contradicts stays so', () => {
    const sent = user('use tabs', AFTER, { meta: 'sent' })
    expect(typed([sent, user('<inbox>use tabs</inbox>')], 'use tabs', '<inbox>use tabs</inbox>')).toEqual([])
  })

  it('is found whatever the log joins it with, and however it breaks lines', () => {
    const two: TranscriptMessage['content'] = [
      { type: 'text', text: 'what a program adds' },
      { type: 'text', text: 'use\r\ntabs ' },
    ]
    expect(typed([user('', AFTER, { content: two })], 'use tabs')).toEqual(['use\r\ntabs'])
  })

  it('is no part of another message: a line of what was typed may say the opposite', () => {
    expect(typed([user('use tabs')], 'do not\nuse tabs')).toEqual([])
  })

  it('counts in a fork, in a message that was written again and in one that was edited', () => {
    const copied = [user('use tabs'), { ...user('use tabs'), id: 'again' }, user('use tabs, two wide')]
    expect(typed(copied, 'use tabs', 'use tabs, two wide')).toHaveLength(3)
  })

  it('counts once for each time that it was seen: the same words at another time are a replay', () => {
    const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 10, 18, hour, minute)).toISOString()
    const times = (...seenAt: string[]) => ({
      since: SINCE,
      times: new Map([[promptMark('use tabs'), seenAt.map((time) => Date.parse(time))]]),
    })
    const agreed = (log: string[], ...seenAt: string[]) =>
      agreeWithHook(
        log.map((time) => user('use tabs', time)),
        times(...seenAt),
      ).flatMap((message) => (judgeTyped(message).typed ? [message.time] : []))
    expect(agreed([at(11), at(35), at(59)], at(11))).toEqual([at(11)])
    expect(agreed([at(35)], at(11))).toEqual([])
    expect(agreed([at(11), at(12)], at(11))).toEqual([at(11)])
    expect(agreed([at(11), at(12)], at(11), at(12))).toEqual([at(11), at(12)])
    // A fork repeats it with its time; a turn that was running keeps it waiting; another hook was slow.
    expect(agreed([at(11), at(11)], at(11))).toEqual([at(11), at(11)])
    expect(agreed([at(15)], at(11))).toEqual([at(15)])
    expect(agreed([at(10, 55)], at(11))).toEqual([at(10, 55)])
    expect(agreed([at(10, 45)], at(11))).toEqual([])
  })

  it('never adds to what the log alone says', () => {
    const text = fc.constantFrom('use tabs', 'use spaces', '<inbox>x</inbox>', '/compact', 'fix it')
    const message = fc.record({ text, time: fc.constantFrom(BEFORE, AFTER, ''), sent: fc.boolean() })
    fc.assert(
      fc.property(fc.array(message), fc.array(text), (list, marks) => {
        const messages = list.map((one) => user(one.text, one.time, one.sent ? { meta: 'sent' } : {}))
        const alone = typedTexts(messages)
        for (const one of typed(messages, ...marks)) expect(alone).toContain(one)
      }),
    )
  })
})
