// From settings to models. Keys are passed in by whoever may read the environment.

import { message } from '../base/messages/message.ts'
import { modelsTexts } from '../base/messages/models.ts'
import { MemdirError } from '../base/values/errors.ts'
import type { Model } from './model.ts'
import { createAnthropicModel } from './providers/anthropic.ts'
import { meantModel } from './providers/model-alias.ts'
import { createOllamaModel } from './providers/ollama.ts'
import { createOpenAIModel } from './providers/openai.ts'
import { createOwnAgentModel, type OwnAgent } from './providers/own-agent.ts'
import type { RetryPolicy } from './providers/plan-retry.ts'

export type ProviderName = 'anthropic' | 'openai' | 'gemini' | 'openai-compatible' | 'ollama' | OwnAgent

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
  /** A person's own agent only: how it is started. */
  start?: { env: Readonly<Record<string, string | undefined>>; cwd: string }
}

/** Where people keep their keys: the first that is set counts. Read by whoever may read the environment. */
export const KEY_VARIABLES: Readonly<Record<ProviderName, readonly string[]>> = {
  anthropic: ['ANTHROPIC_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  gemini: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  'openai-compatible': [],
  ollama: [],
  // These have a login of their own.
  'claude-code': [],
  codex: [],
}

/** `provider/model`, as in the settings. A model's name may contain slashes itself. */
export function readModelName(written: string): Pick<ModelConfig, 'provider' | 'model'> {
  const [, provider = '', model = ''] = /^([^/]*)\/(.+)$/.exec(written.trim()) ?? []
  if (Object.hasOwn(KEY_VARIABLES, provider) && model !== '')
    return { provider: provider as ProviderName, model }
  throw new MemdirError('bad_settings', message(modelsTexts.notAModel, { name: written.slice(0, 80) }), {
    fix: message(modelsTexts.notAModelFix, { providers: Object.keys(KEY_VARIABLES).join(', ') }),
  })
}

/** The main one talks; the small one selects, judges and titles. Without a small one the main one does both. */
export interface ModelsConfig {
  main?: ModelConfig
  small?: ModelConfig
  /** What sonnet, opus and haiku mean. */
  aliases?: Readonly<Record<string, () => ModelConfig>>
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
 * The model that a sub-agent or hook names: nothing, `inherit` and `main` are the main one, `small` the small one, an
 * alias what model-alias.ts says, and any other name is that model of the main one's provider.
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
    const { main, small, aliases } = config
    const meant = meantModel(name, { main, small, aliases })
    if (meant?.model === 'main') return models.main
    if (meant?.model === 'small') return models.small ?? models.main
    const own = meant && aliases?.[meant.alias]
    const found = opened.get(name) ?? openModel(own?.() ?? { ...main, model: name })
    opened.set(name, found)
    return found
  }
}

function noModel(): MemdirError {
  return new MemdirError('unavailable', message(modelsTexts.noModel), {
    fix: message(modelsTexts.noModelFix),
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
    case 'claude-code':
    case 'codex':
      return createOwnAgentModel({ agent: provider, model: config.model, ...needStart(config) })
  }
}

function needStart({ provider, start }: ModelConfig): NonNullable<ModelConfig['start']> {
  if (start) return start
  throw new MemdirError('bad_settings', message(modelsTexts.singleQuestions, { provider }), {
    fix: message(modelsTexts.singleQuestionsFix),
  })
}

function needKey({ provider, apiKey }: ModelConfig): string {
  if (apiKey) return apiKey
  const [first = '', second] = KEY_VARIABLES[provider]
  const variables = second === undefined ? first : message(modelsTexts.either, { first, second })
  throw new MemdirError('bad_settings', message(modelsTexts.noKey, { provider }), {
    fix: message(modelsTexts.noKeyFix, { variables }),
  })
}
