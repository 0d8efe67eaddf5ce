// Whether a model still learns today, or a cap on spending has ended that: for every face that tells the person.

import { type Message, message } from '../base/messages/message.ts'
import { spendTexts } from '../base/messages/spend.ts'
import { amountOf, dollars, type Limit, readSpendCaps } from '../base/settings/spend-settings.ts'
import { DAY_MS } from '../base/values/clock.ts'
import { readModelName } from '../models/model-config.ts'
import { projectLedger, type SpendPlace } from '../models/open-spend.ts'
import { findPrice, pricesOf } from '../models/prices.ts'
import { describeCap, type Over, overCap } from '../models/spend-cap.ts'

export interface LearningStopped extends Over {
  /** ISO time: when it goes on by itself. */
  readonly until: string
  readonly message: Message
}

/** undefined: it goes on, or no model is there to learn. `chosen`: a model that the settings do not name. */
export function learningStopped(place: SpendPlace, chosen = false): LearningStopped | undefined {
  const { settings, location, clock } = place
  if (!chosen && learningModel(settings) === undefined) return undefined
  const caps = readSpendCaps(settings.get('spend.caps'))
  const ledger = projectLedger(place)
  const over = overCap(ledger, caps, { purpose: 'extraction', project: location.identity.name })
  if (!over) return undefined
  // Days of the ledger are those of UTC.
  const until = new Date(Math.floor(clock.now().getTime() / DAY_MS + 1) * DAY_MS).toISOString()
  const said = message(spendTexts.learningStopped, {
    ...parts(over),
    until: `${until.slice(0, 16).replace('T', ' ')} UTC`,
    command: commandFor(over, settings.get('spend.caps')),
  })
  return { ...over, until, message: said }
}

function parts(over: Over) {
  const { period = '', used = '', limit = '' } = describeCap(over)
  return { period, used, limit }
}

/** The same, for exactly one caller a day among all processes of the project. */
export function learningNews(place: SpendPlace, chosen = false): LearningStopped | undefined {
  const stopped = learningStopped(place, chosen)
  if (!stopped) return undefined
  const ledger = projectLedger(place)
  const isNews = ledger.noticeOnce(`${ledger.today()} learning ${place.location.identity.name}`)
  return isNews ? stopped : undefined
}

/** What may be spent on learning, for where a model is set up; undefined: nothing ends it, or no model learns. */
export function learningLimit(settings: SpendPlace['settings']): Message | undefined {
  const model = learningModel(settings)
  const { background } = readSpendCaps(settings.get('spend.caps'))
  if (model === undefined || !background) return undefined
  const limit = limitFor(model, background, settings)
  return limit === undefined ? undefined : message(spendTexts.learningLimit, { model, limit })
}

function limitFor(
  written: string,
  { tokens, money, unpricedTokens }: Limit,
  settings: SpendPlace['settings'],
): Message | string | undefined {
  const { provider, model } = readModelName(written)
  const price = findPrice(pricesOf(settings), provider, model)
  if (price && money !== undefined && price.input + price.output > 0) return dollars(money)
  if (!price && money !== undefined && unpricedTokens !== undefined)
    return message(spendTexts.unknownPriceLimit, {
      tokens: amountOf('tokens', unpricedTokens),
      money: dollars(money),
    })
  const most = tokens ?? (price ? undefined : unpricedTokens)
  return most === undefined ? undefined : amountOf('tokens', most)
}

/** The one that works in the background: the small one, else the main one. */
function learningModel(settings: SpendPlace['settings']): string | undefined {
  if (!settings.get('extraction.autoExtract') || !settings.get('extraction.byModel')) return undefined
  return settings.get('models.small') ?? settings.get('models.main')
}

/** Twice as much as now, with everything else that the person has set. */
function commandFor({ cap, unit, limit }: Over, written: unknown): string {
  const set = (written ?? {}) as Record<string, object>
  const more = limit > 0 ? limit * 2 : unit === 'money' ? 1 : 200_000
  const caps = { ...set, [cap]: { ...set[cap], [unit]: more } }
  return `memdir config set spend.caps '${JSON.stringify(caps)}'`
}
