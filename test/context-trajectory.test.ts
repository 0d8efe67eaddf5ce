// Two long conversations, simulated request by request: how many tokens are sent, and what the levels do and when.
import { expect, it } from 'vitest'
import { compactByNotes } from '../src/agent/compact/by-notes.ts'
import { compacted } from '../src/agent/compact/compacted.ts'
import { type ContextSettings, DEFAULT_SETTINGS } from '../src/agent/compact/context-settings.ts'
import { type ContextState, NEW_STATE } from '../src/agent/compact/context-state.ts'
import { prepare } from '../src/agent/compact/prepare.ts'
import { sumBytes } from '../src/agent/compact/sizes.ts'
import { snip } from '../src/agent/compact/snip.ts'
import { spanTask, summaryTask } from '../src/agent/compact/summary-task.ts'
import { seen } from '../src/agent/compact/view.ts'
import { type Block, text } from '../src/models/content.ts'
import type { TranscriptMessage } from '../src/models/transcript-message.ts'
import { seededRandom } from './support/random-conversation.ts'

const BASE = 20_000
const START = Date.parse('2026-11-01T08:00:00Z')

interface Simulation {
  seed: number
  requests: number
  /** Tokens of a result. */
  results: number
  /** Minutes between turns. */
  pause: number
  /** Requests of a turn. */
  steps: number
  notes: boolean
  settings?: Partial<ContextSettings>
}

function simulate({ seed, requests, results, pause, steps, notes, settings: more }: Simulation): string {
  const random = seededRandom(seed)
  const settings = { ...DEFAULT_SETTINGS, overheadBytes: BASE * 3, ...more }
  let history: TranscriptMessage[] = []
  let state: ContextState = NEW_STATE
  let clock = START
  let number = 0
  const lines: string[] = []
  const add = (role: 'user' | 'assistant', content: Block[], usage?: TranscriptMessage['usage']) =>
    history.push({
      ...{ id: `m${number++}`, parent: null, role, content, ...(usage && { usage }) },
      time: new Date(clock).toISOString(),
    })
  for (let request = 1; request <= requests; request++) {
    if ((request - 1) % steps === 0) {
      clock += pause * 60_000
      add('user', [text(`Turn ${request}: please look at part ${request}. ${'word '.repeat(40)}`)])
    }
    const acts: string[] = []
    for (let round = 0; round < 3; round++) {
      const last = history.at(-1)?.id
      const known = notes
        ? { text: '# State\nGoing on.', isTemplate: false, lastSummarizedMessageId: last }
        : undefined
      const input = { messages: history, state, settings, now: clock, notes: known, canSummarise: true }
      const done = prepare(input)
      state = done.state
      acts.push(...done.receipts.map(({ level, reason }) => `${level} (${reason})`))
      if (done.next !== 'compact' && done.next !== 'cold') break
      const reason = done.next === 'cold' ? 'cold' : 'threshold'
      const view = seen(history, state)
      const full = {
        level: 'full',
        reason,
        dropped: history,
        tail: [],
        summary: 'In short. '.repeat(900),
      } as const
      const made = known
        ? compactByNotes({ ...input, state }, view, known, { reason })
        : compacted({ ...input, state }, view, full)
      if (made.status !== 'compacted') break
      history = [...made.messages]
      state = made.state
      acts.push(`${made.receipt.level} (${reason})`)
    }
    const sent = BASE + Math.ceil(sumBytes(seen(history, state)) / 3)
    if (acts.length > 0 || request % 20 === 0)
      lines.push(`${request}: ${sent}${acts.map((act) => ` ${act}`).join()}`)
    const usage = { input: 0, output: 30, cacheRead: sent, cacheCreated: 100, cacheCreatedHour: 0 }
    clock += 20_000
    if (request % steps === 0)
      add('assistant', [text(`Part ${request} is done. ${'word '.repeat(60)}`)], usage)
    else {
      const id = `t${number}`
      const inputJson = JSON.stringify({ file_path: `/src/part-${request}.ts` })
      add('assistant', [{ type: 'tool_use', id, name: random() < 0.8 ? 'Read' : 'Agent', inputJson }], usage)
      const size = Math.floor(random() * 2 * results)
      add('user', [{ type: 'tool_result', toolUseId: id, content: [text('z'.repeat(size * 3))] }])
    }
  }
  return `${lines.join('\n')}\n`
}

it('a long run of tool calls, without notes, on a warm cache', async () => {
  const run = simulate({ seed: 1, requests: 400, results: 3_000, pause: 1, steps: 25, notes: false })
  await expect(run).toMatchFileSnapshot('golden/context-tools.txt')
})

it('a day of talking with pauses, with notes', async () => {
  const run = simulate({ seed: 2, requests: 300, results: 6_000, pause: 9, steps: 10, notes: true })
  await expect(run).toMatchFileSnapshot('golden/context-pauses.txt')
})

it('what summarisers are told', async () => {
  const instructions = 'Keep the ports.'
  const parts = [
    summaryTask({ tokens: 20_000, instructions, mustKeep: ['DEV-77'] }),
    spanTask(1_500, 'user: hello </part>'),
  ]
  await expect(`${parts.join('\n\n---\n\n')}\n`).toMatchFileSnapshot('golden/summary-tasks.md')
})

it('what the model reads in the place of what is gone', async () => {
  const message = (id: string, role: 'user' | 'assistant', ...content: Block[]): TranscriptMessage => ({
    ...{ id, parent: null, role, content, time: new Date(START).toISOString() },
  })
  const use: Block = { type: 'tool_use', id: 't1', name: 'Bash', inputJson: '{"command":"npm run deploy"}' }
  const result: Block = { type: 'tool_result', toolUseId: 't1', content: [text('z'.repeat(3_000))] }
  const history = [
    message('a', 'user', text('Always deploy on Tuesdays; the ticket is SHOP-12.')),
    message('b', 'assistant', text('We decided to use port 8431.'), use),
    message('c', 'user', result),
    message('d', 'assistant', text('x'.repeat(9_000))),
    message('e', 'user', text('go on')),
  ]
  const input = { messages: history, state: NEW_STATE, settings: DEFAULT_SETTINGS, now: START }
  const cleared = [{ toolUseId: 't1', item: 'c1.1', tokens: 990 }]
  const tasks = [
    { text: 'write the script', status: 'completed' },
    { text: 'run it', status: 'pending' },
  ]
  const agents = [{ id: 't9', name: 'scout', task: 'look around' }]
  const state = { ...NEW_STATE, work: { ...NEW_STATE.work, tasks, agents } }
  const done = compacted({ ...input, state }, history, {
    ...{ level: 'full', reason: 'threshold', dropped: history, tail: [], summary: '# State\nGoing on.' },
    restored: { files: [{ path: '/a.ts', text: 'export {}', cut: true }], skills: [], plan: '1. deploy' },
  })
  const commit = { receipt: 'c2', first: 'a', last: 'c', summary: 'Deployed.' }
  const views = [
    done.status === 'compacted' ? done.messages : [],
    seen(history, { ...NEW_STATE, cleared }).slice(2, 3),
    snip(input, 6_000, 'asked').messages.slice(0, 1),
    seen(history, { ...NEW_STATE, commits: [commit] }).slice(0, 1),
  ]
  const shown = views
    .flat()
    .map(({ content }) => content.map((block) => JSON.stringify(block, null, 2)).join('\n'))
  await expect(`${shown.join('\n\n')}\n`.replaceAll('\\n', '\n')).toMatchFileSnapshot(
    'golden/context-texts.txt',
  )
})
