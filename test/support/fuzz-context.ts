// Runs the context levels over a conversation, alone and in the orders that the pipeline allows, and says what broke.

import { applySnips } from '../../src/agent/compact/apply-snips.ts'
import { stripUnbound } from '../../src/agent/compact/bound-thinking.ts'
import { compactByNotes } from '../../src/agent/compact/by-notes.ts'
import { chooseSpans, commitSpan } from '../../src/agent/compact/collapse.ts'
import { compacted } from '../../src/agent/compact/compacted.ts'
import {
  type ContextSettings,
  DEFAULT_SETTINGS,
  RESTORED_FILE,
  RESTORED_FILES,
  RESTORED_SKILL,
} from '../../src/agent/compact/context-settings.ts'
import {
  type ContextState,
  NEW_STATE,
  type Receipt,
  type StepInput,
} from '../../src/agent/compact/context-state.ts'
import { gaugeOf } from '../../src/agent/compact/gauge.ts'
import { alignedCut, planFull } from '../../src/agent/compact/in-full.ts'
import { micro } from '../../src/agent/compact/micro.ts'
import { prepare } from '../../src/agent/compact/prepare.ts'
import type { Restored } from '../../src/agent/compact/restoration.ts'
import { sumBytes } from '../../src/agent/compact/sizes.ts'
import { snip } from '../../src/agent/compact/snip.ts'
import { stripMedia } from '../../src/agent/compact/strip-media.ts'
import { seen } from '../../src/agent/compact/view.ts'
import { withoutMedia } from '../../src/agent/compact/without-media.ts'
import type { SessionNotes } from '../../src/learn/session-notes.ts'
import { text } from '../../src/models/content.ts'
import type { TranscriptMessage } from '../../src/models/transcript-message.ts'
import { prefixProblems, traceProblems, viewProblems } from './context-invariants.ts'
import { type Random, seededRandom } from './random-conversation.ts'

export const FUZZED_LEVELS = ['snip', 'micro', 'collapse', 'notes', 'full', 'media', 'prepare'] as const
export type FuzzedLevel = (typeof FUZZED_LEVELS)[number]

/**
 * From one request to the next every level can follow every other, itself included: all orders of so many levels. With
 * `all`: each level once, in every order.
 */
export function levelOrders(count: number | 'all'): FuzzedLevel[][] {
  if (count === 'all') return permutations(FUZZED_LEVELS)
  if (count === 0) return [[]]
  const shorter = levelOrders(count - 1)
  return FUZZED_LEVELS.flatMap((level) => shorter.map((order) => [level, ...order]))
}

function permutations(levels: readonly FuzzedLevel[]): FuzzedLevel[][] {
  if (levels.length === 0) return [[]]
  return levels.flatMap((first) =>
    permutations(levels.filter((level) => level !== first)).map((order) => [first, ...order]),
  )
}

interface Run {
  history: TranscriptMessage[]
  state: ContextState
  /** Everything that a receipt names. */
  named: Set<string>
}

/** The problems, each with the level after which it was found. */
export function fuzzContext(
  messages: readonly TranscriptMessage[],
  now: number,
  { levels, seed, binds = false }: { levels: readonly FuzzedLevel[]; seed: number; binds?: boolean },
): string[] {
  const random = seededRandom(seed)
  const run: Run = { history: [...messages], state: NEW_STATE, named: new Set() }
  const settings: ContextSettings = {
    ...DEFAULT_SETTINGS,
    ...{ window: 200_000, overheadBytes: 9_000, bindsThinking: binds },
    mode: random() < 0.3 ? 'collapse' : 'compact',
    clearBatch: random() < 0.5 ? 2_000 : 30_000,
    providerClears: random() < 0.2,
  }
  const problems: string[] = []
  for (const level of levels) {
    const input: StepInput = { messages: run.history, state: run.state, settings, now }
    const before = seen(run.history, run.state)
    const original = run.history
    apply(run, level, input, random)
    const view = sent(run, settings)
    const found = [
      ...viewProblems(view, original, { withMedia: !levels.includes('media') }),
      ...traceProblems(view, original, run.named),
      ...(sumBytes(view) > sumBytes(before) ? ['larger than before'] : []),
      ...steadyProblems(run, settings, now),
    ]
    problems.push(...found.map((problem) => `${level}: ${problem}`))
    if (problems.length > 0) break
  }
  return problems
}

