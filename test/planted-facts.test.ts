// 200 facts in a conversation of 400,000 tokens that is compacted five times by a summariser that keeps next to nothing.
import { expect, it } from 'vitest'
import { compacted } from '../src/agent/compact/compacted.ts'
import { DEFAULT_SETTINGS } from '../src/agent/compact/context-settings.ts'
import { type ContextState, NEW_STATE, type Receipt } from '../src/agent/compact/context-state.ts'
import { retrieve, searchDropped } from '../src/agent/compact/retrieve.ts'
import { messageBytes, sumBytes } from '../src/agent/compact/sizes.ts'
import { type Block, text, textOf } from '../src/models/content.ts'
import type { TranscriptMessage } from '../src/models/transcript-message.ts'
import { seededRandom } from './support/random-conversation.ts'

const FACTS = 200
const COMPACTIONS = 5
const TOKENS = 400_000
const START = Date.parse('2026-11-01T08:00:00Z')

type Kind = 'instruction' | 'decision' | 'todo' | 'failure' | 'command' | 'identifier' | 'path'

/** What is said, who says it, and what must be found again. */
const PLANTS: Record<Kind, (n: number) => { by: 'user' | 'assistant' | 'call'; said: string; key: string }> =
  {
    instruction: (n) => ({
      by: 'user',
      said: `Always write module ${n} with tabs.`,
      key: `module ${n} with tabs`,
    }),
    decision: (n) => ({
      by: 'assistant',
      said: `We decided to keep queue ${n} in memory.`,
      key: `keep queue ${n} in memory`,
    }),
    todo: (n) => ({
      by: 'assistant',
      said: `TODO: rename the flag number ${n}.`,
      key: `rename the flag number ${n}`,
    }),
    failure: (n) => ({
      by: 'assistant',
      said: `Caching layer ${n} did not work.`,
      key: `caching layer ${n} did not work`,
    }),
    command: (n) => ({
      by: 'call',
      said: `npm run build:part-${n} -- --strict`,
      key: `build:part-${n} -- --strict`,
    }),
    identifier: (n) => ({
      by: 'user',
      said: `The ticket of this part is SHOP-${4000 + n}.`,
      key: `SHOP-${4000 + n}`,
    }),
    path: (n) => ({
      by: 'assistant',
      said: `The settings are in config/env/part-${n}.yaml here.`,
      key: `config/env/part-${n}.yaml`,
    }),
  }

it('what must survive is there or can be had again after five compactions', async () => {
  const random = seededRandom(7)
  const log = new Map<string, TranscriptMessage>()
  let history: TranscriptMessage[] = []
  let state: ContextState = NEW_STATE
  const receipts: Receipt[] = []
  let clock = START
  let said = 0
  const add = (role: 'user' | 'assistant', content: Block[]) => {
    clock += 1_000
    const time = new Date(clock).toISOString()
    const message: TranscriptMessage = { id: `m${log.size}`, parent: null, role, time, content }
    log.set(message.id, message)
    history.push(message)
    said += messageBytes(message) / 3
  }
  const filler = (tokens: number) =>
    Array.from({ length: Math.ceil((tokens * 3) / 6) }, () => `w${Math.floor(random() * 9_000)}`).join(' ')
  const compact = () => {
    const done = compacted(
      { messages: history, state, settings: { ...DEFAULT_SETTINGS, overheadBytes: 60_000 }, now: clock },
      history,
      { level: 'full', reason: 'threshold', dropped: history, tail: [], summary: '# State\nWork goes on.' },
    )
    if (done.status !== 'compacted') throw new Error('nothing was freed')
    history = [...done.messages]
    state = done.state
    receipts.push(done.receipt)
  }
  const kinds = Object.keys(PLANTS) as Kind[]
  const plants = Array.from({ length: FACTS }, (_, n) => {
    const kind = kinds[n % kinds.length] as Kind
    return { kind, ...PLANTS[kind](n) }
  })
  for (const [n, { by, said: fact }] of plants.entries()) {
    const share = TOKENS / FACTS
    add('user', [text(by === 'user' ? `${fact} ${filler(40)}` : filler(40))])
    const inputJson = JSON.stringify({ command: by === 'call' ? fact : `cat part-${n}` })
    add('assistant', [
      text(by === 'assistant' ? `${filler(30)}. ${fact} ${filler(20)}` : filler(50)),
      { type: 'tool_use', id: `t${n}`, name: 'Bash', inputJson },
    ])
    add('user', [{ type: 'tool_result', toolUseId: `t${n}`, content: [text(filler(share - 150))] }])
    add('assistant', [text(filler(30))])
    if ((n + 1) % (FACTS / COMPACTIONS) === 0) compact()
  }
  expect(said).toBeGreaterThan(0.9 * TOKENS)
  expect(receipts).toHaveLength(COMPACTIONS)

  const sight = history.map(textOf).join('\n').toLowerCase()
  const present = plants.filter(({ key }) => sight.includes(key.toLowerCase()))
  const originals = async (ids: readonly string[]) => ids.flatMap((id) => log.get(id) ?? [])
  const found = []
  for (const { key } of plants) {
    const hit =
      sight.includes(key.toLowerCase()) || (await searchDropped({ receipts, originals }, key)).length > 0
    if (hit) found.push(key)
  }
  expect(found.length / FACTS).toBeGreaterThanOrEqual(0.98)
  // Without looking anything up.
  expect(present.length / FACTS).toBeGreaterThanOrEqual(0.9)
  expect(await retrieve({ receipts, originals }, 'c1')).toContain('w')

  const persons = [...log.values()].filter(
    ({ role, content }) => role === 'user' && content[0]?.type === 'text',
  )
  let budget = 20_000
  const recent = persons.reverse().filter((message) => {
    budget -= messageBytes(message) / 3
    return budget >= 0
  })
  expect(recent.length).toBeGreaterThan(100)
  const whole = new Set(history.map((message) => JSON.stringify(message.content)))
  expect(recent.filter((message) => !whole.has(JSON.stringify(message.content)))).toEqual([])
  expect(20_000 + sumBytes(history) / 3).toBeLessThan(0.45 * DEFAULT_SETTINGS.window)
})
