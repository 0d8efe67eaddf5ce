// What tokens cost, in US dollars per million. Data, not knowledge: every price says where it was read and when, so
// that anybody can check it. Prices change: `spend.prices` in the settings adds to this table and overrides it. A model
// that matches nothing is counted in tokens only; so is one whose price depends on the length of the prompt.
import type { Settings } from '../base/settings/settings.ts'
import type { Price, PriceTable } from '../base/settings/spend-settings.ts'
import { readPrices } from '../base/settings/spend-settings.ts'
import type { Usage } from '../base/values/usage.ts'

const CLAUDE_PRICES = 'https://platform.claude.com/docs/en/about-claude/pricing'
const claudePage = (model: string) => `https://platform.claude.com/docs/en/models/${model}/overview`

const fable = { input: 10, output: 50, cacheCreated: 12.5, source: CLAUDE_PRICES, asOf: '2026-09' }
const opus = {
  input: 5,
  output: 25,
  cacheRead: 0.5,
  cacheCreated: 6.25,
  source: CLAUDE_PRICES,
  asOf: '2026-09',
}

/** The machine's owner pays in another currency. */
const own = { input: 0, output: 0, source: 'a server of your own' }

export const DEFAULT_PRICES: PriceTable = {
  'claude-fable-5-1': { ...fable, cacheRead: 0.25 },
  'claude-fable-5': { ...fable, cacheRead: 1 },
  'claude-opus-5-5': {
    input: 4,
    output: 20,
    cacheRead: 0.2,
    cacheCreated: 5,
    source: claudePage('opus-5-5'),
    asOf: '2026-09',
  },
  'claude-opus-5': opus,
  'claude-opus-4-8': opus,
  'claude-opus-4-7': opus,
  'claude-opus-4-6': opus,
  'claude-opus-4-5': opus,
  'claude-opus-4-1': {
    input: 15,
    output: 75,
    cacheRead: 1.5,
    cacheCreated: 18.75,
    source: CLAUDE_PRICES,
    asOf: '2026-09',
  },
  'claude-sonnet-5': {
    input: 2,
    output: 10,
    cacheRead: 0.2,
    cacheCreated: 2.5,
    source: claudePage('sonnet-5'),
    asOf: '2026-09',
  },
  'claude-sonnet-4-6': { input: 3, output: 15, source: claudePage('sonnet-4-6'), asOf: '2026-10' },
  'claude-sonnet-4-5': { input: 3, output: 15, source: claudePage('sonnet-4-5'), asOf: '2026-10' },
  'claude-haiku-4-5': { input: 1, output: 5, source: claudePage('sonnet-5'), asOf: '2026-09' },
  'ollama/*': own,
  'openai-compatible/*': own,
}

/** What may follow a name without making it another model. */
const VERSION = /^([-@](20\d\d.*|\d{4}|latest|preview.*))?$/

export function findPrice(table: PriceTable, provider: string, model: string): Price | undefined {
  let best = ''
  for (const key of Object.keys(table)) {
    if (key.length > best.length && fits(key, provider, model)) best = key
  }
  return table[best]
}

function fits(key: string, provider: string, model: string): boolean {
  const name = key.includes('/') ? `${provider}/${model}` : model
  if (key.endsWith('*')) return name.startsWith(key.slice(0, -1))
  return name.startsWith(key) && VERSION.test(name.slice(key.length))
}

/** The share of the price that most providers ask for a token that they read from their cache. */
const CACHE_SHARE = 0.1

/** What a token read from the cache costs, as a share of one that is not. */
export function cacheShareOf(price: Price | undefined): number {
  const { input = 0, cacheRead } = price ?? {}
  return cacheRead === undefined || input === 0 ? CACHE_SHARE : cacheRead / input
}

/** US dollars, or undefined where the price is not known. */
export function costOf(price: Price | undefined, usage: Usage): number | undefined {
  if (!price) return undefined
  const { input, output, cacheRead = input * CACHE_SHARE, cacheCreated = input * 1.25 } = price
  const perMillion =
    usage.input * input +
    usage.output * output +
    usage.cacheRead * cacheRead +
    usage.cacheCreated * cacheCreated
  return perMillion / 1e6
}

/** The known ones with those that the person set, which win. */
export function pricesOf(settings: Pick<Settings, 'get'>): PriceTable {
  return { ...DEFAULT_PRICES, ...readPrices(settings.get('spend.prices')) }
}

/** All prices that count, each with its source. */
export function priceList(settings: Pick<Settings, 'get'>): (Price & { model: string; set: boolean })[] {
  const set = readPrices(settings.get('spend.prices'))
  return Object.entries({ ...DEFAULT_PRICES, ...set })
    .map(([model, price]) => ({ model, ...price, set: Object.hasOwn(set, model) }))
    .sort((a, b) => a.model.localeCompare(b.model, 'en'))
}
