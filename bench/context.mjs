// What the context levels cost before every request, in processor time of one process: nothing to do, a level that acts,
// and how it grows. Goals: 15 ms and 60 ms for 200,000 tokens in 2,000 messages.
import { compactByNotes } from '../dist/agent/compact/by-notes.js'
import { chooseSpans, commitSpan } from '../dist/agent/compact/collapse.js'
import { compacted } from '../dist/agent/compact/compacted.js'
import { DEFAULT_SETTINGS } from '../dist/agent/compact/context-settings.js'
import { NEW_STATE } from '../dist/agent/compact/context-state.js'
import { prepare } from '../dist/agent/compact/prepare.js'
import { snip } from '../dist/agent/compact/snip.js'
import { stripMedia } from '../dist/agent/compact/strip-media.js'
import { seen } from '../dist/agent/compact/view.js'
import { printTable } from './measure.mjs'

const SIZES = [500, 1_000, 2_000, 4_000]
const GOALS = { nothing: 15, acting: 60 }
const START = Date.parse('2026-11-01T08:00:00Z')

export async function run(args) {
  const rounds = Number(args[0] ?? 15)
  const rows = []
  for (const size of SIZES) {
    const cost = {}
    for (let round = 0; round < rounds; round++) {
      for (const [name, work] of Object.entries(works(size, round))) {
        const [first, again] = [measure(work.first), work.again && measure(work.again)]
        note(cost, name, first)
        if (again !== undefined) note(cost, `${name}, next request`, again)
      }
    }
    for (const [name, times] of Object.entries(cost)) {
      const goal = name.includes('nothing') || name.includes('next request') ? GOALS.nothing : GOALS.acting
      const middle = median(times)
      const meets = size === 2_000 ? (middle <= goal ? `≤ ${goal}: yes` : `≤ ${goal}: NO`) : ''
      rows.push([name, size, middle.toFixed(2), (middle / size).toFixed(5), meets])
    }
  }
  rows.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1]))
  printTable(['step', 'messages', 'CPU ms', 'ms per message', 'goal'], rows)
}

function note(cost, name, ms) {
  cost[name] ??= []
  cost[name].push(ms)
}

function measure(work) {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function median(times) {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]
}

/** New objects each time: nothing may be known from the round before. */
function works(size, round) {
  const made = () => conversation(size, round)
  const input = (messages, more = {}, now = START + 5_000_000) => ({
    ...{ messages, state: NEW_STATE, canSummarise: true, now },
    settings: { ...DEFAULT_SETTINGS, overhead: 20_000, cold: false, ...more },
  })
  const quiet = {
    clearBatch: Number.POSITIVE_INFINITY,
    clearCold: false,
    window: 10_000_000,
    absoluteThreshold: 1e9,
  }
  const both = (run) => {
    const messages = made()
    let state = NEW_STATE
    return {
      first: () => {
        state = run(messages)
      },
      again: () => prepare({ ...input(messages, quiet), state }),
    }
  }
  const idle = made()
  prepare(input(idle, quiet))
  const view = (messages) => seen(messages, NEW_STATE)
  return {
    'all levels, nothing to do, first time': {
      first: (
        (messages) => () =>
          prepare(input(messages, quiet))
      )(made()),
    },
    'all levels, nothing to do': { first: () => prepare(input(idle, quiet)) },
    micro: both((messages) => prepare(input(messages, { window: 10_000_000 })).state),
    snip: both((messages) => snip(input(messages), 60_000, 'asked').state),
    media: both((messages) => stripMedia(input(messages)).state),
    collapse: both((messages) => {
      let state = NEW_STATE
      for (const span of chooseSpans(messages, state, 40_000))
        state = commitSpan({ ...input(messages), state }, span, 'In short.', 'threshold').state
      return state
    }),
    'by notes': {
      first: (
        (messages) => () =>
          compactByNotes(
            input(messages, { window: 10_000_000 }),
            view(messages),
            { text: '# State\nOn.', isTemplate: false, lastSummarizedMessageId: messages.at(-1).id },
            { reason: 'threshold' },
          )
      )(made()),
    },
    'in full, without the model': {
      first: (
        (messages) => () =>
          compacted(input(messages), view(messages), {
            ...{ level: 'full', reason: 'threshold', dropped: messages, tail: [], summary: 'In short.' },
          })
      )(made()),
    },
  }
}

/** 100 tokens a message: a quarter prompts and answers, the rest calls and results. */
function conversation(size, round) {
  const messages = []
  const add = (role, content) =>
    messages.push({
      ...{ id: `m${messages.length}`, parent: null, role, content },
      time: new Date(START + messages.length * 1_000).toISOString(),
    })
  const words = (count) =>
    Array.from({ length: count }, (_, at) => `word${(at * 7 + round) % 97}`)
      .join(' ')
      .slice(0, 290)
  while (messages.length < size) {
    const at = messages.length
    add('user', [{ type: 'text', text: `Please look at src/file-${at}.ts. ${words(40)}` }])
    for (let step = 0; step < 3; step++) {
      const id = `t${at}-${step}`
      const inputJson = JSON.stringify({ file_path: `/src/file-${at}-${step}.ts`, text: words(30) })
      add('assistant', [{ type: 'tool_use', id, name: 'Read', inputJson }])
      add('user', [{ type: 'tool_result', toolUseId: id, content: [{ type: 'text', text: words(40) }] }])
    }
    add('assistant', [{ type: 'text', text: `Done. ${words(40)}` }])
  }
  return messages.slice(0, size)
}
