// What tokens cost, in US dollars per million. Data, not knowledge: prices change, so `models.prices` in the settings
// adds to this table and overrides it. A model that matches nothing is counted in tokens only.
import { inputTokens, type Usage } from '../lib/content.ts'

export interface Price {
  input: number
  output: number
  /** Default: a tenth of the input price. */
  cacheRead?: number
  /** Default: 1.25 × the input price. */
  cacheCreated?: number
}

/**
 * Keys: a model's name, to which a date or `-latest` may be added; or a beginning that ends in `*`, where
 * `provider/` may stand before the name. The longest that fits counts.
 */
export type PriceTable = Readonly<Record<string, Price>>

export const DEFAULT_PRICES: PriceTable = {
  'claude-opus-4-1': { input: 15, output: 75 },
  'claude-opus-4-5': { input: 5, output: 25 },
  'claude-opus-4-6': { input: 5, output: 25 },
  'claude-sonnet-4': { input: 3, output: 15 },
  'claude-sonnet-4-5': { input: 3, output: 15 },
  'claude-sonnet-4-6': { input: 3, output: 15 },
  'claude-haiku-4-5': { input: 1, output: 5 },
  'gpt-5': { input: 1.25, output: 10, cacheRead: 0.125, cacheCreated: 1.25 },
  'gpt-5-mini': { input: 0.25, output: 2, cacheRead: 0.025, cacheCreated: 0.25 },
  'gpt-5-nano': { input: 0.05, output: 0.4, cacheRead: 0.005, cacheCreated: 0.05 },
  'gpt-4.1': { input: 2, output: 8, cacheRead: 0.5, cacheCreated: 2 },
  'gpt-4.1-mini': { input: 0.4, output: 1.6, cacheRead: 0.1, cacheCreated: 0.4 },
  'gemini-2.5-pro': { input: 1.25, output: 10, cacheRead: 0.31, cacheCreated: 1.25 },
  'gemini-2.5-flash': { input: 0.3, output: 2.5, cacheRead: 0.075, cacheCreated: 0.3 },
  // The machine's owner pays in another currency.
  'ollama/*': { input: 0, output: 0 },
  'openai-compatible/*': { input: 0, output: 0 },
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

/** US dollars, or undefined where the price is not known. */
export function costOf(price: Price | undefined, usage: Usage): number | undefined {
  if (!price || inputTokens(usage) + usage.output === 0) return price ? 0 : undefined
  const { input, output, cacheRead = input * 0.1, cacheCreated = input * 1.25 } = price
  const perMillion =
    usage.input * input +
    usage.output * output +
    usage.cacheRead * cacheRead +
    usage.cacheCreated * cacheCreated
  return perMillion / 1e6
}
