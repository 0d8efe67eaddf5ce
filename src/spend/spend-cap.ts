// Limits on what is spent on models. Over one of them the answer is a value: take the path without a model.
import { type Message, message } from '../messages/message.ts'
import {
  BACKGROUND_TODAY,
  PROJECT_TODAY,
  SPEND_CAP_REACHED,
  THIS_TURN,
  TODAY,
  TOKENS,
} from '../messages/spend.ts'
import type { Ledger } from './ledger.ts'
import { type LedgerCall, type Purpose, tokensOf } from './ledger-line.ts'

export interface Limit {
  tokens?: number
  /** US dollars. Calls of unknown price do not count here. */
  money?: number
}

export interface SpendCaps {
  /** All calls that one turn of a conversation causes. */
  perTurn?: Limit
  /** All projects together, one day (UTC). */
  perDay?: Limit
  /** One project, one day. */
  perProject?: Limit
  /** What runs by itself, one project, one day: nobody asked for these calls at that moment. */
  background?: Limit
}

/** What memdir does by itself; everything else somebody waits for. */
const BY_ITSELF: ReadonlySet<Purpose> = new Set(['extraction', 'judge', 'notes', 'dream', 'selector'])

export interface SpendQuestion {
  purpose: Purpose
  project: string
  turn?: string
  /** What the call will take at least, if known: a call that cannot fit is not begun. */
  tokens?: number
}

export type CapName = keyof SpendCaps

export type SpendAnswer =
  | { status: 'ok' }
  | {
      status: 'over_cap'
      cap: CapName
      unit: 'tokens' | 'money'
      limit: number
      used: number
      /** True once per cap and day among all processes: this caller notifies the person. */
      notify: boolean
      message: Message
    }

export function isByItself(purpose: Purpose): boolean {
  return BY_ITSELF.has(purpose)
}

/** Calls that run at the same time may together pass a cap by what they take: it is checked before each call. */
export function checkSpend(ledger: Ledger, caps: SpendCaps, question: SpendQuestion): SpendAnswer {
  const over = findOver(ledger.callsOn(ledger.today()), caps, question)
  if (!over) return { status: 'ok' }
  const about = over.cap === 'perDay' ? '' : ` ${question.project}`
  const notify = ledger.noticeOnce(`${ledger.today()} ${over.cap}${about}`)
  return { status: 'over_cap', ...over, notify, message: messageFor(over) }
}

type Over = Pick<Extract<SpendAnswer, { status: 'over_cap' }>, 'cap' | 'unit' | 'limit' | 'used'>

function findOver(today: readonly LedgerCall[], caps: SpendCaps, question: SpendQuestion): Over | undefined {
  const counted: [CapName, (call: LedgerCall) => boolean][] = [
    ['perTurn', (call) => question.turn !== undefined && call.turn === question.turn],
    ['perProject', (call) => call.project === question.project],
    ['perDay', () => true],
    ['background', (call) => call.project === question.project && BY_ITSELF.has(call.purpose)],
  ]
  for (const [cap, counts] of counted) {
    const limit = caps[cap]
    if (!limit || (cap === 'background' && !BY_ITSELF.has(question.purpose))) continue
    // Every call takes something: at the limit none is begun.
    const over = overLimit(today.filter(counts), limit, question.tokens || 1)
    if (over) return { cap, ...over }
  }
  return undefined
}

function overLimit(
  calls: readonly LedgerCall[],
  limit: Limit,
  expected: number,
): Omit<Over, 'cap'> | undefined {
  const tokens = calls.reduce((sum, call) => sum + tokensOf(call), 0)
  if (limit.tokens !== undefined && tokens + expected > limit.tokens) {
    return { unit: 'tokens', limit: limit.tokens, used: tokens }
  }
  const money = calls.reduce((sum, call) => sum + (call.cost ?? 0), 0)
  if (limit.money !== undefined && money >= limit.money) {
    return { unit: 'money', limit: limit.money, used: money }
  }
  return undefined
}

const PERIODS: Record<CapName, Message> = {
  perTurn: message(THIS_TURN),
  perDay: message(TODAY),
  perProject: message(PROJECT_TODAY),
  background: message(BACKGROUND_TODAY),
}

function messageFor({ cap, unit, limit, used }: Over): Message {
  const amount = (value: number) =>
    unit === 'money' ? `$${value.toFixed(2)}` : message(TOKENS, { count: value.toLocaleString('en-US') })
  return message(SPEND_CAP_REACHED, { period: PERIODS[cap], used: amount(used), limit: amount(limit) })
}
