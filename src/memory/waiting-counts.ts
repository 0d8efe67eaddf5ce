// How much waits for the person, as it was counted last: for those who may only look (a hook, the start of a conversation)
// and say it once. A cache; `memdir inbox` counts for itself.
import { rmSync } from 'node:fs'
import { readState, type StateKind, stateText, writeState } from '../base/files/state-file.ts'
import { extractionTexts, WAITING_COUNTS } from '../base/messages/extraction.ts'
import { joinMessages, type Message, message } from '../base/messages/message.ts'
import { isObject } from '../base/values/is-object.ts'
import { waitingPath } from './saved-path.ts'

const WAITING_KINDS = Object.keys(WAITING_COUNTS) as (keyof typeof WAITING_COUNTS)[]
type WaitingKind = (typeof WAITING_KINDS)[number]
type WaitingCounts = Readonly<Record<WaitingKind, number>>

interface Waiting {
  counts: WaitingCounts
  /** What the person knows of. */
  told: WaitingCounts
}

const WAITING: StateKind<Waiting> = {
  read: ({ counts, told }) => ({ counts: countsIn(counts), told: countsIn(told) }),
  most: 4_000,
  durable: false,
}

/** `isKnown`: the person has just seen it. */
export function keepWaiting(state: string, counts: WaitingCounts, isKnown = false): void {
  const before = read(state)
  const told = isKnown ? counts : each((kind) => Math.min(counts[kind], before?.told[kind] ?? 0))
  if (WAITING_KINDS.every((kind) => counts[kind] === 0)) {
    rmSync(waitingPath(state), { force: true })
    return
  }
  const next = { counts, told }
  if (!before || stateText(next) !== stateText(before)) writeState(waitingPath(state), WAITING, next)
}

/** What waits, where there is more of it than the person was told. */
export function waitingNews(state: string): Message | undefined {
  const waiting = read(state)
  const isNews = waiting && WAITING_KINDS.some((kind) => waiting.counts[kind] > waiting.told[kind])
  return isNews ? describeWaiting(waiting.counts) : undefined
}

export function markWaitingTold(state: string): void {
  const waiting = read(state)
  if (waiting) keepWaiting(state, waiting.counts, true)
}

/** By kind; undefined where nothing waits. */
export function describeWaiting(counts: WaitingCounts): Message | undefined {
  const kinds = WAITING_KINDS.filter((kind) => counts[kind] > 0)
  if (kinds.length === 0) return undefined
  const listed = kinds.map((kind) => message(WAITING_COUNTS[kind], { count: counts[kind] }))
  return message(extractionTexts.waiting, { kinds: joinMessages(listed) })
}

function read(state: string): Waiting | undefined {
  return readState(waitingPath(state), WAITING)
}

function countsIn(value: unknown): WaitingCounts {
  return each((kind) => {
    const count = isObject(value) ? value[kind] : undefined
    return Number.isSafeInteger(count) && (count as number) > 0 ? (count as number) : 0
  })
}

function each(count: (kind: WaitingKind) => number): WaitingCounts {
  return Object.fromEntries(WAITING_KINDS.map((kind) => [kind, count(kind)])) as unknown as WaitingCounts
}
