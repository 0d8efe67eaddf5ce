// Caps and prices as people write them into the settings. What cannot be understood is refused: a cap that
// is misspelt must not silently mean "no cap".

import { type Message, message } from '../../base/messages/message.ts'
import { spendTexts } from '../../base/messages/spend.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { Limit, Price, PriceTable, SpendCaps } from '../spend.ts'

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
