// From settings to models. Keys are passed in by whoever may read the environment.
import { MemdirError } from '../lib/errors.ts'
import { createAnthropicModel } from './anthropic.ts'
import type { Model } from './model.ts'
import { createOllamaModel } from './ollama.ts'
import { createOpenAIModel } from './openai.ts'
import type { RetryPolicy } from './plan-retry.ts'

export type ProviderName = 'anthropic' | 'openai' | 'gemini' | 'openai-compatible' | 'ollama'

export interface ModelConfig {
  provider: ProviderName
  model: string
  apiKey?: string
  baseUrl?: string
  window?: number
  maxOutput?: number
  /** Anthropic only. */
  cache?: '5m' | '1h' | 'off'
  parameters?: Record<string, unknown>
  retry?: RetryPolicy
}

/** Where people keep their keys: the first that is set counts. Read by whoever may read the environment. */
export const KEY_VARIABLES: Readonly<Record<ProviderName, readonly string[]>> = {
  anthropic: ['ANTHROPIC_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  gemini: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  'openai-compatible': [],
  ollama: [],
}

/** `provider/model`, as it stands in the settings. A model's name may hold slashes itself. */
export function readModelName(written: string): Pick<ModelConfig, 'provider' | 'model'> {
  const [, provider = '', model = ''] = /^([^/]*)\/(.+)$/.exec(written.trim()) ?? []
  if (Object.hasOwn(KEY_VARIABLES, provider) && model !== '')
    return { provider: provider as ProviderName, model }
  throw new MemdirError('bad_settings', `"${written.slice(0, 80)}" names no model.`, {
    fix: `Write provider/model, with one of these providers: ${Object.keys(KEY_VARIABLES).join(', ')}.`,
  })
}

/** The main one talks; the small one selects, judges and titles. Without a small one the main one does both. */
export interface ModelsConfig {
  main?: ModelConfig
  small?: ModelConfig
}

export interface Models {
  readonly main: Model | undefined
  readonly small: Model | undefined
}

/** Loads nothing yet: a provider's package is imported with the first request. */
export function openModels(config: ModelsConfig): Models {
  const main = config.main && openModel(config.main)
  const small = config.small ? openModel(config.small) : main
  return { main, small }
}

/**
 * The model that a sub-agent or hook names: nothing, `inherit` and `main` are the main one, `small` the small one, and
 * any other name is that model of the main one's provider.
 */
export function createModelChooser(
  config: ModelsConfig,
  models = openModels(config),
): (name?: string) => Model {
  const opened = new Map<string, Model>()
  return (name) => {
    if (!config.main || !models.main) throw noModel()
    if (name === undefined || name === 'inherit' || name === 'main') return models.main
    if (name === 'small') return models.small ?? models.main
    const found = opened.get(name) ?? openModel({ ...config.main, model: name })
    opened.set(name, found)
    return found
  }
}

function noModel(): MemdirError {
  return new MemdirError('unavailable', 'No model is configured.', {
    fix: 'Start a local server (ollama serve) and set models.main, or set an API key.',
  })
}

export function openModel(config: ModelConfig): Model {
  const { provider, ...options } = config
  switch (provider) {
    case 'anthropic':
      return createAnthropicModel({ ...options, apiKey: needKey(config) })
    case 'openai':
      return createOpenAIModel({ ...options, apiKey: needKey(config), dialect: 'openai' })
    case 'gemini':
      return createOpenAIModel({ ...options, apiKey: needKey(config), dialect: 'gemini' })
    case 'openai-compatible':
      return createOpenAIModel({ ...options, dialect: 'compatible' })
    case 'ollama':
      return createOllamaModel(options)
  }
}

function needKey({ provider, apiKey }: ModelConfig): string {
  if (apiKey) return apiKey
  throw new MemdirError('bad_settings', `No API key for ${provider}.`, {
    fix: `Set ${KEY_VARIABLES[provider].join(' or ')}, or use a local server (Ollama, llama.cpp, LM Studio), which needs none.`,
  })
}
