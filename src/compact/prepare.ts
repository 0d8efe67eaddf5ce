// All levels in their order, before every request. Pure: what needs a model or a disk is named as what comes next.
import type { SessionNotes } from '../transcript/session-notes.ts'
import type { TranscriptMessage } from '../transcript/transcript-message.ts'
import { applyCommits } from './apply-commits.ts'
import { applySnips } from './apply-snips.ts'
import { stripUnbound } from './bound-thinking.ts'
import { isColdCompactionDue } from './by-notes.ts'
import { mustCommit, stage } from './collapse.ts'
import { MAX_FAILURES } from './context-settings.ts'
import type { ContextState, Receipt, StepInput } from './context-state.ts'
import { countTokens } from './count-tokens.ts'
import { micro } from './micro.ts'
import { snip, thirdOf } from './snip.ts'
import { type TokenState, tokenState } from './token-state.ts'
import { seen } from './view.ts'
import { withoutMedia } from './without-media.ts'

export type Next =
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

export interface PrepareInput extends StepInput {
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
  const used = countTokens(collapsed, state, settings)
  const { auto, blocking } = tokenState(used, settings)
  const breaks = state.failures >= MAX_FAILURES
  if (settings.mode === 'collapse') {
    if (!breaks && canSummarise && mustCommit({ ...input, messages: collapsed, state }))
      return result('commit', collapsed)
  } else if (settings.mode === 'compact' && used > auto) {
    if (!breaks && (canSummarise || notes)) return result('compact', collapsed)
    const third = thirdOf(snipped)
    const { snips } = state
    if (settings.snips)
      step((given) => snip({ ...given, messages: original }, third, 'unsummarised'), original)
    if (state.snips !== snips) return result(undefined, seen(original, state))
  }
  const mayAct = settings.mode === 'compact' || settings.mode === 'collapse'
  return result(mayAct && used > blocking ? 'blocked' : undefined, collapsed)

  function result(next: Next | undefined, view: readonly TranscriptMessage[]): Prepared {
    const sent = settings.bindsThinking ? stripUnbound(view, messages, state.unbound) : view
    const tokens = tokenState(countTokens(view, state, settings), settings)
    return { messages: sent, state, receipts, tokens, ...(next && { next }) }
  }
}
