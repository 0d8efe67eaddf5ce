// All levels in their order, before every request. Pure: what needs a model or a disk is named as what comes next.

import type { SessionNotes } from '../../learn/session-notes.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import { applyCommits } from './apply-commits.ts'
import { applySnips } from './apply-snips.ts'
import { stripUnbound } from './bound-thinking.ts'
import { isColdCompactionDue } from './by-notes.ts'
import { mustCommit, stage } from './collapse.ts'
import { MAX_FAILURES } from './context-settings.ts'
import type { ContextState, Receipt, StepInput } from './context-state.ts'
import { exceeds, gaugeOf, sentBytes, toNumber, usedBy } from './gauge.ts'
import { micro } from './micro.ts'
import { snipUnasked } from './snip.ts'
import { type TokenState, tokenLimits, tokenState } from './token-state.ts'
import { seen } from './view.ts'
import { withoutMedia } from './without-media.ts'

type Next =
  | 'cold' // compact by notes, while the cache is cold
  | 'commit' // summarise what is staged
  | 'compact' // by notes, else in full
  | 'blocked' // nothing more can be done, and the window is full

export interface Prepared {
  /** What is sent. */
  readonly messages: readonly TranscriptMessage[]
  readonly state: ContextState
  readonly receipts: readonly Receipt[]
  readonly tokens: TokenState
  readonly next?: Next
}

interface PrepareInput extends StepInput {
  readonly notes?: SessionNotes
  /** A model could write a summary: there is one, and its cap is not reached. */
  readonly canSummarise: boolean
}

export function prepare(input: PrepareInput): Prepared {
  const { messages, settings, notes, canSummarise } = input
  const receipts: Receipt[] = []
  let state = input.state
  const step = (run: (input: StepInput) => ReturnType<typeof micro>, view: readonly TranscriptMessage[]) => {
    const done = run({ ...input, messages: view, state })
    if (done.receipt) receipts.push(done.receipt)
    state = done.state
    return done.messages
  }
  const original = withoutMedia(messages, state.withoutMedia)
  const snipped = applySnips(original, state.snips)
  if (isColdCompactionDue({ ...input, messages: original }, seen(original, state), notes))
    return result('cold', seen(original, state))
  // Each level projects what the one before left, so that all of them can be on at the same time.
  const cleared = step(micro, snipped)
  const collapsed = settings.mode === 'collapse' ? step(stage, cleared) : applyCommits(cleared, state.commits)
  const { auto, blocking } = tokenLimits(settings)
  const breaks = state.failures >= MAX_FAILURES
  if (settings.mode === 'collapse') {
    if (!breaks && canSummarise && mustCommit({ ...input, messages: collapsed, state }))
      return result('commit', collapsed)
  } else if (settings.mode === 'compact' && exceeds(usedBy(collapsed, state, settings), auto)) {
    if (!breaks && (canSummarise || notes)) return result('compact', collapsed)
    if (settings.snips)
      return unlessFull(
        step((given) => snipUnasked({ ...given, messages: original }, 'unsummarised'), original),
      )
  }
  return unlessFull(collapsed)

  /** Whoever leaves it to the provider to refuse a request is compacted when it does. */
  function unlessFull(view: readonly TranscriptMessage[]): Prepared {
    const isFull = settings.mode !== 'reactive' && exceeds(usedBy(view, state, settings), blocking)
    return result(isFull ? 'blocked' : undefined, view)
  }

  function result(next: Next | undefined, view: readonly TranscriptMessage[]): Prepared {
    const sent = settings.bindsThinking ? stripUnbound(view, messages, state.unbound) : view
    const gauge = gaugeOf(view, state, settings)
    const used = toNumber(gauge.used(sentBytes(view, state, settings)))
    const tokens = tokenState(used, settings, gauge.counted)
    return { messages: sent, state, receipts, tokens, ...(next && { next }) }
  }
}