function sent(run: Run, settings: ContextSettings): readonly TranscriptMessage[] {
  const view = seen(run.history, run.state)
  return settings.bindsThinking ? stripUnbound(view, run.history, run.state.unbound) : view
}

/** The next request, with one more answer in between, begins as this one did. */
function steadyProblems(run: Run, settings: ContextSettings, now: number): string[] {
  const before = sent(run, settings)
  const time = new Date(now).toISOString()
  const answer = { role: 'assistant' as const, time, parent: null, content: [text('an answer')] }
  const next = { role: 'user' as const, time, parent: null, content: [text('and on')] }
  const history = [...run.history, { ...answer, id: 'next-1' }, { ...next, id: 'next-2' }]
  const quiet = { ...settings, clearBatch: Number.POSITIVE_INFINITY, cold: false, window: 100_000_000 }
  const absoluteThreshold = 100_000_000
  const done = prepare({
    ...{ messages: history, state: run.state, now, canSummarise: false },
    settings: { ...quiet, absoluteThreshold },
  })
  return done.receipts.length > 0
    ? ['acts though nothing is to be done']
    : prefixProblems(before, done.messages)
}

function apply(run: Run, level: FuzzedLevel, input: StepInput, random: Random): void {
  const view = seen(run.history, run.state)
  const note = (receipt: Receipt | undefined) => {
    for (const id of receipt?.messages ?? []) run.named.add(id)
  }
  const take = (done: { state: ContextState; receipt?: Receipt }) => {
    run.state = done.state
    note(done.receipt)
  }
  // What is left of messages whose media were taken out, as `prepare` and the control give it to the levels.
  const original = withoutMedia(run.history, run.state.withoutMedia)
  switch (level) {
    case 'snip':
      take(snip({ ...input, messages: original }, Math.floor(random() * sumBytes(run.history)), 'asked'))
      break
    case 'micro':
      take(micro({ ...input, messages: applySnips(original, run.state.snips) }))
      break
    case 'media':
      take(stripMedia(input))
      break
    case 'collapse': {
      // As the levels before it leave them.
      const messages = seen(run.history, { ...run.state, commits: [] })
      const gauge = gaugeOf(view, run.state, input.settings)
      for (const span of chooseSpans(messages, run.state, gauge, Math.floor(random() * 150_000)))
        take(commitSpan({ ...input, messages, state: run.state }, span, 'What was done: DEV-1.', 'threshold'))
      break
    }
    case 'notes': {
      const restored = restoredBy(random)
      const done = compactByNotes(input, view, notesOf(run.history, random), {
        reason: 'threshold',
        restored,
      })
      if (done.status !== 'compacted') break
      run.history = [...done.messages]
      take(done)
      break
    }
    case 'full': {
      const plan = planFull(view, Math.floor(random() * 1.2 * sumBytes(view)))
      const at = alignedCut(run.history, view, plan.upTo)
      const done = compacted(input, view, {
        ...{ level: 'full', reason: 'threshold', summary: 'All of it, in short.' },
        dropped: run.history.slice(0, at),
        tail: run.history.slice(at),
        restored: restoredBy(random),
      })
      if (done.status !== 'compacted') break
      run.history = [...done.messages]
      take(done)
      break
    }
    case 'prepare': {
      const done = prepare({ ...input, canSummarise: random() < 0.5, notes: undefined })
      run.state = done.state
      for (const receipt of done.receipts) note(receipt)
    }
  }
}

function notesOf(history: readonly TranscriptMessage[], random: Random): SessionNotes {
  const at = Math.floor(random() * history.length)
  return { text: '# State\nGoing on.', isTemplate: false, lastSummarizedMessageId: history[at]?.id }
}

/** Files, skills, tasks and a plan as a conversation gives them back, up to their limits. */
function restoredBy(random: Random): Restored {
  const some = (limit: number) => 'line </restored>\n'.repeat(Math.floor((random() * limit * 3) / 17))
  const list = <T>(most: number, one: (at: number) => T) =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, (_, at) => one(at))
  return {
    files: list(RESTORED_FILES, (at) => ({
      path: `src/f${at}.ts`,
      text: some(RESTORED_FILE),
      cut: random() < 0.5,
    })),
    skills: list(5, (at) => ({ name: `skill-${at}`, text: some(RESTORED_SKILL), cut: random() < 0.5 })),
    ...(random() < 0.5 && { plan: some(RESTORED_FILE) }),
    ...(random() < 0.5 && { tasks: list(20, (at) => ({ text: `Task ${at}`, status: 'pending' })) }),
  }
}
