// The models that the settings name, with keys and addresses from the environment.
import { type Message, message } from '../base/messages/message.ts'
import { modelsTexts } from '../base/messages/models.ts'
import { configHome } from '../base/settings/config-home.ts'
import type { Environment } from '../base/settings/environment.ts'
import type { Settings } from '../base/settings/settings.ts'
import type { Model } from './model.ts'
import {
  KEY_VARIABLES,
  type ModelConfig,
  type ModelsConfig,
  openModels,
  readModelName,
} from './model-config.ts'
import { meantModel } from './providers/model-alias.ts'

/** `chosen` (`provider/model`) takes precedence over `models.main`. */
export function modelsConfig(settings: Settings, env: Environment, chosen?: string): ModelsConfig {
  const main = chosen ?? settings.get('models.main')
  const small = settings.get('models.small')
  const window = settings.get('compact.window')
  return {
    ...(main && { main: { ...configOf(main, settings, env), ...(window !== undefined && { window }) } }),
    ...(small && { small: { ...configOf(small, settings, env), ...startOf(small, env) } }),
    aliases: aliasesOf(settings, env),
  }
}

/** Read when one is used: a wrong one is the business of whoever asks for it. */
function aliasesOf(settings: Settings, env: Environment): Record<string, () => ModelConfig> {
  const written = Object.entries(settings.get('models.aliases') ?? {})
  return Object.fromEntries(
    written.map(([name, model]) => [name, () => configOf(String(model), settings, env)]),
  )
}

/** What to tell the person where an agent asks for a model that they do not have; undefined where it has it. */
export function standInNotice(
  { name: agent, model }: { name: string; model?: string },
  { main, small, aliases }: ModelsConfig,
): Message | undefined {
  const meant = model && main ? meantModel(model, { main, small, aliases }) : undefined
  const used = meant?.model === 'small' ? small : main
  if (!meant?.standsIn || !used || model === undefined) return undefined
  const example = `'{"${meant.alias}": "PROVIDER/MODEL"}'`
  return message(modelsTexts.standIn, { agent, model, used: `${used.provider}/${used.model}`, example })
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
