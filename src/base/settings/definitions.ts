// Every setting: its kind, default, and which of its values count from a file below a working tree before the person
// has approved them. A repository that somebody else wrote must not be able to run, send, read elsewhere, spend or
// delete anything by being cloned.

import { type Message, message } from '../messages/message.ts'
import { settingsTexts } from '../messages/settings.ts'
import { canonicalJson } from '../text/canonical-json.ts'

/** Which values of a project's file count without approval. */
type Unapproved =
  /** All of them: nothing runs, is sent, read elsewhere, spent or deleted by it. */
  | 'any'
  /** Only `false`: a project may switch a part off, never on. */
  | 'off'
  | 'none'

interface Common {
  unapproved: Unapproved
}

export type Definition = Common &
  (
    | { kind: 'boolean'; default: boolean }
    | { kind: 'number'; default: number | undefined; min: number; max: number }
    | { kind: 'string'; default: string | undefined }
    | { kind: 'choice'; default: string; choices: readonly string[] }
    | {
        kind: 'object'
        default: Record<string, unknown> | undefined
        /** What it may hold, each a number in these bounds; anything if not said. */
        numbers?: { names: readonly string[]; min: number; max: number }
      }
  )

const on = { kind: 'boolean', default: true, unapproved: 'off' } as const
const off = { kind: 'boolean', default: false, unapproved: 'off' } as const
/** How often and how much a model is asked, what is deleted when: such a number needs approval. */
const number = (value: number, min: number, max: number) =>
  ({ kind: 'number', default: value as number | undefined, min, max, unapproved: 'none' }) as const
/** Within its bounds it harms nobody: it neither deletes nor spends nor sends. */
const harmlessNumber = (...given: Parameters<typeof number>) =>
  ({ ...number(...given), unapproved: 'any' }) as const
const text = { kind: 'string', default: undefined as string | undefined, unapproved: 'none' } as const
const object = {
  kind: 'object',
  default: undefined as Record<string, unknown> | undefined,
  unapproved: 'none',
} as const

/** The eight kinds, and what else there is. */
export const RETENTION_NAMES = [
  'user_preference',
  'project_context',
  'technical_decision',
  'workflow',
  'fact',
  'skill',
  'relationship',
  'other',
  'unknown',
  'passing',
  'project_context_low',
  'permanent_from',
] as const

