// The models that the settings name, with keys and addresses from the environment.
import { MemdirError } from '../lib/errors.ts'
import type { Model } from '../models/model.ts'
import { KEY_VARIABLES, type ModelConfig, type ModelsConfig, readModelName } from '../models/model-config.ts'
import type { Environment } from '../settings/environment.ts'
import type { Settings } from '../settings/settings.ts'
import type { Ledger } from '../spend/ledger.ts'
import { meterModel } from '../spend/metered-model.ts'
import { checkSpend } from '../spend/spend-cap.ts'
import { readSpendCaps } from '../spend/spend-settings.ts'

/** `chosen` (`provider/model`) stands above `models.main`. */
export function modelsConfig(settings: Settings, env: Environment, chosen?: string): ModelsConfig {
  const main = chosen ?? settings.get('models.main')
  const small = settings.get('models.small')
  const window = settings.get('compact.window')
  return {
    ...(main && { main: { ...configOf(main, settings, env), ...(window !== undefined && { window }) } }),
    ...(small && { small: configOf(small, settings, env) }),
  }
}

function configOf(written: string, settings: Settings, env: Environment): ModelConfig {
  const named = readModelName(written)
  const apiKey = KEY_VARIABLES[named.provider].map((name) => env[name]?.trim()).find(Boolean)
  const baseUrl = addressOf(named.provider, settings.get('models.baseUrl'), env)
  return { ...named, ...(apiKey && { apiKey }), ...(baseUrl && { baseUrl }) }
}

/**
 * `models.baseUrl` is the address of a local server: it never gets the key of a provider. Another address for those
 * comes from the variable that their own packages read.
 */
function addressOf(
  provider: ModelConfig['provider'],
  local: string | undefined,
  env: Environment,
): string | undefined {
  switch (provider) {
    case 'anthropic':
      return env.ANTHROPIC_BASE_URL?.trim()
    case 'openai':
      return env.OPENAI_BASE_URL?.trim()
    case 'gemini':
      return undefined
    case 'openai-compatible':
      return local
    case 'ollama':
      return local ?? withScheme(env.OLLAMA_HOST?.trim())
  }
}

function withScheme(host: string | undefined): string | undefined {
  return !host || /^https?:/.test(host) ? host || undefined : `http://${host}`
}

/** A model for what nobody asked for: every call is counted, and none is made over a cap. */
export function ownModel(
  { settings, project }: { settings: Settings; project: string },
  ledger: Ledger,
  model: Model,
): Model {
  const account = { purpose: 'hook', project }
  const answer = checkSpend(ledger, readSpendCaps(settings.get('spend.caps')), account)
  if (answer.status === 'over_cap') throw new MemdirError('unavailable', answer.message)
  return meterModel(model, { ledger, ...account })
}
