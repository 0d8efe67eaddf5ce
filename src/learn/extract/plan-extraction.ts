// Whether extraction runs at this moment, and over which messages: decided before anything is done.
import type { Cursor } from './cursors.ts'
import type { SaidMessage } from './proposal.ts'

/** Each of them would be a reason not to run. */
export interface Gates {
  /** Within a sub-agent: what is said there, the person did not say. */
  readonly subAgent: boolean
  readonly enabled: boolean
  readonly memoryOn: boolean
  readonly remote: boolean
  /** Another run of this conversation has not ended. */
  readonly inFlight: boolean
}

/** What asks for it. `messages`: a host without an event at the end of a turn. `trailing`: what came during a run. */
export type Occasion = 'turn' | 'messages' | 'compaction' | 'end' | 'trailing'

export interface ExtractionSettings {
  /** Run at every so many eligible turns. */
  readonly everyTurns: number
  /** For hosts without turns: run at every so many messages. */
  readonly messageInterval: number
  readonly onSessionEnd: boolean
}

export interface ExtractionState {
  readonly gates: Gates
  readonly occasion: Occasion
  readonly settings: ExtractionSettings
  readonly cursor: Cursor
  /** Everything that was said, oldest first, also before a compaction where the log still has it. */
  readonly said: readonly SaidMessage[]
  /** This conversation has written memories since the cursor, by whatever means. */
  readonly hasWritten: boolean
  readonly now: Date
}

export type SkipReason =
  | 'sub-agent'
  | 'off'
  | 'memory-off'
  | 'remote'
  | 'in-flight'
  | 'nothing-new'
  | 'throttled'
  | 'too-few-messages'
  | 'not-at-end'
  | 'given-up'

export type ExtractionPlan =
  | {
      readonly action: 'skip'
      readonly reason: SkipReason /** Stored now, if anything changes. */
      readonly cursor?: Cursor
    }
  | {
      readonly action: 'run'
      readonly messages: readonly SaidMessage[]
      readonly before: readonly SaidMessage[]
      /**
       * The agent saved what it found worth keeping in these messages: only what the person asked for in so many words
       * and nobody wrote is left to do.
       */
      readonly onlyAsked: boolean
      /** Stored when the run has succeeded. */
      readonly cursor: Cursor
      /** Stored when it has failed. */
      readonly failed: Cursor
    }

/** A run over the same messages is tried so often, then they are passed over. */
export const MOST_TRIES = 3
/** Messages before the new ones that an extractor may look at. */
const MESSAGES_BEFORE = 6
/** In one run: a conversation without a cursor may be years of one. */
export const MOST_MESSAGES = 2_000

export function planExtraction(state: ExtractionState): ExtractionPlan {
  const { cursor, occasion, settings, now } = state
  const closed = closedGate(state.gates)
  if (closed) return { action: 'skip', reason: closed }
  const { messages, before } = newMessages(state)
  const last = messages.at(-1)
  if (!last || !messages.some(({ role }) => role === 'user')) return { action: 'skip', reason: 'nothing-new' }
  if (occasion === 'end' && !settings.onSessionEnd) return { action: 'skip', reason: 'not-at-end' }
  if (occasion === 'messages' && messages.length < settings.messageInterval)
    return { action: 'skip', reason: 'too-few-messages' }
  const turns = cursor.turns + 1
  if (occasion === 'turn' && turns < settings.everyTurns)
    return { action: 'skip', reason: 'throttled', cursor: { ...cursor, turns } }
  const advanced: Cursor = { message: last.id, time: now.toISOString(), turns: 0, failures: 0 }
  if (cursor.failures >= MOST_TRIES) return { action: 'skip', reason: 'given-up', cursor: advanced }
  return {
    action: 'run',
    messages,
    before,
    onlyAsked: state.hasWritten,
    cursor: advanced,
    failed: { ...cursor, turns: cursor.turns, failures: cursor.failures + 1 },
  }
}

function closedGate({ subAgent, enabled, memoryOn, remote, inFlight }: Gates): SkipReason | undefined {
  if (subAgent) return 'sub-agent'
  if (!memoryOn) return 'memory-off'
  if (!enabled) return 'off'
  if (remote) return 'remote'
  return inFlight ? 'in-flight' : undefined
}

/**
 * Without a cursor, or where its message is gone (a compaction), everything that is there counts: to return nothing
 * would switch extraction off for good. A compaction may write messages again: those before the cursor are not new.
 */
function newMessages({ said, cursor }: ExtractionState): {
  messages: SaidMessage[]
  before: SaidMessage[]
} {
  const at = said.findIndex(({ id }) => id === cursor.message)
  const known = new Set(said.slice(0, at + 1).map(({ id }) => id))
  const fresh = new Map(
    said
      .slice(at + 1)
      .filter(({ id }) => !known.has(id))
      .map((message) => [message.id, message]),
  )
  const messages = [...fresh.values()].slice(-MOST_MESSAGES)
  const begins = said.findIndex(({ id }) => id === messages[0]?.id)
  return { messages, before: begins > 0 ? said.slice(Math.max(0, begins - MESSAGES_BEFORE), begins) : [] }
}