export const DEFINITIONS = {
  autoMemoryEnabled: { ...on, unapproved: 'any' },
  autoMemoryDirectory: text,
  language: {
    kind: 'choice',
    default: 'auto',
    choices: ['auto', 'en', 'zh'],
    unapproved: 'any',
  },
  outputStyle: text,
  scratchDirectory: text,
  tokenBudget: {
    kind: 'number',
    default: undefined as number | undefined,
    min: 1_000,
    max: 1e9,
    unapproved: 'none',
  },
  extraGuidelines: text,

  'index.enabled': on,
  'recall.enabled': on,
  'recall.maxMemories': harmlessNumber(5, 0, 20),
  'recall.notice': off,
  'recall.actions': off,
  'recall.weak': on,
  'recall.eagerness': {
    kind: 'choice',
    default: 'normal',
    choices: ['quiet', 'normal', 'eager'],
    unapproved: 'none',
  },
  'selector.enabled': on,
  'selector.inHooks': off,
  'recall.searchHints': on,

  'extraction.autoExtract': on,
  'extraction.withoutTerminal': on,
  'extraction.everyTurns': number(1, 1, 1_000),
  'extraction.trigger.messageInterval': number(10, 1, 10_000),
  'extraction.trigger.onSessionEnd': on,
  'extraction.promotion': on,
  'inbox.notices': on,
  'everywhere.enabled': on,
  'extraction.byModel': on,
  'extraction.minConfidence': harmlessNumber(0.7, 0, 1),
  'extraction.minImportance': harmlessNumber(2, 1, 5),

  'compact.window': {
    kind: 'number',
    default: undefined as number | undefined,
    min: 1_000,
    max: 1e8,
    unapproved: 'none',
  },
  autoCompactEnabled: on,
  'compact.reactiveOnly': off,
  'compact.cold': on,
  'compact.absoluteThreshold': number(250_000, 10_000, 1e8),
  'sessionMemory.enabled': on,
  'sessionMemory.byModel': off,
  'sessionMemory.minimumMessageTokensToInit': number(10_000, 1_000, 1e7),
  'sessionMemory.minimumTokensBetweenUpdate': number(5_000, 500, 1e7),
  'sessionMemory.toolCallsBetweenUpdates': number(3, 0, 1_000),
  'sessionMemoryCompact.enabled': on,
  'sessionMemoryCompact.minTokens': number(10_000, 0, 100_000),
  'sessionMemoryCompact.minTextBlockMessages': number(5, 0, 100),
  'sessionMemoryCompact.maxTokens': number(40_000, 1_000, 200_000),
  'snip.enabled': on,
  'micro.timeBased': on,
  'micro.cacheAware': on,
  'micro.keep': harmlessNumber(5, 1, 100),
  'collapse.enabled': off,

  'dream.enabled': on,
  'dream.hours': number(24, 1, 10_000),
  'dream.conversations': number(5, 0, 1_000),

  'episodes.enabled': off,
  'dailyLog.enabled': off,

  'background.enabled': on,
  'storage.backend': {
    kind: 'choice',
    default: 'embedded',
    choices: ['embedded', 'lancedb', 'chroma', 'pinecone', 'postgres'],
    unapproved: 'none',
  },
  'storage.vectorDbPath': text,
  'storage.url': text,
  'storage.tenant': text,
  'storage.database': text,
  'storage.schema': text,
  'storage.embeddingModel': text,
  'storage.embeddingDimension': {
    kind: 'number',
    default: undefined as number | undefined,
    min: 8,
    max: 8192,
    unapproved: 'none',
  },
  'storage.embeddingUrl': text,
  'retrieval.injectOnQuery': on,
  'retrieval.maxMemories': harmlessNumber(10, 0, 100),
  'retrieval.similarityThreshold': harmlessNumber(0.6, 0, 1),
  'retrieval.budgetRatio': harmlessNumber(0.1, 0, 1),
  'cleanup.autoCleanup': on,
  'cleanup.interval': number(24, 1, 10_000),
  'cleanup.retentionDays': number(30, 0, 36_500),
  'merge.automatic': on,
  retention: {
    ...object,
    numbers: { names: RETENTION_NAMES, min: 1, max: 36_500 },
  },
  'history.retentionDays': number(365, 1, 36_500),

  'models.main': text,
  'models.small': text,
  'models.aliases': object,
  'models.baseUrl': text,
  'spend.prices': object,
  'spend.caps': object,
  hooks: object,
  agents: object,
  mcpServers: object,
  'mcp.startTimeout': harmlessNumber(30, 1, 600),
  'mcp.callTimeout': harmlessNumber(120, 1, 3_600),
} as const satisfies Record<string, Definition>

export type SettingKey = keyof typeof DEFINITIONS
export type SettingValue<K extends SettingKey> = (typeof DEFINITIONS)[K] extends { default: infer D }
  ? Widened<D>
  : never
type Widened<D> = D extends boolean ? boolean : D extends number ? number : D extends string ? string : D

/** Whether a file below a working tree may set this value only once the person has approved it. */
export function needsApproval(key: SettingKey, value: unknown): boolean {
  const { unapproved }: Definition = DEFINITIONS[key]
  return unapproved === 'none' || (unapproved === 'off' && value !== false)
}

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(DEFINITIONS, key)
}

/** Why a value does not fit its setting, or undefined. */
export function valueProblem(key: SettingKey, value: unknown): Message | undefined {
  const definition: Definition = DEFINITIONS[key]
  switch (definition.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : message(settingsTexts.mustBeBoolean)
    case 'number':
      return typeof value === 'number' && value >= definition.min && value <= definition.max
        ? undefined
        : message(settingsTexts.mustBeNumber, { min: definition.min, max: definition.max })
    case 'choice':
      return definition.choices.includes(value as string)
        ? undefined
        : message(settingsTexts.mustBeOneOf, { choices: definition.choices.join(', ') })
    case 'string':
      return typeof value === 'string' && value !== '' ? undefined : message(settingsTexts.mustBeText)
    case 'object':
      // Nothing nests as deep as to have no canonical form, and what has none cannot be approved.
      return typeof value === 'object' && value !== null && !Array.isArray(value) && canonicalJson(value)
        ? definition.numbers && numbersProblem(value as Record<string, unknown>, definition.numbers)
        : message(settingsTexts.mustBeObject)
  }
}

function numbersProblem(
  value: Record<string, unknown>,
  { names, min, max }: { names: readonly string[]; min: number; max: number },
): Message | undefined {
  for (const [name, number] of Object.entries(value)) {
    if (!names.includes(name)) return message(settingsTexts.mustNotContain, { name, known: names.join(', ') })
    if (typeof number !== 'number' || !(number >= min && number <= max))
      return message(settingsTexts.mustGiveNumber, { name, min, max })
  }
  return undefined
}
