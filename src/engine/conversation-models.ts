// The models that the settings name, with keys and addresses from the environment.
import type { Model } from '../models/model.ts'
import {
  KEY_VARIABLES,
  type ModelConfig,
  type ModelsConfig,
  openModels,
  readModelName,
} from '../models/model-config.ts'
import { configHome } from '../settings/config-home.ts'
import type { Environment } from '../settings/environment.ts'
import type { Settings } from '../settings/settings.ts'

/** `chosen` (`provider/model`) takes precedence over `models.main`. */
export function modelsConfig(settings: Settings, env: Environment, chosen?: string): ModelsConfig {
  const main = chosen ?? settings.get('models.main')
  const small = settings.get('models.small')
  const window = settings.get('compact.window')
  return {
    ...(main && { main: { ...configOf(main, settings, env), ...(window !== undefined && { window }) } }),
    ...(small && { small: { ...configOf(small, settings, env), ...startOf(small, env) } }),
  }
}

/** A person's own agent answers single questions: it can be the small model, never the main one. */
function startOf(written: string, env: Environment): Pick<ModelConfig, 'start'> {
  const { provider } = readModelName(written)
  // Not in the project: an agent reads the instructions that lie where it is started.
  return provider === 'claude-code' || provider === 'codex' ? { start: { env, cwd: configHome(env) } } : {}
}

/** The model for background work: the small one, else the main one; undefined where none is configured. */
export function backgroundModel(settings: Settings, env: Environment): Model | undefined {
  return openModels(modelsConfig(settings, env)).small
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
    case 'claude-code':
    case 'codex':
      return undefined
    case 'ollama':
      return local ?? withScheme(env.OLLAMA_HOST?.trim())
  }
}

function withScheme(host: string | undefined): string | undefined {
  return !host || /^https?:/.test(host) ? host || undefined : `http://${host}`
}
