// Caps on spending and prices as people write them into the settings, and how an amount is said. What cannot be understood
// is refused: a cap that is misspelt must not silently mean "no cap".
import { type Message, message } from '../messages/message.ts'
import { spendTexts } from '../messages/spend.ts'
import { MemdirError } from '../values/errors.ts'

export interface Limit {
  /** What was read from a provider's cache counts by its price. */
  tokens?: number
  /** US dollars. Calls of unknown price do not count here. */
  money?: number
  /** The same of calls of unknown price alone, where `money` can count nothing. */
  unpricedTokens?: number
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

export interface Price {
  input: number
  output: number
  /** Default: a tenth of the input price. */
  cacheRead?: number
  /** Default: 1.25 × the input price. */
  cacheCreated?: number
  /** Where it was read; absent where the person set it. */
  source?: string
  /** The month in which it was published there, `YYYY-MM`. */
  asOf?: string
}

/**
 * Keys: a model's name, to which a date or `-latest` may be added; or a beginning that ends in `*`, where
 * `provider/` may precede the name. The longest that fits counts.
 */
export type PriceTable = Readonly<Record<string, Price>>

/** `$1.00`, `200,000 tokens`. */
export function amountOf(unit: keyof Limit, value: number): Message | string {
  if (unit === 'money') return dollars(value)
  const count = value.toLocaleString('en-US')
  return message(unit === 'tokens' ? spendTexts.tokens : spendTexts.unpricedTokens, { count })
}

/** Two decimals, more where the amount is small: a cap of a tenth of a cent is not $0.00. */
export function dollars(amount: number): string {
  if (amount <= 0 || amount >= 1) return `$${amount.toFixed(2)}`
  const digits = Math.max(2, 1 - Math.floor(Math.log10(amount)))
  return `$${amount.toFixed(Math.min(digits, 20)).replace(/(\.\d\d\d*?)0+$/, '$1')}`
}

export const LIMIT_UNITS: readonly (keyof Limit)[] = ['tokens', 'money', 'unpricedTokens']
const CAPS: readonly (keyof SpendCaps)[] = ['perTurn', 'perDay', 'perProject', 'background']
/** Unless the person says otherwise: nobody watches what runs by itself. */
const BACKGROUND: Limit = { money: 1, unpricedTokens: 200_000 }

/** `{"perDay": {"tokens": 200000, "money": 1.5}}` */
export function readSpendCaps(written: unknown): SpendCaps {
  const caps: SpendCaps = { background: BACKGROUND }
  for (const [name, limit] of entries(written, 'spend.caps')) {
    const cap = CAPS.find((known) => known === name)
    if (!cap) throw wrong(`spend.caps.${name}`, message(spendTexts.knownCaps, { known: CAPS.join(', ') }))
    caps[cap] = readAmounts<Limit>(limit, `spend.caps.${name}`, [], LIMIT_UNITS)
  }
  const { background } = caps
  // Each of the two is no cap for the models that the other one counts.
  if (background && background.tokens === undefined && Object.keys(background).length > 0)
    caps.background = { ...BACKGROUND, ...background }
  return caps
}

/** `{"some-model": {"input": 3, "output": 15}}`, US dollars per million tokens. */
export function readPrices(written: unknown): PriceTable {
  const prices: Record<string, Price> = {}
  for (const [model, price] of entries(written, 'spend.prices')) {
    prices[model] = readAmounts<Price>(
      price,
      `spend.prices.${model}`,
      ['input', 'output'],
      ['cacheRead', 'cacheCreated'],
    )
  }
  return prices
}

function readAmounts<T>(
  written: unknown,
  at: string,
  required: readonly string[],
  optional: readonly string[],
): T {
  const amounts: Record<string, number> = {}
  for (const [name, value] of entries(written, at)) {
    if (![...required, ...optional].includes(name))
      throw wrong(`${at}.${name}`, message(spendTexts.notKnownHere))
    if (typeof value !== 'number' || !(value >= 0))
      throw wrong(`${at}.${name}`, message(spendTexts.mustBePositive))
    amounts[name] = value
  }
  const missing = required.find((name) => !(name in amounts))
  if (missing) throw wrong(at, message(spendTexts.amountMissing, { name: missing }))
  return amounts as T
}

function entries(written: unknown, at: string): [string, unknown][] {
  if (written === undefined || written === null) return []
  if (typeof written !== 'object' || Array.isArray(written))
    throw wrong(at, message(spendTexts.amountsMustBeObject))
  return Object.entries(written)
}

function wrong(at: string, why: Message): MemdirError {
  return new MemdirError('bad_settings', message(spendTexts.spendSettingWrong, { at, why }), {
    fix: message(spendTexts.correctSettings),
  })
}

/** What a person writes under `spend.caps` or `spend.prices`: throws where it cannot be understood. */
export function checkSpendSetting(name: string, written: unknown): void {
  if (name === 'spend.caps') readSpendCaps(written)
  else readPrices(written)
}
