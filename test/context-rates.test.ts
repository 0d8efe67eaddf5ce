// Long conversations with providers that count 3, 3.5 and 4 bytes per token: what the levels do, what the summariser is
// given, and what the receipts say.
import { describe, expect, it } from 'vitest'
import type { Receipt } from '../src/agent/compact/context-state.ts'
import { receiptNotice } from '../src/agent/context-notice.ts'
import {
  type ConversationContext,
  conversationContext,
} from '../src/agent/conversation/conversation-context.ts'
import { staticSection } from '../src/agent/loop/prompt-section.ts'
import { QueryEngine } from '../src/agent/loop/query-engine.ts'
import { createSystemPrompt } from '../src/agent/loop/system-prompt.ts'
import { DEFINITIONS, type SettingKey } from '../src/base/settings/definitions.ts'
import type { Settings } from '../src/base/settings/settings.ts'
import { inputTokens } from '../src/base/values/usage.ts'
import { FakeModel } from './support/published/fake-model.ts'
import { fakeTool } from './support/published/fake-tools.ts'
import { PromptCache } from './support/published/prompt-cache.ts'
import type { ReplyLike } from './support/published/reply.ts'
import { seededRandom } from './support/random-conversation.ts'

const WINDOW = 200_000
const TURNS = 20

interface Options {
  /** Bytes that the provider takes for a token. */
  rate: number
  /** A model may write summaries. */
  summarises: boolean
}

async function converse({ rate, summarises }: Options) {
  const random = seededRandom(5)
  const words = (bytes: number) =>
    Array.from({ length: Math.ceil(bytes / 8) }, () => Math.floor(random() * 9e6 + 1e6)).join(' ')
  const bytesSent: { summary: boolean; bytes: number; last: number }[] = []
  let read = 0
  const reply = (request: { messages: readonly unknown[] }): ReplyLike => {
    const last = JSON.stringify(request.messages.at(-1))
    const summary = last.includes('Write the record by which')
    bytesSent.push({ summary, bytes: JSON.stringify(request.messages).length, last: last.length })
    if (summary) return '# State\nThe parts before this one are done.'
    if (read++ % 3 === 0) return { say: [{ tool: 'Read', input: { value: `part ${read}` } }] }
    return { say: [{ text: words(28_000) }] }
  }
  const model = new FakeModel(reply, { window: WINDOW, maxOutput: 32_000, cache: new PromptCache(rate) })
  const clock = { now: () => new Date(Date.parse('2026-11-01T08:00:00Z')) }
  const tools = [fakeTool({ name: 'Agent', run: () => ({ content: '' }) })]
  tools.push(fakeTool({ name: 'Read', run: () => ({ content: words(18_000) }) }))
  const get = (key: SettingKey) => DEFINITIONS[key].default
  const hooks = async () => ({})
  const window: ConversationContext = conversationContext({
    plan: { cwd: '/', model, skills: [] },
    ...{ settings: { get } as unknown as Settings, clock, hooks, saved: {}, log: { append() {} } },
    summariser: () => (summarises ? model : undefined),
    query: () => query,
    tools: () => tools,
    onCompacted() {},
  })
  const query: QueryEngine = new QueryEngine({
    ...{ model, tools, cwd: '/', clock, hooks },
    system: createSystemPrompt({ sections: [staticSection('s', 'Be good. '.repeat(2_000))] }),
    prepare: window.prepare,
    edit: () => window.state.edit(tools),
    takeNotices: window.takeNotices,
    recover: (error, signal) => window.control.recover(error, signal),
    afterResponse: (response) => window.state.afterResponse(response),
  })
  const lines: string[] = []
  const most: number[] = []
  let told = 0
  for (let turn = 1; turn <= TURNS; turn++) {
    for await (const event of query.submit(`Turn ${turn}: ${words(2_400)}`))
      if (event.type === 'end' && event.reason !== 'done') lines.push(`${turn}: ended, ${event.reason}`)
    const used = query.messages.flatMap(({ usage }) => (usage ? [inputTokens(usage)] : []))
    most.push(...used)
    for (const receipt of window.state.receipts.slice(told)) lines.push(`${turn}: ${line(receipt)}`)
    told = window.state.receipts.length
  }
  const snipped = window.state.snip(20_000)
  if (snipped) lines.push(`by hand: ${line(snipped)}`)
  return { lines, receipts: window.state.receipts, bytesSent, most: Math.max(...most), model }
}

const line = (receipt: Receipt) =>
  `${receipt.reason}, ${receipt.counted}, freed ${receipt.freed}: ${receiptNotice(receipt).en}`

describe.each([3, 3.5, 4])('a long conversation at %d bytes per token', (rate) => {
  it('has receipts that add up, whoever summarises', async () => {
    const lines: string[] = []
    for (const summarises of [true, false]) {
      const run = await converse({ rate, summarises })
      lines.push(summarises ? 'with a summariser' : 'without one', ...run.lines)
      expect(run.receipts.length).toBeGreaterThan(1)
      for (const { counted, freed, before, after } of run.receipts) {
        expect([counted, freed]).toEqual(['measured', before - after])
        expect(Math.min(freed, after)).toBeGreaterThan(0)
      }
      // The window is used, and never left.
      expect(run.most).toBeGreaterThan(0.75 * WINDOW)
      expect(run.most).toBeLessThan(0.9 * WINDOW)
      // What fits is read whole by the summariser: the request before, and the task.
      for (const [at, { summary, bytes, last }] of run.bytesSent.entries())
        if (summary) expect(bytes - last).toBeGreaterThan(run.bytesSent[at - 1]?.bytes ?? 0)
    }
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`golden/context-rate-${rate}.txt`)
  })
})
