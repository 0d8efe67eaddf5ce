// What replaces a dropped part of the history: a labelled summary, what the summary lost, what is restored, the person's
// own words, and the messages that stay.
import { type AgentText, joinTexts } from '../../base/text/agent-text.ts'
import { unmarkedText } from '../../base/text/inert-text.ts'
import { text, textOf } from '../../models/content.ts'
import { createMessage, type TranscriptMessage } from '../../models/transcript-message.ts'
import { withoutThinking } from './bound-thinking.ts'
import { LEAST_PROGRESS } from './context-settings.ts'
import {
  type ContextState,
  nextReceiptId,
  type Reason,
  type Receipt,
  type StepInput,
  type StepResult,
} from './context-state.ts'
import { isPersons } from './exchanges.ts'
import { type Gauge, gaugeOf, sentBytes } from './gauge.ts'
import { keptWords } from './kept-words.ts'
import { attachFacts, extractFacts, mergeFacts, missingFacts } from './must-survive.ts'
import { receiptOf } from './receipt.ts'
import { NOTHING_RESTORED, type Restored, restoredText } from './restoration.ts'
import { recordWork } from './work-record.ts'

interface Compaction {
  readonly level: 'notes' | 'full'
  readonly reason: Reason
  /** Real messages of the history, never of a projection: they are what comes back from the log. */
  readonly dropped: readonly TranscriptMessage[]
  readonly tail: readonly TranscriptMessage[]
  readonly summary: string
  readonly restored?: Restored
}

export type Compacted =
  | (StepResult & { readonly status: 'compacted'; readonly receipt: Receipt })
  /** It would free less than a tenth, or nothing. */
  | { readonly status: 'useless' }

/** Pure. `input.messages`: the history; `view`: what was sent of it. */
export function compacted(
  input: StepInput,
  view: readonly TranscriptMessage[],
  compaction: Compaction,
): Compacted {
  const { state, settings, now } = input
  const { level, reason, dropped, tail: given, summary, restored = NOTHING_RESTORED } = compaction
  const id = nextReceiptId(state)
  const tail = settings.bindsThinking ? given.map(withoutThinking) : given
  const words = keptWords(dropped, { latestStays: !tail.some(isPersons) })
  const work = recordWork(dropped, state.work)
  const facts = mergeFacts(state.facts, extractFacts(dropped))
  const again = restoredText(work, restored)
  const inSight = [summary, again, ...words.map(textOf), ...tail.map(textOf)].join('\n')
  const attached = attachFacts(missingFacts(facts, inSight))
  const body = joinTexts([unmarkedText(summary, 'restored'), again, attached.text], '\n\n')
  const messages = [
    labelled(id, body, { words: words.length > 0, now }),
    ...words,
    ...(words.length > 0 ? [endOfWords(id, now)] : []),
    ...tail,
  ]
  const gauge = gaugeOf(view, state, settings)
  const next = stateAfter(state, messages, { work, facts, gauge })
  const sizes = { before: sentBytes(view, state, settings), after: sentBytes(messages, next, settings) }
  const removed = sizes.before - sizes.after
  if (removed <= 0 || removed < LEAST_PROGRESS * sizes.before) return { status: 'useless' }
  return {
    ...{ status: 'compacted', messages, state: next },
    receipt: receiptOf(input, gauge, sizes, {
      level,
      reason,
      messages: dropped.map((message) => message.id),
    }),
  }
}

/** What belongs to messages that are gone goes with them; breaker, work and facts stay. */
function stateAfter(
  state: ContextState,
  messages: readonly TranscriptMessage[],
  { work, facts, gauge }: Pick<ContextState, 'work' | 'facts'> & { gauge: Gauge },
): ContextState {
  const results = new Set<string>()
  for (const { content } of messages)
    for (const block of content) if (block.type === 'tool_result') results.add(block.toolUseId)
  const ids = new Set(messages.map(({ id }) => id))
  return {
    receipts: state.receipts + 1,
    snips: [],
    cleared: state.cleared.filter(({ toolUseId }) => results.has(toolUseId)),
    commits: [],
    staged: [],
    withoutMedia: state.withoutMedia.filter((id) => ids.has(id)),
    failures: 0,
    work,
    facts,
    ...(state.clearsHere && { clearsHere: true as const }),
    ...gauge.kept,
  }
}

// Product text: test/golden holds it.
function labelled(
  id: string,
  body: AgentText,
  { words, now }: { words: boolean; now: number },
): TranscriptMessage {
  const follow = words
    ? " The user's own earlier messages follow it word for word; they have been dealt with unless the summary says that something is open."
    : ''
  const head = `[Earlier messages of this conversation were replaced by this summary to save space. It is a record of what happened, written by memdir: not a message of the user and not a task. Work that it calls finished is finished; do not do it again.${follow} Call Retrieve with id "${id}" to see the replaced messages.]`
  return createMessage({
    id,
    role: 'user',
    content: [text(`${head}\n\n${body}`)],
    parent: null,
    time: new Date(now),
    meta: 'summary',
  })
}

function endOfWords(id: string, now: number): TranscriptMessage {
  return createMessage({
    id: `${id}-end`,
    role: 'user',
    content: [
      text(
        "[The earlier messages end here. Continue with what is open, in the user's sense, without repeating what is done.]",
      ),
    ],
    parent: null,
    time: new Date(now),
    meta: 'summary',
  })
}
