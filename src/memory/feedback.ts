// What became of memories that were shown: used, or called wrong or beside the point. Kept outside their files, one small
// file; a memory that was called wrong needs more evidence the next time, until it is used again.
import { join } from 'node:path'
import { readState, type StateKind, updateState } from '../base/files/state-file.ts'
import { isObject } from '../base/values/is-object.ts'
import { isPerson } from './origin-rules.ts'
import type { StateChange } from './state-change.ts'

export interface MemoryFeedback {
  /** Below the memory directory, when it was last heard of. */
  file: string
  /** How often it was called wrong and not used since; never more than `MOST_WRONG`. */
  wrong: number
  /** The last time: who said so, when, and why. */
  said?: { by: string; time: string; reason?: string }
  /** In how many conversations an agent quoted it or acted on it. */
  used: number
  lastUsed?: string
  /** The conversation that it was last used in: once counts. */
  conversation?: string
}

const MOST_WRONG = 3
/** Above the threshold of an answer, for each time. */
const STEP = 0.1
const FILE = 'feedback.json'
const MOST_BYTES = 4_000_000

export type FeedbackById = ReadonlyMap<string, MemoryFeedback>

const FEEDBACK: StateKind<FeedbackById> = {
  read: ({ memories }) =>
    isObject(memories)
      ? new Map(
          Object.entries(memories).filter((entry): entry is [string, MemoryFeedback] => isFeedback(entry[1])),
        )
      : undefined,
  plain: (known) => ({ memories: Object.fromEntries(known) }),
  most: MOST_BYTES,
}

/** What is damaged says nothing. */
export function readFeedback(state: string): FeedbackById {
  return readState(join(state, FILE), FEEDBACK) ?? new Map()
}

function isFeedback(value: unknown): value is MemoryFeedback {
  if (!isObject(value)) return false
  return typeof value.file === 'string' && isCount(value.wrong) && isCount(value.used)
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

interface WrongCall {
  id: string
  file: string
  by: string
  reason?: string
  now: Date
}

export function planWrong(known: FeedbackById, call: WrongCall): FeedbackById {
  const { id, file, by, reason, now } = call
  const before = known.get(id) ?? { file, wrong: 0, used: 0 }
  const said = { by, time: now.toISOString(), ...(reason && { reason }) }
  return new Map(known).set(id, { ...before, file, said, wrong: Math.min(MOST_WRONG, before.wrong + 1) })
}

interface Used {
  memories: readonly { id: string; file: string }[]
  conversation: string
  now: Date
}

/** Each takes one call of wrong back: who uses it finds it right. Once per conversation. */
export function planUsed(known: FeedbackById, { memories, conversation, now }: Used): FeedbackById {
  const next = new Map(known)
  for (const { id, file } of memories) {
    const before = next.get(id) ?? { file, wrong: 0, used: 0 }
    if (before.conversation === conversation) continue
    const wrong = Math.max(0, before.wrong - 1)
    next.set(id, { ...before, file, wrong, used: before.used + 1, lastUsed: now.toISOString(), conversation })
  }
  return next
}

/** Two turns that end at once both count. */
export async function changeFeedback(
  state: string,
  change: (known: FeedbackById) => FeedbackById,
): Promise<void> {
  await updateState(join(state, FILE), FEEDBACK, (known = new Map()) => change(known))
}

/** The same of one memory, for the write that it goes with. */
export function feedbackChange(
  state: string,
  id: string,
  change: (known: FeedbackById) => FeedbackById,
): StateChange {
  const known = readFeedback(state)
  const entry = { of: 'memories', key: id }
  return { file: FILE, entry, before: known.get(id) ?? null, after: change(known).get(id) ?? null }
}

/**
 * By how much the similarity of a memory has to be higher; 0 for most. What the person said stands, whatever an agent
 * calls it: only they can call it wrong.
 */
export function raiseOf(feedback: MemoryFeedback | undefined, origin: string | undefined): number {
  if (!feedback || feedback.wrong === 0) return 0
  if (origin === 'user' && !isPerson(feedback.said?.by ?? '')) return 0
  return Math.min(feedback.wrong, MOST_WRONG) * STEP
}

/** The person has said that it stands. */
export function withoutWrong(known: FeedbackById, id: string): FeedbackById {
  const before = known.get(id)
  if (!before) return known
  const { said: _, ...rest } = before
  return new Map(known).set(id, { ...rest, wrong: 0 })
}

/** Forgets what was said of memories that were erased. Makes no file where nothing was said of them: the disk may have room for none. */
export async function forgetFeedback(state: string, ids: ReadonlySet<string>): Promise<void> {
  const known = readFeedback(state)
  if (![...ids].some((id) => known.has(id))) return
  await changeFeedback(state, (now) => new Map([...now].filter(([id]) => !ids.has(id))))
}

/** By file, of those that need more evidence. */
export function raisesByFile(feedback: FeedbackById): ReadonlyMap<string, MemoryFeedback> {
  return new Map([...feedback.values()].filter(({ wrong }) => wrong > 0).map((one) => [one.file, one]))
}
