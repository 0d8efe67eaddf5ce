// Limits on what is spent on models. Over one of them the answer is a value: take the path without a model.
import { type Message, type MessageValue, message } from '../base/messages/message.ts'
import { spendTexts } from '../base/messages/spend.ts'
import { amountOf, LIMIT_UNITS, type Limit, type SpendCaps } from '../base/settings/spend-settings.ts'
import type { Ledger } from './ledger.ts'
import type { LedgerCall, Purpose } from './spend/ledger-line.ts'
import type { SpendAnswer } from './spend.ts'

/** What memdir does by itself; everything else somebody waits for. */
const BY_ITSELF: ReadonlySet<Purpose> = new Set(['extraction', 'judge', 'notes', 'dream', 'selector'])

interface SpendQuestion {
  purpose: Purpose
  project: string
  turn?: string
  /** What the call will take at least, if known: a call that cannot fit is not begun. */
  tokens?: number
}

export type CapName = keyof SpendCaps
export type LimitUnit = keyof Limit

export function isByItself(purpose: Purpose): boolean {
  return BY_ITSELF.has(purpose)
}

/** Calls that run at the same time may together pass a cap by what they take: it is checked before each call. */
export function checkSpend(ledger: Ledger, caps: SpendCaps, question: SpendQuestion): SpendAnswer {
  const over = overCap(ledger, caps, question)
  if (!over) return { status: 'ok' }
  const about = over.cap === 'perDay' ? '' : ` ${question.project}`
  const notify = ledger.noticeOnce(`${ledger.today()} ${over.cap}${about}`)
  return { status: 'over_cap', ...over, notify, message: messageFor(over) }
}

export type Over = Pick<Extract<SpendAnswer, { status: 'over_cap' }>, 'cap' | 'unit' | 'limit' | 'used'>

/** The cap that keeps such a call from being made now; nobody is notified. */
export function overCap(
  ledger: Pick<Ledger, 'callsOn' | 'today' | 'tokens'>,
  caps: SpendCaps,
  question: SpendQuestion,
): Over | undefined {
  const today = ledger.callsOn(ledger.today())
  const counted: [CapName, (call: LedgerCall) => boolean][] = [
    ['perTurn', (call) => question.turn !== undefined && call.turn === question.turn],
    ['perProject', (call) => call.project === question.project],
    ['perDay', () => true],
    ['background', (call) => call.project === question.project && BY_ITSELF.has(call.purpose)],
  ]
  for (const [cap, counts] of counted) {
    const limit = caps[cap]
    if (!limit || (cap === 'background' && !BY_ITSELF.has(question.purpose))) continue
    const used = usedOf(today.filter(counts), ledger.tokens)
    const unit = LIMIT_UNITS.find((one) => isOver(one, used[one], limit[one], question.tokens || 1))
    if (unit) return { cap, unit, limit: limit[unit] ?? 0, used: used[unit] }
  }
  return undefined
}

/** What these calls took, by what caps limit. */
export function usedOf(
  calls: readonly LedgerCall[],
  tokensOf: (call: LedgerCall) => number,
): Record<LimitUnit, number> {
  const used = { tokens: 0, money: 0, unpricedTokens: 0 }
  for (const call of calls) {
    const tokens = tokensOf(call)
    used.tokens += tokens
    used.money += call.cost ?? 0
    if (call.cost === undefined) used.unpricedTokens += tokens
  }
  return { ...used, tokens: Math.round(used.tokens), unpricedTokens: Math.round(used.unpricedTokens) }
}

/** Every call takes something: at the limit none is begun. What one will cost nobody knows before. */
function isOver(unit: LimitUnit, used: number, limit: number | undefined, expected: number): boolean {
  if (limit === undefined) return false
  return unit === 'tokens' ? used + expected > limit : used >= limit
}

const PERIODS: Record<CapName, Message> = {
  perTurn: message(spendTexts.thisTurn),
  perDay: message(spendTexts.today),
  perProject: message(spendTexts.projectToday),
  background: message(spendTexts.backgroundToday),
}

function messageFor({ cap, unit, limit, used }: Over): Message {
  return message(spendTexts.spendCapReached, describeCap({ cap, unit, limit, used }))
}

/** Its parts for a sentence: `{used} of {limit}`. */
export function describeCap({
  cap,
  unit,
  limit,
  used,
}: Over): Record<'period' | 'used' | 'limit', MessageValue> {
  const shown = unit === 'unpricedTokens' ? used.toLocaleString('en-US') : amountOf(unit, used)
  return { period: PERIODS[cap], used: shown, limit: amountOf(unit, limit) }
}
